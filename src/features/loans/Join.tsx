import { useState } from 'react';
import { PressButton } from '../ui/PressButton.tsx';
import { workOut } from '../../domain/loans/loan.ts';
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

/** The interest, in paise, on the calculator's first figures at this rate. */
const interestAt = (rate: number) =>
  workOut({ amount: 20_00_000_00, rate, months: 120, study: 24, grace: 12, interest: 'added' })
    .interest;

/** What one point less saves, to the nearest Rs 1000. */
const saved = () => formatShort(Math.round((interestAt(10.5) - interestAt(9.5)) / 100_000) * 1000);

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
      <ol className="mt-5 mb-6 grid gap-6">
        {steps.map(([title, text]) => (
          <li key={title} className="grid gap-x-3">
            <strong className="bold text-ink">{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className="loan-point mb-6">
        <strong className="font-display bold text-ink">{saved()}</strong>{' '}
        <span>
          less interest if your rate is one point lower (Rs 20 lakh, EMIs over 10 years).{' '}
        </span>
        <a className="text-link" href="/emi">
          Work out your EMI
        </a>
      </p>
      <PressButton id="start-request" className="button button-large" load={load} work={onStart}>
        {hasDraft ? 'Continue your request' : 'Start your request'}
      </PressButton>
    </MemberSection>
  );
}
