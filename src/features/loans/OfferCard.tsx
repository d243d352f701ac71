import {
  pointsBelowStandard,
  type AskedLoan,
  type CostedOffer,
  type OfferCost,
} from '../../domain/loans/loan-offer.ts';
import { sayMonths } from '../../domain/loans/loan-request.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { Facts } from '../ui/Facts.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { NewTabLink } from '../ui/NewTabLink.tsx';
import { KeyFacts, LenderMark } from './LenderMark.tsx';
import { showAtCalculator } from './loan-kept.ts';
import type { Lender, Offer, ShownOffer } from './loan-schema.ts';
import { calculatorLink, percent, sayApr, sayDay, sayDifference, sayFee } from './loan-words.ts';

/** A lender's name with a link to its site; a sample has none. */
export function LenderName({ lender }: { lender: Lender }) {
  if (lender.is_sample) return <LenderMark lender={lender} />;
  return (
    <NewTabLink className="link text-ink" href={lender.site}>
      {lender.name}
    </NewTabLink>
  );
}

/** A figure with its details in small print. */
const figure = (value: string, details: string) => (
  <span>
    <span>{`${value} `}</span>
    <small>{details}</small>
  </span>
);

/** What is paid, or added to the loan, before the EMIs start. */
const beforeEmis = ({ interest }: Offer, { months, monthly, added }: OfferCost['wait']) =>
  interest === 'paid'
    ? figure(formatWholePaise(monthly), `interest a month, ${months} times`)
    : figure(
        `Nothing for ${months} months`,
        `then ${formatWholePaise(added)} of interest is added to the loan`,
      );

type CardProps = {
  costed: CostedOffer<ShownOffer>;
  request: AskedLoan;
  /** What its rank means, if anything; the first with a rank is highlighted. */
  rank: string | undefined;
  first: boolean;
  /** True for the only offer. */
  alone: boolean;
  /** Why it cannot be chosen now; undefined if it can. */
  closed: string | undefined;
  onChoose: () => void;
};

/** One offer, worked out on the member's own figures (§16.20). */
export function OfferCard({ costed, request, rank, first, alone, closed, onChoose }: CardProps) {
  const { offer, cost } = costed;
  const { lender, rate, rate_type: kind, standard_rate: standard } = offer;
  const points = pointsBelowStandard(offer);
  const grace = offer.grace_months > 0 ? ` and ${sayMonths(offer.grace_months)} of grace` : '';
  const schedule = calculatorLink(offer, request);
  return (
    <li className="card outlined loan-offer grid" data-first={first || undefined}>
      <header>
        {rank && <p className={`text-sm bold ${first ? 'text-leaf' : ''}`}>{rank}</p>}
        <h3 id={`offer-${offer.id}`} tabIndex={-1} className="text-2xl">
          <LenderName lender={lender} />
        </h3>
        <p className="loan-offer-total mt-2 flex flex-wrap items-baseline gap-x-6">
          <span>
            <span className="text-muted">You pay in total</span>{' '}
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
          Full cost and terms<span className="sr-only">{` (${lender.name})`}</span>
        </summary>
        <Facts
          facts={[
            ['EMI', figure(formatWholePaise(cost.emiInRupees * 100), `${cost.emis} times`)],
            ['Before the EMIs', beforeEmis(offer, cost.wait)],
            ['Interest', formatWholePaise(cost.interest)],
            [
              'Charges',
              figure(formatWholePaise(cost.charges), `${sayFee(offer)}; included in the APR`),
            ],
            ['Rate', figure(`${percent(rate)} ${kind}`, sayDifference(points, standard))],
            ['Security', offer.security || 'None'],
            ['Not in these figures', offer.other_charges || 'No other charges named'],
            ['If you pay late', offer.penal_charges || 'No penal charges named'],
            ['Moratorium', `${sayMonths(request.course_months)} of study${grace}`],
            ['Valid until', sayDay(offer.valid_until)],
          ]}
        />
      </details>
      <div className="actions loan-offer-links">
        <KeyFacts offer={offer} />
        {schedule && (
          <a
            className="link"
            href={schedule}
            onClick={() => showAtCalculator(schedule, lender.name)}
          >
            Month by month<span className="sr-only">{` at ${lender.name}`}</span>
          </a>
        )}
      </div>
      <footer>
        <p className="note">
          {lender.is_sample
            ? 'A made-up offer of a sample lender.'
            : 'An estimate. The lender decides, and its Key Facts Statement is what counts.'}
        </p>
        {closed === undefined ? (
          <PressButton
            className={`button mt-3 w-full ${first || alone ? '' : 'button-quiet'}`}
            load={() => import('./Questions.tsx')}
            work={onChoose}
          >
            Choose this offer<span className="sr-only">{` of ${lender.name}`}</span>
          </PressButton>
        ) : (
          <p className="loan-offer-closed mt-3 bold text-ink">{closed}</p>
        )}
      </footer>
    </li>
  );
}
