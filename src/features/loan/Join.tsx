import { useState } from 'react';
import { draftOf } from './loan-draft.ts';
import { loadRequestForm } from './parts.ts';
import { Reach } from './Reach.tsx';

const steps = [
  ['Say what you need', 'Your institute, the amount, the term: nine answers, about two minutes.'],
  [
    'Lenders quote for the group',
    'They see how many you are and how much you need, not who you are.',
  ],
  [
    'You compare and choose',
    'Each offer on your own figures. Only the lender you choose learns of you.',
  ],
] as const;

/** Invites somebody who has no request (§16.11). */
export function Join({ memberId, onStart }: { memberId: string; onStart: () => void }) {
  const [hasDraft] = useState(() => draftOf(memberId) !== undefined);
  return (
    <section className="loan-join" aria-labelledby="join">
      <h2 id="join" tabIndex={-1} className="loan-heading">
        {hasDraft ? 'Your request is not sent yet' : 'Take your seat in the group'}
      </h2>
      <ol>
        {steps.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <Reach
        id="start-request"
        className="button button-large"
        load={loadRequestForm}
        onReady={onStart}
      >
        {hasDraft ? 'Go on with your request' : 'Start your request'}
      </Reach>
    </section>
  );
}
