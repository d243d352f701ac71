import {
  pointsBelowStandard,
  type AskedLoan,
  type CostedOffer,
} from '../../domain/loans/loan-offer.ts';
import { sayMonths } from '../../domain/loans/loan-request.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { LoadingButton } from '../ui/LoadingButton.tsx';
import { KeyFacts, LenderMark } from './LenderMark.tsx';
import { showAtCalculator } from './loan-kept.ts';
import type { Lender, ShownOffer } from './loan-schema.ts';
import { calculatorLink, percent, sayApr, sayDay, sayDifference, sayFee } from './loan-words.ts';
import '../ui/actions.css';
import '../ui/note.css';

/** A lender's name, which leads to its site; a sample leads nowhere. */
export function LenderName({ lender }: { lender: Lender }) {
  if (lender.is_sample) return <LenderMark lender={lender} />;
  return (
    <a className="link" href={lender.site} target="_blank" rel="noopener">
      {lender.name}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

type CardProps = {
  costed: CostedOffer<ShownOffer>;
  request: AskedLoan;
  /** What its place among the others means; the first of them is marked. */
  rank: string | undefined;
  first: boolean;
  /** It is the only one. */
  alone: boolean;
  /** Why it cannot be chosen now; undefined when it can. */
  closed: string | undefined;
  onChoose: () => void;
};

/** One offer, worked out on the member's own figures (§16.20). */
export function OfferCard({ costed, request, rank, first, alone, closed, onChoose }: CardProps) {
  const { offer, cost } = costed;
  const { lender, rate, rate_type: kind, standard_rate: standard } = offer;
  const { wait } = cost;
  const points = pointsBelowStandard(offer);
  const months = calculatorLink(offer, request);
  return (
    <li className="card outlined offer grid" data-first={first || undefined}>
      <header>
        {rank && <p className={`offer-rank bold ${first ? 'text-leaf' : ''}`}>{rank}</p>}
        <h3 id={`offer-${offer.id}`} tabIndex={-1}>
          <LenderName lender={lender} />
        </h3>
        <p className="offer-total">
          <span>
            <span className="text-muted">You pay in all</span>{' '}
            <strong className="font-display bold text-ink">{formatWholePaise(cost.total)}</strong>
          </span>{' '}
          <span>
            <span className="text-muted">APR</span>{' '}
            <strong className="font-display bold text-ink">{sayApr(cost.apr)}</strong>
          </span>
        </p>
      </header>
      <details open={alone}>
        <summary className="link text-ink">
          All it costs, and its terms<span className="sr-only"> ({lender.name})</span>
        </summary>
        <dl className="facts">
          <div>
            <dt>EMI</dt>
            <dd>
              {formatWholePaise(cost.emiInRupees * 100)} <small>{cost.emis} times</small>
            </dd>
          </div>
          <div>
            <dt>Before the EMIs</dt>
            <dd>
              {offer.interest === 'paid' ? (
                <>
                  {formatWholePaise(wait.monthly)}{' '}
                  <small>interest a month, {wait.months} times</small>
                </>
              ) : (
                <>
                  Nothing for {wait.months} months{' '}
                  <small>
                    then {formatWholePaise(wait.added)} of interest is added to the loan
                  </small>
                </>
              )}
            </dd>
          </div>
          <div>
            <dt>Interest</dt>
            <dd>{formatWholePaise(cost.interest)}</dd>
          </div>
          <div>
            <dt>Charges</dt>
            <dd>
              {formatWholePaise(cost.charges)}{' '}
              <small>{sayFee(offer)}; the APR has them in it</small>
            </dd>
          </div>
          <div>
            <dt>Rate</dt>
            <dd>
              {percent(rate)} {kind} <small>{sayDifference(points, standard)}</small>
            </dd>
          </div>
          <div>
            <dt>Security</dt>
            <dd>{offer.security || 'None'}</dd>
          </div>
          <div>
            <dt>Not in these figures</dt>
            <dd>{offer.other_charges || 'No other charges named'}</dd>
          </div>
          <div>
            <dt>If you pay late</dt>
            <dd>{offer.penal_charges || 'No penal charges named'}</dd>
          </div>
          <div>
            <dt>Moratorium</dt>
            <dd>
              {sayMonths(request.course_months)} of study
              {offer.grace_months > 0 && ` and ${sayMonths(offer.grace_months)} of grace`}
            </dd>
          </div>
          <div>
            <dt>Valid until</dt>
            <dd>{sayDay(offer.valid_until)}</dd>
          </div>
        </dl>
      </details>
      <div className="actions offer-links">
        <KeyFacts offer={offer} />
        {months && (
          <a className="link" href={months} onClick={() => showAtCalculator(months, lender.name)}>
            Month by month<span className="sr-only"> at {lender.name}</span>
          </a>
        )}
      </div>
      <footer>
        <p className="note">
          {lender.is_sample
            ? 'A made-up offer of a sample lender.'
            : 'An estimate. The lender decides, and its Key Facts Statement counts.'}
        </p>
        {closed === undefined ? (
          <LoadingButton
            className={`button mt-3 w-full ${first || alone ? '' : 'button-quiet'}`}
            load={() => import('./Questions.tsx')}
            onReady={onChoose}
          >
            Choose this offer<span className="sr-only"> of {lender.name}</span>
          </LoadingButton>
        ) : (
          <p className="offer-closed mt-3 bold text-ink">{closed}</p>
        )}
      </footer>
    </li>
  );
}
