import type { AskedLoan } from '../../domain/loans/loan-offer.ts';
import { formatSum, unbroken } from '../../domain/words/money.ts';
import type { Elements } from '../ui/elements.ts';
import { Facts } from '../ui/Facts.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { KeyFacts, LenderMark, LenderSite } from './LenderMark.tsx';
import { showAtCalculator } from './loan-kept.ts';
import type { OpenRequest } from './loan-schema.ts';
import {
  calculatorLink,
  inFull,
  percent,
  sayApr,
  sayDay,
  saySigner,
  unusualSigner,
  type Costed,
} from './loan-words.ts';
import { offerFacts } from './offer-facts.tsx';

type CardProps = {
  costed: Costed;
  request: AskedLoan & Partial<Pick<OpenRequest, 'co_applicant'>>;
  /** The state of its choice, and the figures for which it is the lowest. */
  badges: Elements;
  /** What else distinguishes the offer, such as what it requires during study. */
  remarks: readonly string[];
  /** True for the offer to choose first, which is highlighted. */
  first: boolean;
  /** True if the lender has declined the request, so that the member had better choose another offer. */
  declined?: boolean;
  /** True if this is the only offer, so that there is no table. */
  alone: boolean;
  /** Why the member cannot choose the offer now; null if the list says so, undefined if they can. */
  closed: string | null | undefined;
  onChoose: () => void;
};

/** One offer: its main figures, with its full cost and terms folded (§16.20). */
export function OfferCard(props: CardProps) {
  const { costed, request, badges, remarks, first, declined, alone, closed, onChoose } = props;
  const { offer, cost } = costed;
  const { lender } = offer;
  const signer = unusualSigner(request);
  const schedule = calculatorLink(offer, request);
  return (
    <li className="loan-offer">
      <header>
        <div className="flex flex-wrap items-center gap-1 gap-x-3">
          <h3 id={`offer-${offer.id}`} tabIndex={-1} className="text-xl">
            <LenderMark lender={lender} />
          </h3>
          {badges}
        </div>
        {!alone && (
          <p className="mt-1 text-ink">
            {[
              unbroken(`${percent(offer.rate)} ${offer.rate_type},`),
              ...(offer.interest === 'paid'
                ? [`${inFull(cost.wait.monthly)} a month for ${cost.wait.months} months, then`]
                : []),
              unbroken(`EMI ${formatSum(cost.emiInRupees)},`),
              unbroken(`total ${inFull(cost.total)}`),
            ].map((figure) => (
              <span key={figure}>{`${figure} `}</span>
            ))}
          </p>
        )}
        <p className="note">{`${alone ? `${percent(offer.rate)} ${offer.rate_type}, until` : 'Valid until'} ${sayDay(offer.valid_until)}`}</p>
        {remarks.map((remark) => (
          <p key={remark} className="text-sm bold">
            {remark}
          </p>
        ))}
        {alone && (
          <Facts
            className="loan-short mt-2"
            facts={[
              ['You pay in total', inFull(cost.total)],
              ['Yearly cost (APR)', sayApr(cost.apr)],
            ]}
          />
        )}
        {!closed && signer && <p className="mt-2">{saySigner(signer, offer)}</p>}
      </header>
      <footer>
        {closed === undefined ? (
          <PressButton
            className={declined ? 'link' : `button w-full ${first ? '' : 'button-quiet'}`}
            load={() => import('./Questions.tsx')}
            work={onChoose}
          >
            <span>{declined ? 'Ask this lender again' : 'Choose this offer'}</span>
            <span className="sr-only">{declined ? ` (${lender.name})` : ` of ${lender.name}`}</span>
          </PressButton>
        ) : (
          closed && <p className="bold text-ink">{closed}</p>
        )}
      </footer>
      <details open={alone && !declined}>
        <summary className="link text-ink">
          Full cost and terms<span className="sr-only">{` (${lender.name})`}</span>
        </summary>
        <Facts lines facts={offerFacts(costed, request)} />
        <div className="actions">
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
          <LenderSite lender={lender} />
        </div>
      </details>
    </li>
  );
}
