import { useState } from 'react';
import { PressButton } from '../ui/PressButton.tsx';
import { exampleLoan, lowerRates } from '../../domain/loans/loan.ts';
import { sayMonths } from '../../domain/words/count.ts';
import { inShort } from '../../domain/words/money.ts';
import { MemberSection } from '../ui/MemberPage.tsx';
import { calculatorFigures, calculatorQuery, loanDraft } from './loan-kept.ts';
import { inFull, percent } from './loan-words.ts';

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

/** What one point less saves, for which loan, and the address of that loan's calculation. */
function savings() {
  const kept = calculatorFigures();
  // A rate below 1% cannot be one point lower.
  const own = kept !== undefined && kept.rate >= 1;
  const terms = own ? kept : exampleLoan;
  const { amount, rate, months, study, grace } = terms;
  const [lower] = lowerRates(terms, 1);
  const wait = [study > 0 && 'study', grace > 0 && 'grace'].filter(Boolean).join(' and ');
  return [
    inFull(lower?.saved ?? 0),
    `on ${inShort(amount)} at ${percent(rate)}, with EMIs over ${sayMonths(months)}${wait && ` after ${sayMonths(study + grace)} of ${wait}`}`,
    `/emi${own ? calculatorQuery() : ''}`,
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
  const [[saved, loan, calculation]] = useState(savings);
  const [hasDraft] = useState(() => loanDraft.read(memberId) !== undefined);
  return (
    <MemberSection
      id="join"
      title={hasDraft ? 'Your request has not been sent yet' : 'Take your seat in the group'}
      className="loan-join band-blush mt-8 rounded-card"
    >
      <PressButton id="start-request" className="button button-large" load={load} work={onStart}>
        {hasDraft ? 'Finish your request' : 'Start your request'}
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
        <a className="text-link" href={calculation}>
          Work out your EMI
        </a>
      </p>
    </MemberSection>
  );
}
