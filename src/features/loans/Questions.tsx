import { useId, useRef, useState } from 'react';
import { costOf } from '../../domain/loans/loan-offer.ts';
import { loanRefusals } from '../../domain/refusals/loans.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { Check } from '../ui/Check.tsx';
import { Facts } from '../ui/Facts.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { showToast } from '../ui/toast.ts';
import type { Consent } from './consent-schema.ts';
import { KeyFacts } from './LenderMark.tsx';
import type { Choice, MyLoan, RateMatch, ShownOffer } from './loan-schema.ts';
import {
  chooseOffer,
  leaveGroup,
  takeChoiceBack,
  takeConsentBack,
  takeRateMatchBack,
} from './loan-store.ts';
import { choiceFor, isActive, inShort, isOpen, percent, sayDay } from './loan-words.ts';

const say = (error: unknown) => sayFailure(error, loanRefusals);

/** What is asked before it is done. */
export type Question =
  | { what: 'choose'; offer: ShownOffer }
  | { what: 'take-back'; choice: Choice }
  | { what: 'take-consent-back'; consent: Consent }
  | { what: 'take-match-back'; match: RateMatch }
  | { what: 'leave' };

type QuestionProps<What extends Question['what']> = {
  question: Extract<Question, { what: What }>;
  loan: MyLoan;
  onClose: (done: boolean) => void;
};

function AskChoose({ question: { offer }, loan, onClose }: QuestionProps<'choose'>) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  // The words that were ticked: new ones can come while the dialog is open.
  const [agreedTo, setAgreedTo] = useState<number>();
  const [missing, setMissing] = useState(false);
  const { lender } = offer;
  const { request, contact } = loan;
  const { version, text } = loan.consent_texts.lender;
  const agreed = agreedTo === version;
  const cost = request && costOf(offer, request);
  return (
    <AskFirst
      title={`Choose the offer of ${lender.name}?`}
      confirm="Choose this offer"
      confirming="Choosing it"
      keep="Not now"
      work={async () => {
        if (!agreed) {
          setMissing(true);
          box.current?.focus();
          throw new Error('consent_not_given');
        }
        await chooseOffer(offer.id, version);
        showToast('success', `You have chosen the offer of ${lender.name}.`);
      }}
      sayFailure={(error) =>
        agreed ? say(error) : 'Tick the box below the consent to choose this offer.'
      }
      onClose={onClose}
    >
      <p>
        {request && `${inShort(request.amount)} at `}
        {percent(offer.rate)} {offer.rate_type}
        {cost &&
          `: EMI ${formatWholePaise(cost.emiInRupees * 100)}, in all ${formatWholePaise(cost.total)} with charges of ${formatWholePaise(cost.charges)}`}
        . Valid until {sayDay(offer.valid_until)}. It binds neither you nor the lender
        {lender.is_sample && ', which is a sample'}.
      </p>
      <KeyFacts offer={offer} />
      <p className="loan-consent" id={id}>
        {text.replaceAll('{lender}', lender.name)}
      </p>
      <p className="note">What {lender.name} gets, besides your request:</p>
      <Facts
        facts={[
          ['Name', contact.name],
          ['Phone', contact.phone],
          ['E-mail', <MailAddress key="email" address={contact.email} />],
        ]}
      />
      <p className="note mb-2">
        Not right? First change name and number in your{' '}
        <a className="text-link" href="/dashboard/profile">
          profile
        </a>
        , and the address in your{' '}
        <a className="text-link" href="/dashboard/settings">
          settings
        </a>
        .
      </p>
      <Check
        ref={box}
        checked={agreed}
        aria-invalid={missing && !agreed ? true : undefined}
        aria-describedby={id}
        onChange={({ target }) => setAgreedTo(target.checked ? version : undefined)}
      >
        I agree to this, for {lender.name} alone
      </Check>
    </AskFirst>
  );
}

function AskTakeBack({ question: { choice }, onClose }: QuestionProps<'take-back'>) {
  const { lender, state, lender_had_it: had } = choice;
  return (
    <AskFirst
      title="Withdraw your choice?"
      confirm="Withdraw it"
      confirming="Withdrawing it"
      keep="Keep it"
      work={async () => {
        await takeChoiceBack(choice.id);
        showToast('success', 'Withdrawn. You can choose another offer.');
      }}
      sayFailure={say}
      onClose={onClose}
    >
      {had ? (
        <p className="notice">
          {lender.name} has your details already. We tell it at once to stop, and record that you
          withdrew your consent. What it has recorded, it may keep as long as the law asks it to.
          {state === 'sanctioned' && ' The loan it sanctioned is then not paid out through us.'}
        </p>
      ) : (
        <p className="notice notice-calm">
          {lender.name} has none of your details yet, and gets none. Your consent to it ends.
        </p>
      )}
      <p className="mt-3">You stay in the group, and can choose another offer or this one again.</p>
    </AskFirst>
  );
}

function AskTakeConsentBack({
  question: { consent },
  loan,
  onClose,
}: QuestionProps<'take-consent-back'>) {
  const lender = consent.lender ?? 'the lender';
  const choice = choiceFor(loan, consent);
  const had = choice?.lender_had_it ?? true;
  return (
    <AskFirst
      title={`Withdraw your consent to ${lender}?`}
      confirm="Withdraw it"
      confirming="Withdrawing it"
      keep="Keep it"
      work={async () => {
        await takeConsentBack(consent.id);
        showToast('success', `Your consent to ${lender} is withdrawn.`);
      }}
      sayFailure={say}
      onClose={onClose}
    >
      <p className={had ? 'notice' : 'notice notice-calm'}>
        {had
          ? `We tell ${lender} at once to stop, and record that you withdrew your consent. What it has recorded, it may keep as long as the law asks it to.`
          : `${lender} has none of your details, and gets none.`}
      </p>
      {choice && isActive(choice) && (
        <p className="mt-3">Your choice of {lender} is withdrawn with it.</p>
      )}
      {choice?.state === 'disbursed' && (
        <p className="mt-3">Your loan from {lender} stays as it is.</p>
      )}
    </AskFirst>
  );
}

function AskTakeMatchBack({ question: { match }, onClose }: QuestionProps<'take-match-back'>) {
  return (
    <AskFirst
      title="Withdraw this rate match?"
      confirm="Withdraw it"
      confirming="Withdrawing it"
      keep="Keep it"
      work={async () => {
        await takeRateMatchBack(match.id);
        showToast('success', 'Withdrawn. The file will be deleted.');
      }}
      sayFailure={say}
      onClose={onClose}
    >
      <p>
        We stop asking lenders to match the {percent(match.rate)} of {match.lender}, and delete the
        file you sent.
      </p>
    </AskFirst>
  );
}

function AskLeave({ loan, onClose }: QuestionProps<'leave'>) {
  const { choice, proven, rate_matches: matches } = loan;
  const had = choice !== null && isActive(choice) && choice.lender_had_it;
  return (
    <AskFirst
      title={proven ? 'Leave the group?' : 'Withdraw your request?'}
      confirm={proven ? 'Leave the group' : 'Withdraw it'}
      confirming={proven ? 'Leaving it' : 'Withdrawing it'}
      keep={proven ? 'Stay in it' : 'Keep it'}
      work={async () => {
        await leaveGroup();
        showToast('success', proven ? 'You have left the group.' : 'Your request is withdrawn.');
      }}
      sayFailure={say}
      onClose={onClose}
    >
      <p>
        Your request ends, and with it what you agreed to
        {choice?.state === 'disbursed' && ', except for the loan that was paid out'}. You can join
        again at any time.
      </p>
      {choice && isActive(choice) && (
        <p className="notice mt-3">
          Your choice of {choice.lender.name} is withdrawn too.
          {had && ' It has your details already: we tell it at once to stop.'}
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

/** The dialog that asks first. */
export default function Questions({
  question,
  ...rest
}: {
  question: Question;
  loan: MyLoan;
  onClose: (done: boolean) => void;
}) {
  switch (question.what) {
    case 'choose':
      return <AskChoose question={question} {...rest} />;
    case 'take-back':
      return <AskTakeBack question={question} {...rest} />;
    case 'take-consent-back':
      return <AskTakeConsentBack question={question} {...rest} />;
    case 'take-match-back':
      return <AskTakeMatchBack question={question} {...rest} />;
    case 'leave':
      return <AskLeave question={question} {...rest} />;
  }
}
