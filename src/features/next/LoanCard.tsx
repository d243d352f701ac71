import { useStore } from '@nanostores/react';
import { formatShort, unbroken } from '../../domain/words/money.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { loanStands } from './loan-stands.ts';

type LoanCardProps = {
  /** The card's text and button for a member who has not requested a loan. */
  text: string;
  action: { label: string; href: string };
};

function Card({ text, action }: LoanCardProps) {
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const waiting = data?.waiting;
  const asked = waiting !== undefined && waiting.loan !== 'none';
  const { namesRequest, before, after } = loanStands[waiting?.loan ?? 'none'];
  const request = waiting?.loan_amount
    ? `Your request for ${unbroken(formatShort(waiting.loan_amount / 100))} `
    : 'Your request ';
  return (
    <div className="mt-1 flex flex-wrap items-center gap-4 gap-x-6">
      <p>
        <span>{asked ? `${namesRequest ? request : ''}${before}` : text}</span>
        {asked && after && (
          <>
            {waiting.lender ? <bdi translate="no">{waiting.lender}</bdi> : <span>the lender</span>}
            <span>{after}</span>
          </>
        )}
      </p>
      <a className="button button-quiet" href={action.href}>
        <span>
          {!asked
            ? action.label
            : waiting.loan === 'to choose'
              ? 'Compare offers'
              : 'See your loan'}
        </span>
      </a>
    </div>
  );
}

/** The dashboard's loan card: the offer to join, or where the member's loan stands (§15.106). */
export const LoanCard = withErrorBoundary(Card);
