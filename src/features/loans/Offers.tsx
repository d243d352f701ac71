import { Suspense, useState } from 'react';
import { choiceNames } from '../../domain/loans/choices.ts';
import type { Member } from '../../lib/member.ts';
import { capitalized } from '../../domain/words/capitalized.ts';
import { count, sayMonths } from '../../domain/words/count.ts';
import { inShort } from '../../domain/words/money.ts';
import { Badge } from '../ui/Badge.tsx';
import { Choice } from '../ui/Choice.tsx';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { Facts } from '../ui/Facts.tsx';
import { MemberSection } from '../ui/MemberPage.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { late } from '../ui/late.tsx';
import { KeyFacts, LenderMark, LenderSite } from './LenderMark.tsx';
import { paysInStudy } from './loan-kept.ts';
import type { EndedOffer, Lender, MyLoan, Offer, OpenRequest, ShownOffer } from './loan-schema.ts';
import {
  badgesOf,
  choiceThatEnded,
  compare,
  endedBy,
  hasEnded,
  inFull,
  lowestOf,
  percent,
  sampleNote,
  sayDay,
  sayEnded,
  sayEndedBefore,
  sayFee,
  sayInStudy,
  sayInterest,
  sayTimes,
  toneOf,
  whyAprIsLower,
  whyNot,
  whyTheyDiffer,
  type Costed,
} from './loan-words.ts';
import { OfferCard } from './OfferCard.tsx';
import { LoanWords } from './offer-facts.tsx';
import { OffersTable } from './OffersTable.tsx';

const loadSheet = () => import('./OffersSheet.tsx');
const OffersSheet = late(loadSheet);

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No, only afterwards' },
] as const;

type RestProps = {
  others: ShownOffer[];
  lenders: Lender[];
  ended: EndedOffer[];
  request: OpenRequest;
  open: boolean;
};

/** What the member cannot choose: offers that do not fit, and lenders without an offer (§16.21, §16.72). */
function Rest({ others, lenders, ended, request, open }: RestProps) {
  const said = [
    others.length > 0 &&
      `${count(others.length, 'offer')} that ${others.length === 1 ? 'does' : 'do'} not fit`,
    lenders.length > 0 && `${count(lenders.length, 'lender')} without an offer`,
  ].filter((part) => part !== false);
  if (said.length === 0) return null;
  return (
    <details open={open} className="mt-2">
      <summary className="link text-ink">{`See ${said.join(' and ')}`}</summary>
      <ul className="loan-cards card mt-1">
        {others.map((offer) => (
          <li key={offer.id}>
            <h3 className="text-xl">
              <LenderMark lender={offer.lender} />
            </h3>
            <p>{whyNot(offer, request)}</p>
            <Facts
              lines
              facts={[
                ['Rate', `${percent(offer.rate)} ${offer.rate_type}`],
                ['Charges', capitalized(sayFee(offer))],
                ['Amount', `${inShort(offer.least_amount)} to ${inShort(offer.most_amount)}`],
                ['EMIs', `${sayMonths(offer.least_months)} to ${sayMonths(offer.most_months)}`],
                ['Before the EMIs', capitalized(sayInterest(offer))],
                ['Other charges', offer.other_charges],
                ['If you pay late', offer.penal_charges],
                ['Valid until', sayDay(offer.valid_until)],
              ]}
            />
            <div className="actions">
              <KeyFacts offer={offer} />
              <LenderSite lender={offer.lender} />
            </div>
          </li>
        ))}
        {lenders.map((lender) => {
          const last = ended.find(({ lender: { id } }) => id === lender.id);
          return (
            <li key={`lender-${lender.id}`}>
              <h3 className="text-xl">
                <LenderMark lender={lender} />
              </h3>
              <p className="note">{last ? `Its ${sayEnded(last)}` : 'No offer for your group'}</p>
              <LenderSite lender={lender} />
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function NoOffers({ request }: { request: OpenRequest }) {
  return (
    <EmptyBox title="No open offers right now">
      <p className="max-w-xl">{`We take the ${request.intake_year} group to lenders as it grows. As soon as one makes an offer, you see it here and we email you, up to once a day.`}</p>
    </EmptyBox>
  );
}

type OffersProps = {
  member: Member;
  loan: MyLoan;
  request: OpenRequest;
  /** True while the sheet for the family is open. */
  printing: boolean;
  /** True while the form for the request is open. */
  editing: boolean;
  onChoose: (offer: ShownOffer) => void;
  onPrint: () => void;
  onPrinted: () => void;
};

/** The button that opens the sheet for the family (§16.97). */
export function PrintOffers({ onPrint }: Pick<OffersProps, 'onPrint'>) {
  return (
    <PressButton load={loadSheet} work={onPrint}>
      Print a sheet for your family
    </PressButton>
  );
}

/** What stands instead of the button; null if the list says it above. */
function closedFor({ choice, proven }: MyLoan, offer: Offer): string | null | undefined {
  if (choice?.offer.id === offer.id) {
    return choice.state === 'disbursed' ? 'This is your loan.' : 'You have chosen this offer.';
  }
  if (choice?.state === 'disbursed') return `Your loan is from ${choice.lender.name}.`;
  if (choice)
    return `You have chosen ${choice.lender.name}. Withdraw that choice to choose this one.`;
  return proven ? undefined : null;
}

/** The group's offers, calculated with the member's figures and ranked for the member (§16.91). */
export function Offers(props: OffersProps) {
  const { member, loan, request, printing, editing, onChoose, onPrint, onPrinted } = props;
  const [answer, setAnswer] = useState(() => paysInStudy.read(member.id));
  const { fitting, others, mixed, ordered } = compare(loan.offers, request, answer);
  // Expired offers are among the others, with their lenders.
  const lenders = loan.lenders_without_offer.filter(({ id }) =>
    others.every(({ lender }) => lender.id !== id),
  );
  const hasSample = [...loan.offers.map(({ lender }) => lender), ...lenders].some(
    ({ is_sample: isSample }) => isSample,
  );
  const alone = fitting.length === 1;
  const isUnfit = others.some(({ expired }) => !expired);
  const { choice } = loan;
  const isDeclined = ({ offer }: Costed) => !choice && hasEnded(loan, offer);
  const open = fitting.filter((one) => !isDeclined(one));
  const isChoice = open.length > 1;
  const lowest = ordered && isChoice ? lowestOf(open, answer) : undefined;
  const newest = choice ?? choiceThatEnded(loan);
  const stateOf = (costed: Costed) => {
    if (isDeclined(costed)) return endedBy(loan, costed.offer)?.state;
    return newest?.offer.id === costed.offer.id ? newest.state : undefined;
  };
  const badges = (costed: Costed) => {
    const state = stateOf(costed);
    return (
      <>
        {state && <Badge tone={toneOf(state)}>{choiceNames[state]}</Badge>}
        {lowest &&
          !isDeclined(costed) &&
          badgesOf(costed, lowest, open).map((badge) => <Badge key={badge}>{badge}</Badge>)}
      </>
    );
  };
  const shown = [...open, ...fitting.filter(isDeclined)];
  const isChosen = ({ offer }: Costed) => choice?.offer.id === offer.id;
  const asksNow = ({ offer }: Costed) => answer === 'no' && mixed && offer.interest === 'paid';
  const why = [
    lowest && lowest.total !== lowest.apr ? whyTheyDiffer(lowest) : undefined,
    whyAprIsLower(fitting),
  ].filter((one) => one !== undefined);
  const compared = fitting.length > 0 && (
    <>
      {!loan.proven && !choice && (
        <p className="notice notice-calm mb-6">
          {/* While the form is open, it stands in the place of the request. */}
          {editing ? (
            <strong>Verify your email</strong>
          ) : (
            <a className="text-link bold" href="#your-request">
              Verify your email
            </a>
          )}
          <span> to choose an offer.</span>
        </p>
      )}
      {isChoice && (
        <div className={mixed ? 'loan-question' : undefined}>
          {mixed && (
            <Choice
              legend="Can you pay interest while you study?"
              hint={sayInStudy(fitting)}
              options={answers}
              chosen={answer}
              onChoose={(given) => {
                paysInStudy.keep(member.id, given);
                setAnswer(given);
              }}
            />
          )}
          <p>
            <span>{`${
              !ordered
                ? 'Until you answer, offers are in alphabetical order'
                : mixed && answer === 'no'
                  ? 'Cheapest in total first; offers that ask for interest while you study come last'
                  : 'Cheapest in total first'
            }${open.length < fitting.length ? '; lenders that declined or withdrew come last' : ''}. `}</span>
            <span>What we earn plays no part in the order.</span>
          </p>
        </div>
      )}
      {fitting.length > 2 && (
        <p className="note loan-swipe mt-5">{`${fitting.length} offers: swipe to compare`}</p>
      )}
      {isChoice && <OffersTable linked offers={open} {...{ request, lowest, asksNow }} />}
      <ul className="loan-cards card mt-5">
        {shown.map((costed, index) => {
          const { offer, cost } = costed;
          // A single offer has no question about it above.
          const asks =
            (alone ? cost.wait.monthly > 0 : asksNow(costed)) &&
            `Asks for ${inFull(cost.wait.monthly)} a month while you study`;
          const before = !choice && !isDeclined(costed) && sayEndedBefore(loan, offer);
          const remarks = [asks, before].filter((one) => one !== false && one !== undefined);
          return (
            <OfferCard
              key={offer.id}
              {...{ costed, request, remarks, alone }}
              badges={badges(costed)}
              first={index === 0 && (!isChoice || lowest !== undefined)}
              declined={isDeclined(costed)}
              closed={closedFor(loan, offer)}
              onChoose={() => onChoose(offer)}
            />
          );
        })}
      </ul>
      <p className="mt-2">
        <PrintOffers onPrint={onPrint} />
      </p>
    </>
  );
  const about = fitting.length > 0 && (
    <div className="loan-about mt-4">
      <h3 className="plain-heading">About these figures</h3>
      <p>{`They are estimates for ${inShort(request.amount)}, ${sayTimes(request, fitting)}. They assume that the lender pays out the whole loan on the first day and floating rates do not change. The lender decides, and only its Key Facts Statement counts.`}</p>
      {why.map((one) => (
        <p key={one}>{one}</p>
      ))}
      <details>
        <summary className="link text-ink">What the words mean</summary>
        <LoanWords />
      </details>
    </div>
  );
  const all = (
    <>
      {compared}
      {fitting.length === 0 && !isUnfit && <NoOffers request={request} />}
      {fitting.length === 0 && isUnfit && (
        <EmptyBox title="No offer fits your request">
          <p className="max-w-xl">
            <span>See why below. You can </span>
            {editing ? (
              <span>change your amount or your term</span>
            ) : (
              <a className="text-link" href="#your-request">
                change your amount or your term
              </a>
            )}
            <span>, and we will email you about new offers.</span>
          </p>
        </EmptyBox>
      )}
      <Rest
        {...{ others, lenders, request }}
        ended={loan.ended_offers}
        open={fitting.length === 0 && others.length > 0}
      />
      {about}
    </>
  );
  return (
    <MemberSection id="offers" title="Offers" className="loan-offers">
      {choice ? (
        <details>
          <summary className="link text-ink">Compare the offers again</summary>
          {all}
        </details>
      ) : (
        all
      )}
      {hasSample && <p className="note mt-2">{sampleNote}</p>}
      {printing && (
        <Suspense fallback={null}>
          <OffersSheet
            {...{ member, request, lowest, badges, asksNow, why }}
            fitting={[...shown.filter(isChosen), ...shown.filter((one) => !isChosen(one))]}
            onClose={onPrinted}
          />
        </Suspense>
      )}
    </MemberSection>
  );
}
