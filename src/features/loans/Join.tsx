import { useState } from 'react';
import { PressButton } from '../ui/PressButton.tsx';
import { exampleLoan, workOut } from '../../domain/loans/loan.ts';
import { formatShort } from '../../domain/words/money.ts';
import { MemberSection } from '../ui/MemberPage.tsx';
import { loanDraft } from './loan-kept.ts';

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

/** The interest, in paise, on the calculator's first figures, with the rate lower by this many points. */
const interestWith = (less: number) =>
  workOut({ ...exampleLoan, rate: exampleLoan.rate - less }).interest;

/** What one point less saves, to the nearest Rs 1000. */
const saved = () => formatShort(Math.round((interestWith(0) - interestWith(1)) / 100_000) * 1000);

type JoinProps = {
  memberId: string;
  /** Downloads the form. */
  load: () => Promise<unknown>;
  /** Opens the form. */
  onStart: () => void;
};

/** Invites a member without a request to join the group (§16.71). */
export function Join({ memberId, load, onStart }: JoinProps) {
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
        <strong className="font-display bold text-ink">{saved()}</strong>{' '}
        <span>
          less interest if your rate is one point lower: on Rs 20 lakh, with EMIs over 10 years
          after a two-year course and a year of grace.{' '}
        </span>
        <a className="text-link" href="/emi">
          Work out your EMI
        </a>
      </p>
    </MemberSection>
  );
}
