import { useState } from 'react';
import { LoadingButton } from '../ui/LoadingButton.tsx';
import { draftOf } from './loan-kept.ts';

const steps = [
  ['Say what you need', 'Your institute, the amount, the term: nine answers, about two minutes.'],
  [
    'Lenders quote for the group',
    'They see how many you are and how much you need, not who you are.',
  ],
  [
    'You compare and choose',
    'Each offer on your own figures. Only the lender you choose gets your details.',
  ],
] as const;

type JoinProps = {
  memberId: string;
  /** Downloads the form. */
  load: () => Promise<unknown>;
  /** Opens it. */
  onStart: () => void;
};

/** Invites somebody who has no request (§16.71). */
export function Join({ memberId, load, onStart }: JoinProps) {
  const [hasDraft] = useState(() => draftOf(memberId) !== undefined);
  return (
    <section className="loan-join band-blush mt-8 rounded-card" aria-labelledby="join">
      <h2 id="join" tabIndex={-1} className="member-heading">
        {hasDraft ? 'Your request is not sent yet' : 'Take your seat in the group'}
      </h2>
      <ol>
        {steps.map(([title, text]) => (
          <li key={title}>
            <strong className="bold text-ink">{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <LoadingButton
        id="start-request"
        className="button button-large"
        load={load}
        onReady={onStart}
      >
        {hasDraft ? 'Go on with your request' : 'Start your request'}
      </LoadingButton>
    </section>
  );
}
