import type { ComponentProps } from 'react';
import { isActive, isOpen } from '../../domain/loans/choices.ts';
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
import { choiceFor, percent } from './loan-words.ts';

/** What the member has to confirm. */
export type Question =
  | { what: 'choose'; offer: ShownOffer }
  | { what: 'take-back'; choice: Choice }
  | { what: 'take-consent-back'; consent: Consent }
  | { what: 'take-match-back'; match: RateMatch }
  | { what: 'leave' };

type Dialog = ComponentProps<typeof AskFirst>;

const mayKeep = 'What it has recorded, it may keep as long as the law asks it to.';

const withdrawing = { confirm: 'Withdraw it', confirming: 'Withdrawing it', keep: 'Keep it' };

/** A question's words, and what its button does. */
function contentOf(
  question: Exclude<Question, { what: 'choose' }>,
  loan: MyLoan,
): Omit<Dialog, 'sayFailure' | 'onClose'> {
  switch (question.what) {
    case 'take-back': {
      const { id, lender, state, lender_had_it: had } = question.choice;
      return {
        ...withdrawing,
        title: 'Withdraw your choice?',
        work: () => takeChoiceBack(id),
        done: 'Withdrawn. You can choose another offer.',
        children: (
          <>
            <p className={had ? 'notice' : 'notice notice-calm'}>{`${
              had
                ? `${lender.name} has your details already. We tell it to stop right away, and record that you withdrew your consent. ${mayKeep}`
                : `${lender.name} has none of your details yet, and gets none. Your consent to it ends.`
            }${state === 'sanctioned' ? ' The loan it sanctioned is then not paid out through us.' : ''}`}</p>
            <p className="mt-3">
              You stay in the group, and can choose another offer or this one again.
            </p>
          </>
        ),
      };
    }
    case 'take-consent-back': {
      const { consent } = question;
      const lender = consent.lender ?? 'the lender';
      const choice = choiceFor(loan, consent);
      const had = choice?.lender_had_it ?? true;
      return {
        ...withdrawing,
        title: `Withdraw your consent to ${lender}?`,
        work: () => takeConsentBack(consent.id),
        done: `Your consent to ${lender} is withdrawn.`,
        children: (
          <>
            <p className={had ? 'notice' : 'notice notice-calm'}>
              {had
                ? `We tell ${lender} to stop right away, and record that you withdrew your consent. ${mayKeep}`
                : `${lender} has none of your details, and gets none.`}
            </p>
            {choice && isActive(choice) && (
              <p className="mt-3">{`Your choice of ${lender} is withdrawn with it.`}</p>
            )}
            {choice?.state === 'disbursed' && (
              <p className="mt-3">{`Your loan from ${lender} stays as it is.`}</p>
            )}
          </>
        ),
      };
    }
    case 'take-match-back': {
      const { id, rate, lender } = question.match;
      return {
        ...withdrawing,
        title: 'Withdraw this rate match?',
        work: () => takeRateMatchBack(id),
        done: 'Withdrawn. The file will be deleted.',
        children: (
          <p>{`We stop asking lenders to match the ${percent(rate)} of ${lender}, and delete the file you sent.`}</p>
        ),
      };
    }
    case 'leave': {
      const { choice, proven, rate_matches: matches } = loan;
      const paidOut = choice?.state === 'disbursed';
      return {
        ...(proven
          ? { confirm: 'Leave the group', confirming: 'Leaving it', keep: 'Stay in it' }
          : withdrawing),
        title: proven ? 'Leave the group?' : 'Withdraw your request?',
        work: leaveGroup,
        done: proven ? 'You have left the group.' : 'Your request is withdrawn.',
        children: (
          <>
            <p>{`Your request ends, and so do the consents you gave${paidOut ? ', except for the loan that was paid out' : ''}. You can join again at any time.`}</p>
            {choice && isActive(choice) && (
              <p className="notice mt-3">{`Your choice of ${choice.lender.name} is withdrawn too.${choice.lender_had_it ? ' It has your details already: we tell it to stop right away.' : ''}`}</p>
            )}
            {matches.some(({ state }) => isOpen(state)) && (
              <p className="mt-3">Your open rate match is withdrawn, and its file deleted.</p>
            )}
            {paidOut && (
              <p className="mt-3">{`Your loan from ${choice.lender.name} stays as it is.`}</p>
            )}
          </>
        ),
      };
    }
  }
}

type QuestionsProps = Pick<Dialog, 'onClose'> & { question: Question; loan: MyLoan };

/** The dialog that asks the member to confirm. */
export default function Questions({ question, loan, onClose }: QuestionsProps) {
  if (question.what === 'choose') {
    return <AskChoose offer={question.offer} {...{ loan, onClose }} />;
  }
  return <AskFirst {...contentOf(question, loan)} sayFailure={sayLoanFailure} onClose={onClose} />;
}
