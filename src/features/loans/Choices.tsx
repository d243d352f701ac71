import { choiceNames, choiceWay, isActive, waitsForLender } from '../../domain/loans/choices.ts';
import { costOf } from '../../domain/loans/loan-offer.ts';
import { papersFor } from '../../domain/loans/loan-request.ts';
import { lasting } from '../../domain/periods.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { Badge } from '../ui/Badge.tsx';
import { Facts } from '../ui/Facts.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { MemberSection } from '../ui/MemberPage.tsx';
import { Steps, type Step } from '../ui/Steps.tsx';
import { KeyFacts, LenderMark } from './LenderMark.tsx';
import type { Choice, MyLoan } from './loan-schema.ts';
import { inShort, percent, sayDay, toneOf, whatNow } from './loan-words.ts';
import '../ui/ink-panel.css';

/** The states that a choice has been through and, while it is still open, those to come. */
function stepsOf({ steps, state }: Choice): Step[] {
  const had = steps.map(({ state: one, at, reason }) => ({ name: choiceNames[one], at, reason }));
  const reached = choiceWay.indexOf(state);
  const left = reached === -1 ? [] : choiceWay.slice(reached + 1);
  return [...had, ...left.map((one) => ({ name: choiceNames[one] }))];
}

type OfLoan = { choice: Choice; loan: MyLoan };

/** Tells the member what to expect from the lender, and which papers to have ready (§16.93). */
function WhatComes({ choice: { lender, state }, loan: { contact, request } }: OfLoan) {
  return (
    <>
      <h3 className="bold">What comes next</h3>
      <p>
        <span>{`${state === 'chosen' ? 'Then ' : ''}${lender.name} will call you ${contact.phone && `on ${contact.phone} `}or write to `}</span>
        <MailAddress address={contact.email} />
        <span>{`. If you have heard nothing ${lasting('loan answer')} ${state === 'chosen' ? 'after that' : 'after we sent your request'}, `}</span>
        <a className="text-link" href="/contact">
          write to us
        </a>{' '}
        and we will ask.{' '}
      </p>
      <p>{`Have these papers ready: ${papersFor(request?.co_applicant ?? 'none').join('; ')}.`}</p>
    </>
  );
}

/** The offer and its cost, under the terms that applied on the day of the choice. */
function OfferInShort({ choice }: { choice: Choice }) {
  const { offer, amount } = choice;
  const cost = costOf(offer, choice);
  return (
    <Facts
      className="loan-short"
      facts={[
        ['Amount', inShort(amount)],
        ['Rate', `${percent(offer.rate)} ${offer.rate_type}`],
        ['EMI', cost && `${formatWholePaise(cost.emiInRupees * 100)}, ${cost.emis} times`],
        ['In total', cost && formatWholePaise(cost.total)],
        ['Charges', cost && formatWholePaise(cost.charges)],
        ['Valid until', sayDay(offer.valid_until)],
      ]}
    />
  );
}

type YourChoiceProps = OfLoan & { onTakeBack: () => void };

/** The chosen offer and its progress (§16.24, §16.73). */
export function YourChoice({ choice, loan, onTakeBack }: YourChoiceProps) {
  const { offer, lender, state } = choice;
  return (
    <section className="ink-panel loan-choice mt-8 grid gap-4" aria-labelledby="your-choice">
      <h2 id="your-choice" tabIndex={-1} className="member-heading">
        <span>{`${state === 'disbursed' ? 'Your loan' : 'Your choice'}: `}</span>
        <LenderMark lender={lender} />
      </h2>
      <Steps
        label="Where your choice stands"
        steps={stepsOf(choice)}
        ended={state === 'disbursed'}
      />
      <p>{whatNow(choice)}</p>
      {state === 'chosen' && (
        <p>{`Your request must reach the lender by ${sayDay(offer.valid_until)}.`}</p>
      )}
      {waitsForLender(choice) && <WhatComes {...{ choice, loan }} />}
      <OfferInShort choice={choice} />
      <div className="actions mt-2">
        <KeyFacts offer={offer} />
        {isActive(choice) && (
          <PressButton load={() => import('./Questions.tsx')} work={onTakeBack}>
            Withdraw your choice
          </PressButton>
        )}
      </div>
    </section>
  );
}

/** The member's earlier choices, newest first. */
export function PastChoices({ choices }: { choices: readonly Choice[] }) {
  if (choices.length === 0) return null;
  return (
    <MemberSection id="past-choices" title="Past choices">
      <ul className="grid gap-4">
        {choices.map((choice) => (
          <li key={choice.id} className="card outlined p-6">
            <h3 className="text-xl">
              <LenderMark lender={choice.lender} />{' '}
              <Badge tone={toneOf(choice.state)}>{choiceNames[choice.state]}</Badge>
            </h3>
            <p className="note">{`Chosen on ${formatDay(choice.chosen_at)}`}</p>
            <p className="mt-1">{whatNow(choice)}</p>
            <Steps label={`Progress with ${choice.lender.name}`} steps={stepsOf(choice)} ended />
          </li>
        ))}
      </ul>
    </MemberSection>
  );
}
