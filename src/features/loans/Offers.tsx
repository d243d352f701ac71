import { Fragment, useId, useState } from 'react';
import {
  costOf,
  pointsBelowStandard,
  type AskedLoan,
  type CostedOffer,
} from '../../domain/loans/loan-offer.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { sayMonths } from '../../domain/loans/loan-request.ts';
import {
  calculatorLink,
  compare,
  inShort,
  percent,
  sayApr,
  sayDay,
  sayDifference,
  sayFee,
  sayInterest,
  whyNot,
  type PaysInStudy,
} from './loan-words.ts';
import type { Lender, MyLoan, Offer, OpenRequest, ShownOffer } from './loan-schema.ts';
import { KeyFacts, LenderMark } from './LenderMark.tsx';
import { LoadingButton } from '../ui/LoadingButton.tsx';
import '../ui/note.css';
import '../ui/actions.css';
import '../ui/choice-cover.css';
import '../ui/choice-options.css';
import '../ui/choice.css';
import '../ui/field.css';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { Facts } from '../ui/Facts.tsx';
import { keepPaysInStudy, paysInStudyOf, showAtCalculator } from './loan-kept.ts';

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

type AskProps = { answer: PaysInStudy | undefined; onAnswer: (answer: PaysInStudy) => void };

const answers = [
  ['yes', 'Yes'],
  ['no', 'No, only after it'],
] as const;

/** The question whose answer orders the offers (§16.91). */
function CanYouPay({ answer, onAnswer }: AskProps) {
  const id = useId();
  return (
    <fieldset className="choice mt-5" aria-describedby={`${id}-hint`}>
      <legend className="field-label">Can you pay interest while you study?</legend>
      <p id={`${id}-hint`} className="field-hint">
        Some of these offers ask for it every month; the others add it to the loan.
      </p>
      <div className="choice-options" data-buttons>
        {answers.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={id}
              value={value}
              checked={answer === value}
              onChange={() => onAnswer(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type Costed = CostedOffer<ShownOffer>;

const beforeEmis = ({ offer, cost }: Costed) =>
  offer.interest === 'paid' ? `${formatWholePaise(cost.wait.monthly)} a month` : 'Nothing';

const rows: readonly (readonly [string, (costed: Costed) => string])[] = [
  ['EMI', ({ cost }) => formatWholePaise(cost.emiInRupees * 100)],
  ['Before the EMIs', beforeEmis],
  ['In all', ({ cost }) => formatWholePaise(cost.total)],
  ['APR', ({ cost }) => sayApr(cost.apr)],
];

/** All offers beside each other, in the four figures that tell them apart (§16.75). */
function InOneTable({ fitting }: { fitting: readonly Costed[] }) {
  return (
    <div className="loan-compare mt-5">
      <table>
        <caption className="sr-only">The offers in short</caption>
        <thead>
          <tr>
            <td />
            {fitting.map(({ offer }) => (
              <th key={offer.id} scope="col">
                <a className="link wrap-anywhere text-ink" href={`#offer-${offer.id}`}>
                  <LenderMark lender={offer.lender} />
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, say]) => (
            <tr key={name}>
              <th scope="row">
                <span>{name}</span>
              </th>
              {fitting.map((costed) => (
                <td key={costed.offer.id}>{say(costed)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CardProps = {
  costed: Costed;
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

function OtherOffers({ others, request }: { others: ShownOffer[]; request: OpenRequest }) {
  return (
    <>
      <h3 className="loan-subheading">Offers that do not fit your request</h3>
      <ul className="loan-others grid">
        {others.map((offer) => (
          <li key={offer.id}>
            <h4 className="bold text-ink">
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
  memberId: string;
  loan: MyLoan;
  request: OpenRequest;
  onChoose: (offer: ShownOffer) => void;
};

function closedFor({ choice, proven }: MyLoan, offer: Offer): string | undefined {
  if (choice?.offer.id === offer.id) {
    return choice.state === 'disbursed' ? 'This is your loan.' : 'You have chosen this offer.';
  }
  if (choice?.state === 'disbursed') return `Your loan is from ${choice.lender.name}.`;
  if (choice)
    return `You have chosen ${choice.lender.name}. Withdraw that choice to choose this one.`;
  return proven ? undefined : 'Verify your e-mail above to choose an offer.';
}

/** What the place of an offer among others means; nothing while the question is open that decides it. */
function rankOf({ offer, cost }: Costed, index: number, mixed: boolean, answer?: PaysInStudy) {
  if (!mixed || answer === 'yes') return index === 0 ? 'Least in all' : undefined;
  if (answer === undefined) return undefined;
  if (offer.interest === 'paid')
    return `Asks for ${formatWholePaise(cost.wait.monthly)} a month in study`;
  return index === 0 ? 'Least in all without paying in study' : undefined;
}

/** The offers to the group on the member's own figures, in the order that the member needs (§16.91). */
export function Offers({ memberId, loan, request, onChoose }: OffersProps) {
  const [answer, setAnswer] = useState(() => paysInStudyOf(memberId));
  const { fitting, others } = compare(loan.offers, request, answer);
  const mixed = new Set(fitting.map(({ offer }) => offer.interest)).size > 1;
  const { amount, course_months: course, term_months: term } = request;
  const lenders = loan.lenders_without_offer;
  const hasSample = [...loan.offers.map(({ lender }) => lender), ...lenders].some(
    ({ is_sample: isSample }) => isSample,
  );
  const alone = fitting.length === 1;
  const compared = (
    <>
      {mixed && (
        <CanYouPay
          answer={answer}
          onAnswer={(given) => {
            keepPaysInStudy(memberId, given);
            setAnswer(given);
          }}
        />
      )}
      {!alone && <InOneTable fitting={fitting} />}
      <ul className="offers mt-5 grid gap-x-5">
        {fitting.map((costed, index) => {
          const rank = alone ? undefined : rankOf(costed, index, mixed, answer);
          return (
            <OfferCard
              key={costed.offer.id}
              {...{ costed, request, rank, alone }}
              first={index === 0 && rank !== undefined}
              closed={closedFor(loan, costed.offer)}
              onChoose={() => onChoose(costed.offer)}
            />
          );
        })}
      </ul>
    </>
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
            In the order of what you would pay in all for {inShort(amount)}
            {mixed && answer === 'no' && ', those last that ask for interest while you study'}.{' '}
            <strong className="bold text-ink">What we earn plays no part in it.</strong>
          </p>
          <p className="note">
            Worked out for your course of {sayMonths(course)} and EMIs over {sayMonths(term)}, as if
            the whole loan were paid out on the first day and a floating rate stayed as it is.
          </p>
          {loan.choice ? (
            <details className="loan-again">
              <summary className="link text-ink">Compare the offers again</summary>
              {compared}
            </details>
          ) : (
            compared
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
          <strong className="bold text-ink">Lenders without an offer for your group:</strong>{' '}
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
        ['EMI', cost && `${formatWholePaise(cost.emiInRupees * 100)}, ${cost.emis} times`],
        ['In all', cost && formatWholePaise(cost.total)],
        ['Charges', cost && formatWholePaise(cost.charges)],
        ['Valid until', sayDay(offer.valid_until)],
      ]}
    />
  );
}
