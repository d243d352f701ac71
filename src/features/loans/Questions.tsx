import type { ComponentProps } from 'react';
import { isActive, isOpen } from '../../domain/loans/choices.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { AskChoose } from './AskChoose.tsx';
import type { Consent } from './consent-schema.ts';
import type { Choice, MyLoan, RateMatch, ShownOffer } from './loan-schema.ts';
import type { FirstField } from './RequestForm.tsx';
import {
  leaveGroup,
  sayLoanFailure,
  takeChoiceBack,
  takeConsentBack,
  takeRateMatchBack,
} from './loan-store.ts';
import { choiceFor, percent, sayCanChoose } from './loan-words.ts';

/** The action to confirm. */
export type Question =
  | { what: 'choose'; offer: ShownOffer }
  | { what: 'take-back'; choice: Choice }
  | { what: 'take-consent-back'; consent: Consent }
  | { what: 'take-match-back'; match: RateMatch }
  | { what: 'leave' };

type Dialog = ComponentProps<typeof AskFirst>;

/** Released details may have been sent before we record it. */
const has = ({ state }: Choice) => (state === 'chosen' ? 'may already have' : 'already has');

const mayKeep = 'It may keep its records for as long as the law requires.';

const withdrawing = { confirming: 'Withdrawing ...', keep: 'Not now' };

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
        confirm: 'Withdraw my choice',
        work: () => takeChoiceBack(id),
        children: (
          <>
            <p className={had ? 'notice' : 'notice notice-calm'}>{`${
              had
                ? `${lender.name} ${has(question.choice)} your details. We will tell it right away to stop using them, and record that you withdrew your consent. ${mayKeep}`
                : `${lender.name} does not have your details yet and will not get them. Your consent ends.`
            }${state === 'sanctioned' ? ' The loan it sanctioned will then not be paid out through us.' : ''}`}</p>
            <p className="mt-3">{`You stay in the group. ${sayCanChoose(question.choice, loan)}`}</p>
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
        confirm: 'Withdraw my consent',
        work: () => takeConsentBack(consent.id),
        done: `You have withdrawn your consent to ${lender}.`,
        children: (
          <>
            <p className={had ? 'notice' : 'notice notice-calm'}>
              {had
                ? `We will tell ${lender} to stop right away, and record that you withdrew your consent. ${mayKeep}`
                : `${lender} does not have your details and will not get them.`}
            </p>
            {choice && isActive(choice) && (
              <p className="mt-3">{`This also withdraws your choice of ${lender}.`}</p>
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
        title: 'Withdraw your better offer?',
        confirm: 'Withdraw my offer',
        work: () => takeRateMatchBack(id),
        done: 'Withdrawn. We will delete the file.',
        children: (
          <p>{`We will stop asking lenders to match ${lender}’s ${percent(rate)}, and delete the file you sent.`}</p>
        ),
      };
    }
    case 'leave': {
      const { choice, proven, rate_matches: matches } = loan;
      const paidOut = choice?.state === 'disbursed';
      return {
        ...(proven
          ? { confirm: 'Leave the group', confirming: 'Leaving ...', keep: 'Stay in the group' }
          : { ...withdrawing, confirm: 'Withdraw my request' }),
        title: proven ? 'Leave the group?' : 'Withdraw your request?',
        work: leaveGroup,
        children: (
          <>
            <p>{`This withdraws your request and the consents you gave${paidOut ? ', except for the loan already paid out' : ''}. You can join again at any time.`}</p>
            {choice && isActive(choice) && (
              <p className="notice mt-3">{`This also withdraws your choice of ${choice.lender.name}.${choice.lender_had_it ? ` The lender ${has(choice)} your details, so we will tell it right away to stop using them.` : ''}`}</p>
            )}
            {matches.some(({ state }) => isOpen(state)) && (
              <p className="mt-3">This also withdraws your better offer and deletes its file.</p>
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

type QuestionsProps = Pick<Dialog, 'onClose'> & {
  question: Question;
  loan: MyLoan;
  /** Closes the dialog and opens the request. */
  onEdit: (first?: FirstField) => void;
};

/** The dialog that asks the member to confirm. */
export default function Questions({ question, loan, onEdit, onClose }: QuestionsProps) {
  if (question.what === 'choose') {
    return <AskChoose offer={question.offer} {...{ loan, onEdit, onClose }} />;
  }
  return <AskFirst {...contentOf(question, loan)} sayFailure={sayLoanFailure} onClose={onClose} />;
}
