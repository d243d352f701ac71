import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { fileAddress, fileEndings } from '../../domain/files/member-files.ts';
import { isActive, isOpen, matchNames } from '../../domain/loans/choices.ts';
import { loanRefusals } from '../../domain/refusals/loans.ts';
import { formatPaise, unbroken } from '../../domain/words/money.ts';
import { $today } from '../../lib/now.ts';
import { saveFile } from '../../lib/member-files.ts';
import { Badge } from '../ui/Badge.tsx';
import { MemberSection } from '../ui/MemberPage.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { Steps, type Step } from '../ui/Steps.tsx';
import { late } from '../ui/late.tsx';
import type { MyLoan, RateMatch } from './loan-schema.ts';
import { answerTo, percent, sayDay, toneOf, whatMatchMeans } from './loan-words.ts';

const RateMatchForm = late(() => import('./RateMatchForm.tsx'));

function stepsOf({ steps, state, answer_by: answerBy }: RateMatch): Step[] {
  const had = steps.map(({ state: one, at, reason }) => ({ name: matchNames[one], at, reason }));
  const left = [
    ...(state === 'sent' ? [{ name: matchNames.with_lenders }] : []),
    ...(isOpen(state) ? [{ name: 'Answered', note: `by ${sayDay(answerBy)}` }] : []),
  ];
  return [...had, ...left];
}

type OneMatchProps = { loan: MyLoan; match: RateMatch; onTakeBack: () => void };

function OneMatch({ loan, match, onTakeBack }: OneMatchProps) {
  const today = useStore($today);
  const { choice } = loan;
  const answer = answerTo(loan, match);
  const offers = answer && `${answer.offer.lender.name} offers ${percent(answer.offer.rate)}`;
  const chosen =
    choice && isActive(choice) && choice.offer.id !== answer?.offer.id && choice.lender;
  const { id, lender, rate, charges, state, file } = match;
  return (
    <li className="card p-6">
      <h3 id={`match-${id}`} tabIndex={-1} className="text-xl">
        <span>{`${lender}, ${percent(rate)} `}</span>
        <Badge tone={toneOf(state)}>{matchNames[state]}</Badge>
      </h3>
      <p className="note">{`Charges ${unbroken(formatPaise(charges))}, valid until ${sayDay(match.valid_until)}`}</p>
      <p className="mt-1">
        <span>{`${whatMatchMeans(match, today, answer !== undefined)} `}</span>
        {answer?.why && <span>{`${offers}. ${answer.why}`}</span>}
        {answer && !answer.why && (
          <>
            <a className="text-link" href={`#offer-${answer.offer.id}`}>
              {offers}
            </a>
            <span>{`.${chosen ? ` To choose it, withdraw your choice of ${chosen.name} first.` : ''}`}</span>
          </>
        )}
        {!answer && match.answer_rate !== null && loan.request && (
          <span>That offer has ended.</span>
        )}
      </p>
      {isOpen(state) && choice && isActive(choice) && (
        <p>{`Your choice of ${choice.lender.name} goes on meanwhile. You need not sign either yet.`}</p>
      )}
      <Steps
        label={`Where the better offer from ${lender} stands`}
        steps={stepsOf(match)}
        ended={!isOpen(state)}
      />
      <div className="actions mt-2">
        {file && state !== 'taken_back' && (
          <PressButton
            work={() =>
              saveFile(fileAddress('rate-match', file.id), `offer.${fileEndings[file.type]}`)
            }
          >
            Download your file<span className="sr-only">{` about ${lender}`}</span>
          </PressButton>
        )}
        {isOpen(state) && (
          <PressButton load={() => import('./Questions.tsx')} work={onTakeBack}>
            Withdraw offer<span className="sr-only">{` (${lender})`}</span>
          </PressButton>
        )}
      </div>
    </li>
  );
}

type RateMatchesProps = {
  loan: MyLoan;
  /** Moves the focus to the element with this id. */
  goTo: (id: string) => void;
  onTakeBack: (match: RateMatch) => void;
};

/** 'I found a better offer', and the better offers that the member has sent, with our answers (§16.27, §16.28). */
export function RateMatches({ loan, goTo, onTakeBack }: RateMatchesProps) {
  const { rate_matches: matches } = loan;
  const [open, setOpen] = useState(false);
  const sent = matches.find(({ state }) => isOpen(state));
  const paidOut = loan.choice?.state === 'disbursed';
  // Members can have one at a time, and only while the request is open and no loan has been paid out.
  const canSend = loan.request !== null && !sent && !paidOut;
  if (open && !canSend) setOpen(false);

  const place = sent ? `match-${sent.id}` : 'better-offer';
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form has closed and lost the focus, even if the reply never arrived.
    if (wasOpen.current && !canSend) goTo(place);
    wasOpen.current = open;
  }, [open, canSend, goTo, place]);

  return (
    <MemberSection
      id="better-offer"
      title={loan.request ? 'A better offer elsewhere?' : 'Offers you sent us'}
    >
      {loan.request && (
        <p className="loan-lead">
          {paidOut
            ? loanRefusals.loan_was_paid_out.says
            : 'Send it to us before you sign. We will ask our lenders to match or beat it. If none does, we will tell you, and you should take it.'}
        </p>
      )}
      {matches.length > 0 && (
        <ul className="mt-4 grid gap-4">
          {matches.map((match) => (
            <OneMatch
              key={match.id}
              match={match}
              loan={loan}
              onTakeBack={() => onTakeBack(match)}
            />
          ))}
        </ul>
      )}
      {canSend && !open && (
        <p className="mt-4">
          <PressButton
            id="found-better"
            className="button button-quiet"
            load={() => import('./RateMatchForm.tsx')}
            work={() => setOpen(true)}
          >
            I found a better offer
          </PressButton>
        </p>
      )}
      {canSend && open && (
        <Suspense fallback={null}>
          <div className="card form-card mt-4">
            <RateMatchForm
              onClose={(match) => {
                setOpen(false);
                goTo(match ? `match-${match}` : 'found-better');
              }}
            />
          </div>
        </Suspense>
      )}
    </MemberSection>
  );
}
