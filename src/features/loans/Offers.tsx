import { Fragment, Suspense, useState } from 'react';
import { sayMonths } from '../../domain/loans/loan-request.ts';
import type { Member } from '../../lib/member.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { Choice } from '../ui/Choice.tsx';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { MemberSection } from '../ui/MemberPage.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { late } from '../ui/late.tsx';
import { KeyFacts, LenderMark } from './LenderMark.tsx';
import { paysInStudy } from './loan-kept.ts';
import type { MyLoan, Offer, OpenRequest, ShownOffer } from './loan-schema.ts';
import {
  compare,
  inShort,
  lowestOf,
  percent,
  sayDay,
  sayFee,
  sayInterest,
  whyNot,
  whyTheyDiffer,
  type Costed,
} from './loan-words.ts';
import { LenderName, OfferCard } from './OfferCard.tsx';
import { OffersTable } from './OffersTable.tsx';

const loadSheet = () => import('./OffersSheet.tsx');
const OffersSheet = late(loadSheet);

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No, only afterwards' },
] as const;

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
    <EmptyBox title="No lender has made an offer yet">
      <p className="max-w-xl">{`We take the ${request.intake_year} group to lenders as it grows. As soon as one makes an offer, you see it here and we email you, up to once a day.`}</p>
    </EmptyBox>
  );
}

type OffersProps = {
  member: Member;
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
  return proven ? undefined : 'Verify your email above to choose an offer.';
}

/** The figures for which an offer is the lowest; none as long as the offers are not ranked (§16.96). */
const badgesOf = (costed: Costed, lowest: ReturnType<typeof lowestOf>) => [
  ...(costed === lowest?.total ? ['Lowest total'] : []),
  ...(costed === lowest?.apr ? ['Lowest APR'] : []),
];

/** The group's offers, calculated with the member's figures and ranked for the member (§16.91). */
export function Offers({ member, loan, request, onChoose }: OffersProps) {
  const [answer, setAnswer] = useState(() => paysInStudy.read(member.id));
  const [printing, setPrinting] = useState(false);
  const { fitting, others, mixed, ordered } = compare(loan.offers, request, answer);
  const { amount, course_months: course, term_months: term } = request;
  const lenders = loan.lenders_without_offer;
  const hasSample = [...loan.offers.map(({ lender }) => lender), ...lenders].some(
    ({ is_sample: isSample }) => isSample,
  );
  const alone = fitting.length === 1;
  const lowest = ordered && !alone ? lowestOf(fitting, answer) : undefined;
  const why = lowest && lowest.total !== lowest.apr ? whyTheyDiffer(lowest) : undefined;
  const compared = (
    <>
      {mixed && (
        <Choice
          legend="Can you pay interest while you study?"
          hint="Some of these offers ask for interest every month; the others add it to the loan."
          options={answers}
          chosen={answer}
          onChoose={(given) => {
            paysInStudy.keep(member.id, given);
            setAnswer(given);
          }}
          className="mt-5"
        />
      )}
      {!alone && <OffersTable linked offers={fitting} />}
      {why && <p className="loan-why mt-4">{why}</p>}
      <p className="mt-4">
        <PressButton load={loadSheet} work={() => setPrinting(true)}>
          Print a sheet for your family
        </PressButton>
      </p>
      <ul className="loan-cards mt-5 grid gap-x-5">
        {fitting.map((costed, index) => {
          const { offer, cost } = costed;
          const remark =
            answer === 'no' && mixed && offer.interest === 'paid'
              ? `Asks for ${formatWholePaise(cost.wait.monthly)} a month while you study`
              : undefined;
          return (
            <OfferCard
              key={offer.id}
              {...{ costed, request, remark, alone }}
              badges={badgesOf(costed, lowest)}
              first={index === 0 && lowest !== undefined}
              closed={closedFor(loan, offer)}
              onChoose={() => onChoose(offer)}
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
          Lenders marked ‘Sample’ are made up, so that you can try out this page. They do not lend.
        </p>
      )}
      {fitting.length > 0 && (
        <>
          <p className={`loan-lead ${loan.choice ? '' : 'round-table round-table-taken'}`}>
            <span>{`${
              ordered
                ? `Cheapest in total first, for ${inShort(amount)}${
                    mixed && answer === 'no'
                      ? '; offers that ask for interest while you study come last'
                      : ''
                  }`
                : 'In alphabetical order until you answer the question below'
            }. `}</span>
            <strong className="bold text-ink">What we earn plays no part in the order.</strong>
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
        <EmptyBox title="No offer fits your request">
          <p className="max-w-xl">
            See why below. You can change your amount or your term, and we will email you about new
            offers.
          </p>
        </EmptyBox>
      )}
      {others.length > 0 && <OtherOffers {...{ others, request }} />}
      {lenders.length > 0 && (
        <p className="mt-5">
          <strong className="bold text-ink">Lenders with no offer for your group:</strong>{' '}
          {lenders.map((lender, index) => (
            <Fragment key={lender.id}>
              {index > 0 && <span>{', '}</span>}
              <LenderMark lender={lender} />
            </Fragment>
          ))}
          <span>.</span>
        </p>
      )}
      {printing && (
        <Suspense fallback={null}>
          <OffersSheet {...{ member, fitting, request, why }} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </MemberSection>
  );
}
