import type { ComponentProps } from 'react';
import { AskFirst } from '../ui/AskFirst.tsx';
import { AskChoose } from './AskChoose.tsx';
import type { Consent } from './consent-schema.ts';
import type { Choice, MyLoan, RateMatch, ShownOffer } from './loan-schema.ts';
import {
  leaveGroup,
  sayLoanFailure,
  takeChoiceBack,
  takeConsentBack,
  takeRateMatchBack,
} from './loan-store.ts';
import { choiceFor, isActive, isOpen, percent } from './loan-words.ts';

/** What is asked before it is done. */
export type Question =
  | { what: 'choose'; offer: ShownOffer }
  | { what: 'take-back'; choice: Choice }
  | { what: 'take-consent-back'; consent: Consent }
  | { what: 'take-match-back'; match: RateMatch }
  | { what: 'leave' };

type Dialog = ComponentProps<typeof AskFirst>;

function AskWithdraw(dialog: Pick<Dialog, 'title' | 'work' | 'done' | 'onClose' | 'children'>) {
  return (
    <AskFirst
      confirm="Withdraw it"
      confirming="Withdrawing it"
      keep="Keep it"
      sayFailure={sayLoanFailure}
      {...dialog}
    />
  );
}

type OnClose = Pick<Dialog, 'onClose'>;

function AskTakeBack({ choice, onClose }: OnClose & { choice: Choice }) {
  const { lender, state, lender_had_it: had } = choice;
  return (
    <AskWithdraw
      title="Withdraw your choice?"
      work={() => takeChoiceBack(choice.id)}
      done="Withdrawn. You can choose another offer."
      onClose={onClose}
    >
      {had ? (
        <p className="notice">
          {lender.name} has your details already. We tell it to stop right away, and record that you
          withdrew your consent. What it has recorded, it may keep as long as the law asks it to.
          {state === 'sanctioned' && ' The loan it sanctioned is then not paid out through us.'}
        </p>
      ) : (
        <p className="notice notice-calm">
          {lender.name} has none of your details yet, and gets none. Your consent to it ends.
        </p>
      )}
      <p className="mt-3">You stay in the group, and can choose another offer or this one again.</p>
    </AskWithdraw>
  );
}

type AskTakeConsentBackProps = OnClose & { consent: Consent; loan: MyLoan };

function AskTakeConsentBack({ consent, loan, onClose }: AskTakeConsentBackProps) {
  const lender = consent.lender ?? 'the lender';
  const choice = choiceFor(loan, consent);
  const had = choice?.lender_had_it ?? true;
  return (
    <AskWithdraw
      title={`Withdraw your consent to ${lender}?`}
      work={() => takeConsentBack(consent.id)}
      done={`Your consent to ${lender} is withdrawn.`}
      onClose={onClose}
    >
      <p className={had ? 'notice' : 'notice notice-calm'}>
        {had
          ? `We tell ${lender} to stop right away, and record that you withdrew your consent. What it has recorded, it may keep as long as the law asks it to.`
          : `${lender} has none of your details, and gets none.`}
      </p>
      {choice && isActive(choice) && (
        <p className="mt-3">Your choice of {lender} is withdrawn with it.</p>
      )}
      {choice?.state === 'disbursed' && (
        <p className="mt-3">Your loan from {lender} stays as it is.</p>
      )}
    </AskWithdraw>
  );
}

function AskTakeMatchBack({ match, onClose }: OnClose & { match: RateMatch }) {
  return (
    <AskWithdraw
      title="Withdraw this rate match?"
      work={() => takeRateMatchBack(match.id)}
      done="Withdrawn. The file will be deleted."
      onClose={onClose}
    >
      <p>
        We stop asking lenders to match the {percent(match.rate)} of {match.lender}, and delete the
        file you sent.
      </p>
    </AskWithdraw>
  );
}

function AskLeave({ loan, onClose }: OnClose & { loan: MyLoan }) {
  const { choice, proven, rate_matches: matches } = loan;
  const had = choice !== null && isActive(choice) && choice.lender_had_it;
  return (
    <AskFirst
      title={proven ? 'Leave the group?' : 'Withdraw your request?'}
      confirm={proven ? 'Leave the group' : 'Withdraw it'}
      confirming={proven ? 'Leaving it' : 'Withdrawing it'}
      keep={proven ? 'Stay in it' : 'Keep it'}
      work={leaveGroup}
      done={proven ? 'You have left the group.' : 'Your request is withdrawn.'}
      sayFailure={sayLoanFailure}
      onClose={onClose}
    >
      <p>
        Your request ends, and so do the consents you gave
        {choice?.state === 'disbursed' && ', except for the loan that was paid out'}. You can join
        again at any time.
      </p>
      {choice && isActive(choice) && (
        <p className="notice mt-3">
          Your choice of {choice.lender.name} is withdrawn too.
          {had && ' It has your details already: we tell it to stop right away.'}
        </p>
      )}
      {matches.some(({ state }) => isOpen(state)) && (
        <p className="mt-3">Your open rate match is withdrawn, and its file deleted.</p>
      )}
      {choice?.state === 'disbursed' && (
        <p className="mt-3">Your loan from {choice.lender.name} stays as it is.</p>
      )}
    </AskFirst>
  );
}

type QuestionsProps = OnClose & { question: Question; loan: MyLoan };

/** The dialog that asks first. */
export default function Questions({ question, loan, onClose }: QuestionsProps) {
  switch (question.what) {
    case 'choose':
      return <AskChoose offer={question.offer} {...{ loan, onClose }} />;
    case 'take-back':
      return <AskTakeBack choice={question.choice} onClose={onClose} />;
    case 'take-consent-back':
      return <AskTakeConsentBack consent={question.consent} {...{ loan, onClose }} />;
    case 'take-match-back':
      return <AskTakeMatchBack match={question.match} onClose={onClose} />;
    case 'leave':
      return <AskLeave {...{ loan, onClose }} />;
  }
}
