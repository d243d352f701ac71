import {
  choiceNames,
  choiceWay,
  isActive,
  waitsForLender,
  type ChoiceState,
} from '../../domain/loans/choices.ts';
import { papersFor } from '../../domain/loans/loan-request.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { lasting } from '../../domain/periods.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { capitalized } from '../../domain/words/capitalized.ts';
import { unbroken } from '../../domain/words/money.ts';
import { Badge } from '../ui/Badge.tsx';
import { Facts } from '../ui/Facts.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { MemberSection } from '../ui/MemberPage.tsx';
import { Steps, type Step } from '../ui/Steps.tsx';
import { WriteToUs } from '../ui/WriteToUs.tsx';
import { KeyFacts, LenderMark } from './LenderMark.tsx';
import type { Choice, MyLoan } from './loan-schema.ts';
import { sayDay, toneOf, whatNow } from './loan-words.ts';
import { offerInShort } from './offer-facts.tsx';
import { PrintOffers } from './Offers.tsx';
import '../ui/ink-panel.css';

/** Who acts next, for the states still to come. */
const toCome: Partial<Record<ChoiceState, string>> = {
  with_lender: 'we send your request',
  sanctioned: 'the lender decides',
  disbursed: 'after you sign',
};

/**
 * The states that a choice has been through and, while it is still open, those to come. `isTold` is true if the page
 * gives the reason elsewhere.
 */
function stepsOf({ steps, state }: Choice, isTold = false): Step[] {
  const had = steps.map(({ state: one, at, reason }) => ({
    name: choiceNames[one],
    at,
    reason: isTold ? null : reason,
  }));
  const reached = choiceWay.indexOf(state);
  const left = reached === -1 ? [] : choiceWay.slice(reached + 1);
  return [...had, ...left.map((one) => ({ name: choiceNames[one], note: toCome[one] ?? '' }))];
}

type OfLoan = { choice: Choice; loan: MyLoan };

/** Tells the member what to expect from the lender (§16.93). */
function WhatComes({ choice: { lender, state }, loan: { contact } }: OfLoan) {
  return (
    <p>
      <span>{`${state === 'chosen' ? 'Then ' : ''}${lender.name} will ${contact.phone && `call you on ${contact.phone} or `}write to `}</span>
      <MailAddress address={contact.email} />
      {state === 'chosen' && !contact.phone && (
        <>
          <span> (or call, if you </span>
          <a className="text-link" href={memberPages.profile}>
            add your phone number
          </a>
          <span>)</span>
        </>
      )}
      <span>{`. If you have heard nothing ${lasting('loan answer')} ${state === 'chosen' ? 'after that' : 'after we sent your request'}, `}</span>
      <a className="text-link" href="/contact">
        write to us
      </a>
      <span> and we will ask.</span>
    </p>
  );
}

/** The papers that the lender will ask for (§16.93). */
function Papers({ request }: Pick<MyLoan, 'request'>) {
  const signer = request?.co_applicant ?? 'none';
  return (
    <div className="mt-2">
      <h3 className="bold">Have these ready</h3>
      <ul className="loan-papers mt-1">
        {papersFor(signer).map((paper, index) => (
          <li key={paper}>
            <span>{capitalized(paper)}</span>
            {index === 0 && signer === 'none' && !request?.fixed && (
              <>
                <span>. </span>
                <a className="text-link" href="#change-request">
                  Add yours
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type YourChoiceProps = OfLoan & { onPrint: () => void; onTakeBack: () => void };

/** The chosen offer and its progress (§16.24, §16.73). */
export function YourChoice({ choice, loan, onPrint, onTakeBack }: YourChoiceProps) {
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
      <p>
        <span>{`${whatNow(choice)}${state === 'chosen' ? ` The offer ends on ${sayDay(offer.valid_until)}.` : ''}`}</span>
        {state === 'sanctioned' && choice.sanctioned !== null && (
          <WriteToUs before=" If the amount is not enough, ask the lender before you sign, or" />
        )}
      </p>
      {waitsForLender(choice) && <WhatComes {...{ choice, loan }} />}
      {waitsForLender(choice) && <Papers request={loan.request} />}
      <Facts className="loan-short ruled" facts={offerInShort(offer, choice)} />
      <div className="actions">
        <KeyFacts offer={offer} />
        {loan.offers.some(({ id, fits, expired }) => id === offer.id && fits && !expired) && (
          <PrintOffers onPrint={onPrint} />
        )}
        {isActive(choice) && (
          <PressButton load={() => import('./Questions.tsx')} work={onTakeBack}>
            Withdraw your choice
          </PressButton>
        )}
      </div>
    </section>
  );
}

type PastChoicesProps = {
  title: 'Your loan' | 'Past choices';
  choices: readonly Choice[];
  /** The choice whose end the page explains above everything else, if there is one. */
  told: Choice | undefined;
};

/** The member's earlier choices, newest first. */
export function PastChoices({ title, choices, told }: PastChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <MemberSection id={title === 'Your loan' ? 'your-loan' : 'past-choices'} title={title}>
      <ul className="grid gap-4">
        {choices.map((choice) => (
          <li key={choice.id} className="card p-6">
            <h3 className="text-xl">
              <LenderMark lender={choice.lender} />{' '}
              <Badge tone={toneOf(choice.state)}>{choiceNames[choice.state]}</Badge>
            </h3>
            <p className="note">{`Chosen on ${unbroken(formatDay(choice.chosen_at))}`}</p>
            {choice !== told && <p className="mt-1">{whatNow(choice)}</p>}
            <Steps
              label={`Progress with ${choice.lender.name}`}
              steps={stepsOf(choice, choice === told)}
              ended
            />
            {choice.state === 'disbursed' && (
              <>
                <Facts
                  className="loan-short mt-4 ruled"
                  facts={offerInShort(choice.offer, choice)}
                />
                <div className="actions">
                  <KeyFacts offer={choice.offer} />
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
    </MemberSection>
  );
}
