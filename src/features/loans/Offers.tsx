import { Fragment, useState } from 'react';
import type { CostedOffer } from '../../domain/loans/loan-offer.ts';
import { sayMonths } from '../../domain/loans/loan-request.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { Choice } from '../ui/Choice.tsx';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { MemberSection } from '../ui/MemberPage.tsx';
import { Table } from '../ui/Table.tsx';
import { KeyFacts, LenderMark } from './LenderMark.tsx';
import { paysInStudy } from './loan-kept.ts';
import type { MyLoan, Offer, OpenRequest, ShownOffer } from './loan-schema.ts';
import {
  compare,
  inShort,
  percent,
  sayApr,
  sayDay,
  sayFee,
  sayInterest,
  whyNot,
  type PaysInStudy,
} from './loan-words.ts';
import { LenderName, OfferCard } from './OfferCard.tsx';

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No, only after it' },
] as const;

type Costed = CostedOffer<ShownOffer>;

const beforeEmis = ({ offer, cost }: Costed) =>
  offer.interest === 'paid' ? `${formatWholePaise(cost.wait.monthly)} a month` : 'Nothing';

const rows: readonly (readonly [string, (costed: Costed) => string])[] = [
  ['EMI', ({ cost }) => formatWholePaise(cost.emiInRupees * 100)],
  ['Before the EMIs', beforeEmis],
  ['In total', ({ cost }) => formatWholePaise(cost.total)],
  ['APR', ({ cost }) => sayApr(cost.apr)],
];

/** All offers side by side, in the four figures that tell them apart (§16.75). */
function OffersTable({ offers }: { offers: readonly Costed[] }) {
  return (
    <Table
      className="loan-compare mt-5"
      caption="The offers in short"
      head={[
        '',
        ...offers.map(({ offer }) => (
          <a key={offer.id} className="link wrap-anywhere text-ink" href={`#offer-${offer.id}`}>
            <LenderMark lender={offer.lender} />
          </a>
        )),
      ]}
      rows={rows.map(([name, say]) => [name, ...offers.map(say)])}
    />
  );
}

function OtherOffers({ others, request }: { others: ShownOffer[]; request: OpenRequest }) {
  return (
    <>
      <h3 className="plain-heading mt-6 mb-3">Offers that do not fit your request</h3>
      <ul className="loan-others grid">
        {others.map((offer) => (
          <li key={offer.id}>
            <h4 className="bold text-ink">
              <LenderName lender={offer.lender} />
            </h4>
            <p>{whyNot(offer, request)}</p>
            <p className="note">{`${percent(offer.rate)} a year, ${offer.rate_type}; charges: ${sayFee(offer)}; from ${inShort(offer.least_amount)} to ${inShort(offer.most_amount)}, EMIs for ${sayMonths(offer.least_months)} to ${sayMonths(offer.most_months)}; ${sayInterest(offer)}; valid until ${sayDay(offer.valid_until)}.${offer.other_charges && ` Other charges: ${offer.other_charges}.`}${offer.penal_charges && ` If you pay late: ${offer.penal_charges}.`}`}</p>
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
      <p className="max-w-xl">{`We put the group of ${request.intake_year} to lenders as it grows. As soon as one makes an offer, you see it here and we write to you, once a day at most.`}</p>
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

/** What an offer's rank means; undefined while the question that decides the order is unanswered. */
function rankOf({ offer, cost }: Costed, index: number, mixed: boolean, answer?: PaysInStudy) {
  if (!mixed || answer === 'yes') return index === 0 ? 'Lowest total' : undefined;
  if (answer === undefined) return undefined;
  if (offer.interest === 'paid')
    return `Asks for ${formatWholePaise(cost.wait.monthly)} a month during study`;
  return index === 0 ? 'Lowest total without paying during study' : undefined;
}

/** The group's offers, worked out on the member's figures and in the member's order (§16.91). */
export function Offers({ memberId, loan, request, onChoose }: OffersProps) {
  const [answer, setAnswer] = useState(() => paysInStudy.read(memberId));
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
        <Choice
          legend="Can you pay interest while you study?"
          hint="Some of these offers ask for it every month; the others add it to the loan."
          options={answers}
          chosen={answer}
          onChoose={(given) => {
            paysInStudy.keep(memberId, given);
            setAnswer(given);
          }}
          className="mt-5"
        />
      )}
      {!alone && <OffersTable offers={fitting} />}
      <ul className="loan-cards mt-5 grid gap-x-5">
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
    <MemberSection id="offers" title="Offers" className="loan-offers">
      {hasSample && (
        <p className="notice mb-4">
          Lenders marked ‘Sample’ are made up, so that you can try this page out. They lend nothing.
        </p>
      )}
      {fitting.length > 0 && (
        <>
          <p className="loan-lead">
            <span>{`In order of what you would pay in total for ${inShort(amount)}${
              mixed && answer === 'no'
                ? ', with those that ask for interest while you study last'
                : ''
            }. `}</span>
            <strong className="bold text-ink">What we earn plays no part in it.</strong>
          </p>
          <p className="note">{`Worked out for your course of ${sayMonths(course)} and EMIs over ${sayMonths(term)}, as if the whole loan were paid out on the first day and floating rates stayed as they are.`}</p>
          {loan.choice ? (
            <details>
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
          <p className="max-w-xl">
            The reasons are below. You can change your amount or your term. We also write to you
            when there is a new offer.
          </p>
        </EmptyBox>
      )}
      {others.length > 0 && <OtherOffers {...{ others, request }} />}
      {lenders.length > 0 && (
        <p className="mt-5">
          <strong className="bold text-ink">Lenders without an offer for your group:</strong>{' '}
          {lenders.map((lender, index) => (
            <Fragment key={lender.id}>
              {index > 0 && <span>{', '}</span>}
              <LenderMark lender={lender} />
            </Fragment>
          ))}
          <span>.</span>
        </p>
      )}
    </MemberSection>
  );
}
