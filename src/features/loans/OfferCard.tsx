import type { AskedLoan } from '../../domain/loans/loan-offer.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { Badge } from '../ui/Badge.tsx';
import { Facts } from '../ui/Facts.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { NewTabLink } from '../ui/NewTabLink.tsx';
import { KeyFacts, LenderMark } from './LenderMark.tsx';
import { showAtCalculator } from './loan-kept.ts';
import type { Lender } from './loan-schema.ts';
import { calculatorLink, sayApr, type Costed } from './loan-words.ts';
import { offerFacts } from './offer-facts.tsx';

/** A lender's name, linked to its site; a sample lender has no link. */
export function LenderName({ lender }: { lender: Lender }) {
  if (lender.is_sample) return <LenderMark lender={lender} />;
  return (
    <NewTabLink className="link text-ink" href={lender.site}>
      {lender.name}
    </NewTabLink>
  );
}

type CardProps = {
  costed: Costed;
  request: AskedLoan;
  /** The figures for which this offer is the lowest. */
  badges: readonly string[];
  /** A further remark that distinguishes the offer, such as what it requires during study. */
  remark: string | undefined;
  /** True for the first offer in the order, which is highlighted. */
  first: boolean;
  /** True if this is the only offer. */
  alone: boolean;
  /** Why the member cannot choose the offer now; undefined if they can. */
  closed: string | undefined;
  onChoose: () => void;
};

/** One offer, calculated with the member's own figures (§16.20). */
export function OfferCard(props: CardProps) {
  const { costed, request, badges, remark, first, alone, closed, onChoose } = props;
  const { offer, cost } = costed;
  const { lender } = offer;
  const schedule = calculatorLink(offer, request);
  return (
    <li className="card outlined loan-offer grid" data-first={first || undefined}>
      <header>
        <p className="loan-offer-badges flex flex-wrap gap-2">
          {badges.map((badge) => (
            <Badge key={badge}>{badge}</Badge>
          ))}
          {remark && <span className="text-sm bold">{remark}</span>}
        </p>
        <h3 id={`offer-${offer.id}`} tabIndex={-1} className="text-2xl">
          <LenderName lender={lender} />
        </h3>
        <p className="loan-offer-total mt-2 flex flex-wrap items-baseline gap-x-6">
          <span>
            <span className="text-muted">You pay in total</span>{' '}
            <strong className="font-display bold text-ink">{formatWholePaise(cost.total)}</strong>
          </span>{' '}
          <span>
            <span className="text-muted">Yearly cost (APR)</span>{' '}
            <strong className="font-display bold text-ink">{sayApr(cost.apr)}</strong>
          </span>
        </p>
      </header>
      <details open={alone}>
        <summary className="link text-ink">
          Full cost and terms<span className="sr-only">{` (${lender.name})`}</span>
        </summary>
        <Facts facts={offerFacts(costed, request)} />
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
            ? 'A made-up offer from a sample lender.'
            : 'This is an estimate. The lender decides, and only its Key Facts Statement counts.'}
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
