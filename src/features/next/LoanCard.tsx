import { inShort } from '../../domain/words/money.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { loanLink, loanStands } from './loan-stands.ts';
import { sayEnd, sayDeclined, sayLoanSum } from './say-on-dashboard.ts';

type LoanCardProps = {
  title: string;
  /** The address of the card's picture. */
  art: string;
  waiting: MySessions['waiting'];
};

/** Where the member's loan stands, for a member who has asked for one (§15.106). */
export function LoanCard({ title, art, waiting }: LoanCardProps) {
  const { namesRequest, before, after } = loanStands[waiting.loan];
  // A proven member chooses again after a decline.
  const declined = waiting.loan === 'not counted' ? null : waiting.declined;
  const named = declined?.lender ?? waiting.lender;
  const says = declined
    ? `${sayEnd(declined)}. ${sayDeclined(declined)}`
    : after?.(sayLoanSum(waiting));
  const request = waiting.loan_amount
    ? `Your request for ${inShort(waiting.loan_amount)} `
    : 'Your request ';
  const { label, href } = loanLink(waiting);
  return (
    <section aria-labelledby="your-loan" className="card mt-10 flex items-start gap-4 p-6">
      <img src={art} alt="" width="56" height="56" loading="lazy" />
      <div className="next-loan flex flex-1 flex-wrap items-center gap-4 gap-x-6">
        <div className="flex-1">
          <h2 id="your-loan" className="text-2xl">
            {title}
          </h2>
          <p className="mt-1">
            {!declined && <span>{`${namesRequest ? request : ''}${before}`}</span>}
            {says && (
              <>
                {named ? <bdi translate="no">{named}</bdi> : <span>the lender</span>}
                <span>{says}</span>
              </>
            )}
          </p>
        </div>
        <a className="button button-quiet" href={href}>
          {label}
        </a>
      </div>
    </section>
  );
}
