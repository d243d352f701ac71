import { Suspense, useDeferredValue, useState } from 'react';
import { sayReason } from '../../domain/loans/choices.ts';
import type { Member } from '../../lib/member.ts';
import type { Elements } from '../ui/elements.ts';
import { isFocusLost } from '../ui/use-go-to.ts';
import { late } from '../ui/late.tsx';
import { Loading } from '../ui/Loading.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { PastChoices, YourChoice } from './Choices.tsx';
import { Consents } from './Consents.tsx';
import { GroupPanel } from './Group.tsx';
import type { MyLoan } from './loan-schema.ts';
import {
  choiceThatEnded,
  latestAnswer,
  missedOffers,
  sayEnded,
  sayWhatIsLeft,
  unusualSigner,
  whatIsLeft,
  whatNow,
} from './loan-words.ts';
import { Offers } from './Offers.tsx';
import type { Question } from './Questions.tsx';
import type { FirstField } from './RequestForm.tsx';
import { RateMatches } from './RateMatches.tsx';
import { YourRequest } from './YourRequest.tsx';

const Questions = late(() => import('./Questions.tsx'));

type InGroupProps = {
  loan: MyLoan;
  member: Member;
  /** The form while it is open; otherwise, the invitation to join. */
  children: Elements;
  editing: boolean;
  /** True if the member opened the page without a request, so that any request is new. */
  isNew: boolean;
  /** True if the page already says above that the request counts. */
  isToldCounts: boolean;
  onEdit: (first?: FirstField) => void;
  /** Called when the member has confirmed an action and it is done. */
  onDone: (asked: Question) => void;
  /** Moves the focus to the first of these ids that is on the page. */
  goTo: (...ids: string[]) => void;
};

/** Where the focus goes after a dialog: to the first of these places that still exists. */
function placesAfter(asked: Question): string[] {
  switch (asked.what) {
    case 'leave':
      return ['left', 'your-request', 'join'];
    case 'take-back':
      return ['withdrawn', 'your-choice', 'offers', 'join'];
    case 'choose':
      return ['your-choice', 'offers', 'join'];
    case 'take-consent-back':
      return [`consent-${asked.consent.id}`];
    case 'take-match-back':
      return [`match-${asked.match.id}`];
  }
}

/** The loan page for a member who is, or was, in a group. */
export function InGroup(props: InGroupProps) {
  const { loan, member, children, editing, isNew, isToldCounts, onEdit, onDone, goTo } = props;
  const [question, setQuestion] = useState<Question>();
  const { request, group, choice, past_choices: past, proven } = loan;
  const [printing, setPrinting] = useState(false);
  const ended = choiceThatEnded(loan);
  const left = whatIsLeft(loan);
  const missed = missedOffers(loan);
  const answer = latestAnswer(loan);
  // To a member who has left the group, the loan matters more than the invitation.
  const paidOut = request ? [] : past.filter(({ state }) => state === 'disbursed');
  // Offers that can be chosen come before the request that they are for.
  const offersFirst = proven && !choice && loan.offers.length > 0;
  // Everything above the offers appears before they have been calculated, unless the focus is to go to them.
  const shows = useDeferredValue(true, isNew || location.hash !== '');

  const answered = (asked: Question, done: boolean) => {
    setQuestion(undefined);
    if (done) onDone(asked);
    // The pressed button may be gone even without a reply, because the change may have succeeded and its reply been
    // lost.
    if (done || isFocusLost()) goTo(...placesAfter(asked));
  };

  const top = request && (
    <div className="loan-top mt-8 grid items-start gap-4">
      {!editing && (
        <YourRequest
          {...{ request, choice, proven, isNew, isToldCounts }}
          email={member.email}
          changingTo={loan.changing_to}
          isShort={loan.offers.length > 0}
          onEdit={onEdit}
          onLeave={() => setQuestion({ what: 'leave' })}
        />
      )}
      {group && <GroupPanel group={group} counts={proven} />}
    </div>
  );

  return (
    <>
      {choice && (
        <YourChoice
          {...{ choice, loan }}
          onPrint={() => setPrinting(true)}
          onTakeBack={() => setQuestion({ what: 'take-back', choice })}
        />
      )}
      {/* While the form is open, the request changes already. */}
      {ended && !editing && (
        <div className="notice mt-5">
          <p>
            <strong>{whatNow(ended)}</strong>
            {ended.reason && <span>{` ${sayReason(ended.reason)}`}</span>}
          </p>
          <p>{sayWhatIsLeft(ended, left, unusualSigner(request) !== undefined)}</p>
          {(ended.state === 'declined' || left !== 'another') && (
            <PressButton load={() => import('./RequestForm.tsx')} work={() => onEdit()}>
              Change your request
            </PressButton>
          )}
        </div>
      )}
      {request && !choice && !editing && (missed.length > 0 || answer) && (
        <div className="notice mt-5">
          {missed.map((one) => (
            <p key={one.id}>{`${one.lender.name}’s ${sayEnded(one)}.`}</p>
          ))}
          {answer && (
            <p>
              <a className="text-link" href="#better-offer">
                {`See our answer about ${answer.lender}’s offer`}
              </a>
            </p>
          )}
        </div>
      )}
      <PastChoices title="Your loan" choices={paidOut} told={undefined} />
      {children}
      {!offersFirst && top}
      {shows ? (
        <>
          {request && (
            <Offers
              {...{ member, loan, request, printing, editing }}
              onChoose={(offer) => setQuestion({ what: 'choose', offer })}
              onPrint={() => setPrinting(true)}
              onPrinted={() => setPrinting(false)}
            />
          )}
          {offersFirst && top}
          {(request !== null || loan.rate_matches.length > 0) && (
            <RateMatches
              {...{ loan, goTo }}
              onTakeBack={(match) => setQuestion({ what: 'take-match-back', match })}
            />
          )}
          <PastChoices
            title="Past choices"
            choices={past.filter((one) => !paidOut.includes(one))}
            told={ended}
          />
          <Consents
            consents={loan.consents}
            onTakeBack={(consent) => setQuestion({ what: 'take-consent-back', consent })}
          />
        </>
      ) : (
        <Loading className="loading-page mt-8">Working out your offers</Loading>
      )}
      {question && (
        <Suspense fallback={null}>
          <Questions
            {...{ question, loan }}
            onEdit={(first) => {
              setQuestion(undefined);
              onEdit(first);
            }}
            onClose={(done) => answered(question, done)}
          />
        </Suspense>
      )}
    </>
  );
}
