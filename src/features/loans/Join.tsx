import { useState } from 'react';
import { PressButton } from '../ui/PressButton.tsx';
import { exampleLoan, lowerRates, type LoanTerms } from '../../domain/loans/loan.ts';
import { sayMonths } from '../../domain/words/count.ts';
import { formatShort, toPaise } from '../../domain/words/money.ts';
import { MemberSection } from '../ui/MemberPage.tsx';
import { calculatorQuery, loanDraft } from './loan-kept.ts';
import { inShort, percent } from './loan-words.ts';

const steps = [
  ['Say what you need', 'Institute, amount, term: nine answers, about two minutes.'],
  [
    'Lenders quote for the group',
    'They see how many of you there are and how much you need, not who you are.',
  ],
  [
    'You compare and choose',
    'We work out each offer from your own figures. You take one, or none.',
  ],
] as const;

/** The calculator's last figures in this tab, or else its first ones. */
function calculated(): LoanTerms {
  const figures = new URLSearchParams(calculatorQuery());
  const given = (name: string) => Number(figures.get(name) ?? NaN);
  const terms = {
    ...{ amount: toPaise(given('amount')), rate: given('rate'), months: given('years') * 12 },
    ...{ study: given('study'), grace: given('grace') },
    interest: figures.get('interest') === 'paid' ? 'paid' : 'added',
  } as const;
  return terms.rate >= 1 && Object.values(terms).every((value) => !Number.isNaN(value))
    ? terms
    : exampleLoan;
}

/** What one point less saves, to the nearest Rs 1000, and for which loan. */
function savings() {
  const terms = calculated();
  const [lower] = lowerRates(terms, 1);
  const wait = terms.study + terms.grace;
  return [
    formatShort(Math.round((lower?.saved ?? 0) / 100_000) * 1000),
    `on ${inShort(terms.amount)} at ${percent(terms.rate)}, with EMIs over ${sayMonths(terms.months)}${wait > 0 ? ` after ${sayMonths(wait)} of study and grace` : ''}`,
  ] as const;
}

type JoinProps = {
  memberId: string;
  /** Downloads the form. */
  load: () => Promise<unknown>;
  /** Opens the form. */
  onStart: () => void;
};

/** Invites a member without a request to join the group (§16.71). */
export function Join({ memberId, load, onStart }: JoinProps) {
  const [[saved, loan]] = useState(savings);
  const [hasDraft] = useState(() => loanDraft.read(memberId) !== undefined);
  return (
    <MemberSection
      id="join"
      title={hasDraft ? 'Your request has not been sent yet' : 'Take your seat in the group'}
      className="loan-join band-blush mt-8 rounded-card"
    >
      <PressButton id="start-request" className="button button-large" load={load} work={onStart}>
        {hasDraft ? 'Continue your request' : 'Start your request'}
      </PressButton>
      <ol className="mt-6 mb-6 grid gap-6">
        {steps.map(([title, text]) => (
          <li key={title} className="grid gap-x-3">
            <strong className="bold text-ink">{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className="loan-point">
        <strong className="font-display bold text-ink">{saved}</strong>{' '}
        <span>{`less interest if your rate is one point lower: ${loan}. `}</span>
        <a className="text-link" href={`/emi${calculatorQuery()}`}>
          Work out your EMI
        </a>
      </p>
    </MemberSection>
  );
}
