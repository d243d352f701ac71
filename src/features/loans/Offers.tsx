import { Fragment } from 'react';
import { costOf, pointsBelowStandard, type CostedOffer } from '../../domain/loans/loan-offer.ts';
import { sayMonths } from '../../domain/loans/loan-request.ts';
import {
  calculatorLink,
  compare,
  inRupees,
  inShort,
  percent,
  sayApr,
  sayDay,
  sayDifference,
  sayFee,
  sayInterest,
  whyNot,
} from './loan-words.ts';
import type { Lender, MyLoan, Offer, OpenRequest, ShownOffer } from './loan-schema.ts';
import { KeyFacts, LenderMark } from './LenderMark.tsx';
import { LoadingButton } from '../ui/LoadingButton.tsx';
import '../ui/note.css';
import '../ui/actions.css';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { Facts } from '../ui/Facts.tsx';

/** A lender's name, which leads to its site; a sample leads nowhere. */
function LenderName({ lender }: { lender: Lender }) {
  if (lender.is_sample) return <LenderMark lender={lender} />;
  return (
    <a className="link" href={lender.site} target="_blank" rel="noopener">
      {lender.name}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

type GlanceProps = { fitting: readonly CostedOffer<ShownOffer>[]; amount: number };

/** All offers on one scale: what each costs on top of the loan. */
function AtAGlance({ fitting, amount }: GlanceProps) {
  const most = Math.max(...fitting.map(({ cost }) => cost.total - amount), 1);
  const [first] = fitting;
  return (
    <ol className="loan-glance mb-8 grid" aria-label="The offers in short">
      {fitting.map(({ offer, cost }, index) => {
        const onTop = cost.total - amount;
        const more = cost.total - (first?.cost.total ?? 0);
        return (
          <li key={offer.id}>
            <a className="link wrap-anywhere text-ink" href={`#offer-${offer.id}`}>
              <LenderMark lender={offer.lender} />
            </a>
            <span className="loan-glance-sum font-display text-ink">{inRupees(onTop)}</span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(onTop / most) * 100} height="1" />
              <rect
                className="loan-glance-charges"
                x={((onTop - cost.charges) / most) * 100}
                width={(cost.charges / most) * 100}
                height="1"
              />
            </svg>
            <span className="note">
              {index === 0 ? 'the least of these' : `${inRupees(more)} more`}, EMI{' '}
              {inRupees(cost.emiInRupees * 100)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

type CardProps = {
  costed: CostedOffer<ShownOffer>;
  request: OpenRequest;
  first: boolean;
  /** Why it cannot be chosen now; undefined when it can. */
  closed: string | undefined;
  onChoose: () => void;
};

/** One offer, worked out on the member's own figures (§16.20). */
function OfferCard({ costed: { offer, cost }, request, first, closed, onChoose }: CardProps) {
  const { lender, rate, rate_type: kind, standard_rate: standard } = offer;
  const { wait } = cost;
  const points = pointsBelowStandard(offer);
  const months = calculatorLink(offer, request);
  return (
    <li className="card outlined offer grid" data-first={first || undefined}>
      <header>
        <p className="offer-rank font-semibold text-leaf">{first && 'Least in all'}</p>
        <h3 id={`offer-${offer.id}`} tabIndex={-1}>
          <LenderName lender={lender} />
        </h3>
      </header>
      <p className="offer-total">
        <span className="text-muted">You pay in all</span>{' '}
        <strong className="font-display font-semibold text-ink">{inRupees(cost.total)}</strong>
      </p>
      <dl className="facts">
        <div>
          <dt>EMI</dt>
          <dd>
            {inRupees(cost.emiInRupees * 100)} <small>{cost.emis} times</small>
          </dd>
        </div>
        <div>
          <dt>Before the EMIs</dt>
          <dd>
            {offer.interest === 'paid' ? (
              <>
                {inRupees(wait.monthly)} <small>interest a month, {wait.months} times</small>
              </>
            ) : (
              <>
                Nothing for {wait.months} months{' '}
                <small>then {inRupees(wait.added)} of interest is added to the loan</small>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Interest</dt>
          <dd>{inRupees(cost.interest)}</dd>
        </div>
        <div>
          <dt>Charges</dt>
          <dd>
            {inRupees(cost.charges)} <small>{sayFee(offer)}</small>
          </dd>
        </div>
        <div>
          <dt>APR</dt>
          <dd>
            {sayApr(cost.apr)} <small>a year, with the charges</small>
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
      <div className="actions offer-links">
        <KeyFacts offer={offer} />
        {months && (
          <a className="link" href={months}>
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
            className="button mt-3 w-full"
            load={() => import('./Questions.tsx')}
            onReady={onChoose}
          >
            Choose this offer<span className="sr-only"> of {lender.name}</span>
          </LoadingButton>
        ) : (
          <p className="offer-closed mt-3 font-semibold text-ink">{closed}</p>
        )}
      </footer>
    </li>
  );
}

function OtherOffers({ others, request }: { others: ShownOffer[]; request: OpenRequest }) {
  return (
    <>
      <h3 className="loan-subheading font-semibold text-ink">
        Offers that do not fit your request
      </h3>
      <ul className="loan-others grid">
        {others.map((offer) => (
          <li key={offer.id}>
            <h4 className="font-semibold text-ink">
              <LenderName lender={offer.lender} />
            </h4>
            <p>{whyNot(offer, request)}</p>
            <p className="note">
              {percent(offer.rate)} a year, {offer.rate_type}; charges: {sayFee(offer)}; from{' '}
              {inShort(offer.least_amount)} to {inShort(offer.most_amount)}, EMIs for{' '}
              {sayMonths(offer.least_months)} to {sayMonths(offer.most_months)};{' '}
              {sayInterest(offer)}; valid until {sayDay(offer.valid_until)}.
              {offer.other_charges && ` Other charges: ${offer.other_charges}.`}
              {offer.penal_charges && ` If you pay late: ${offer.penal_charges}.`}
            </p>
            <KeyFacts offer={offer} />
          </li>
        ))}
      </ul>
    </>
  );
}

function NoOffers({ request }: { request: OpenRequest }) {
  return (
    <EmptyBox title="No lender has answered yet">
      <p>
        We put the group of {request.intake_year} to lenders as it grows. As soon as one makes an
        offer, you see it here and we write to you, once a day at most.
      </p>
    </EmptyBox>
  );
}

type OffersProps = {
  loan: MyLoan;
  request: OpenRequest;
  onChoose: (offer: ShownOffer) => void;
};

function closedFor({ choice, proven }: MyLoan, offer: Offer): string | undefined {
  if (choice?.offer.id === offer.id) {
    return choice.state === 'disbursed' ? 'This is your loan.' : 'You have chosen this offer.';
  }
  if (choice?.state === 'disbursed') return `Your loan is from ${choice.lender.name}.`;
  if (choice) return `You have chosen ${choice.lender.name}. Take that back to choose this one.`;
  return proven ? undefined : 'Prove your e-mail address above to choose an offer.';
}

/** The offers to the group on the member's own figures, the cheapest in total first (§16.19). */
export function Offers({ loan, request, onChoose }: OffersProps) {
  const { fitting, others } = compare(loan.offers, request);
  const { amount, course_months: course, term_months: term } = request;
  const lenders = loan.lenders_without_offer;
  const hasSample = [...loan.offers.map(({ lender }) => lender), ...lenders].some(
    ({ is_sample: isSample }) => isSample,
  );
  const cards = (
    <ul className="offers mt-5 grid gap-x-5">
      {fitting.map((costed, index) => (
        <OfferCard
          key={costed.offer.id}
          {...{ costed, request }}
          first={index === 0 && fitting.length > 1}
          closed={closedFor(loan, costed.offer)}
          onChoose={() => onChoose(costed.offer)}
        />
      ))}
    </ul>
  );
  return (
    <section aria-labelledby="offers" className="loan-offers">
      <h2 id="offers" tabIndex={-1} className="member-heading">
        Offers
      </h2>
      {hasSample && (
        <p className="notice mb-4">
          Lenders marked ‘Sample’ are made up, so that this page can be tried out. They lend
          nothing.
        </p>
      )}
      {fitting.length > 0 && (
        <>
          <p className="loan-lead">
            In the order of what you would pay in all for {inShort(amount)}.{' '}
            <strong className="font-semibold text-ink">What we earn plays no part in it.</strong>
          </p>
          <p className="note">
            Worked out for your course of {sayMonths(course)} and EMIs over {sayMonths(term)}, as if
            the whole loan were paid out on the first day and a floating rate stayed as it is.
            {new Set(fitting.map(({ offer }) => offer.interest)).size > 1 &&
              ' Where interest is paid while you study you pay less in all, and have to pay earlier: look at ‘Before the EMIs’ too.'}
          </p>
          {fitting.length > 1 && (
            <>
              <h3 className="loan-subheading font-semibold text-ink">
                What each costs you on top of the {inShort(amount)}
              </h3>
              <p className="note loan-legend">
                <i data-part="interest" aria-hidden="true" /> interest,{' '}
                <i data-part="charges" aria-hidden="true" /> charges
              </p>
              <AtAGlance fitting={fitting} amount={amount} />
            </>
          )}
          {loan.choice ? (
            <details className="loan-again">
              <summary className="link">Compare the offers again</summary>
              {cards}
            </details>
          ) : (
            cards
          )}
        </>
      )}
      {fitting.length === 0 && others.length === 0 && <NoOffers request={request} />}
      {fitting.length === 0 && others.length > 0 && (
        <EmptyBox title="None of the offers fits your request">
          <p>
            Below is why. You can change your amount or your term; we also write to you when there
            is a new offer.
          </p>
        </EmptyBox>
      )}
      {others.length > 0 && <OtherOffers {...{ others, request }} />}
      {lenders.length > 0 && (
        <p className="mt-5">
          <strong className="font-semibold text-ink">
            Lenders without an offer for your group:
          </strong>{' '}
          {lenders.map((lender, index) => (
            <Fragment key={lender.id}>
              {index > 0 && ', '}
              <LenderMark lender={lender} />
            </Fragment>
          ))}
          .
        </p>
      )}
    </section>
  );
}

/** An offer in a few lines, for a choice that was made; the cost is that of the terms of that day. */
export function OfferInShort({
  offer,
  asked,
}: {
  offer: Offer;
  asked: Pick<OpenRequest, 'amount' | 'course_months' | 'term_months'>;
}) {
  const cost = costOf(offer, asked);
  return (
    <Facts
      className="loan-short"
      facts={[
        ['Amount', inShort(asked.amount)],
        ['Rate', `${percent(offer.rate)} ${offer.rate_type}`],
        ['EMI', cost && `${inRupees(cost.emiInRupees * 100)}, ${cost.emis} times`],
        ['In all', cost && inRupees(cost.total)],
        ['Charges', cost && inRupees(cost.charges)],
        ['Valid until', sayDay(offer.valid_until)],
      ]}
    />
  );
}
