import { useStore } from '@nanostores/react';
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
  return (
    <>
      <p className="mt-1 max-w-xl">
        {asked ? (
          <>
            <span>Where it stands: </span>
            <strong className="bold text-ink">{loanStands(waiting)}</strong>
          </>
        ) : (
          <span>{text}</span>
        )}
      </p>
      <p className="mt-4">
        <a className="button button-quiet" href={action.href}>
          <span>{asked ? 'See your loan' : action.label}</span>
        </a>
      </p>
    </>
  );
}

/** The dashboard's loan card: the offer to join, or where the member's loan stands (§15.106). */
export const LoanCard = withErrorBoundary(Card);
