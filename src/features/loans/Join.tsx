import { useState } from 'react';
import { PressButton } from '../ui/PressButton.tsx';
import { lowerRates } from '../../domain/loans/loan.ts';
import { formatShort } from '../../domain/words/money.ts';
import { readAddress } from '../emi/address.ts';
import { firstFigures, sayFigures, termsOf } from '../emi/figures.ts';
import { MemberSection } from '../ui/MemberPage.tsx';
import { calculatorQuery, loanDraft } from './loan-kept.ts';

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

/** What one point less saves, to the nearest Rs 1000, on the calculator's last figures or else its first ones. */
function savings() {
  const query = calculatorQuery();
  const { figures: last } = readAddress(query);
  const figures = last.rate < 1 ? firstFigures : last;
  const [lower] = lowerRates(termsOf(figures), 1);
  return { query, figures, saved: formatShort(Math.round((lower?.saved ?? 0) / 100_000) * 1000) };
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
  const [{ query, figures, saved }] = useState(savings);
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
        <span>{`less interest if your rate is one point lower, on ${sayFigures(figures)}. `}</span>
        <a className="text-link" href={`/emi${query}`}>
          Work out your EMI
        </a>
      </p>
    </MemberSection>
  );
}
