import { useStore } from '@nanostores/react';
import { useDeferredValue, useState, type ComponentProps } from 'react';
import { toPacks } from '../../domain/packs/packs.ts';
import { $member } from '../../lib/member-store.ts';
import { $now } from '../../lib/now.ts';
import { $isOpening } from '../bookings/Invitations.tsx';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import { YourSessions } from '../bookings/YourSessions.tsx';
import { FoundPayment } from '../packs/ClaimOffer.tsx';
import { nextStep } from './next-step.ts';
import { NextStep } from './NextStep.tsx';
import { WantedTime } from './WantedTime.tsx';

const packsLink = (
  <a className="link" href={toPacks}>
    See the packs
  </a>
);

/**
 * A payment waiting to be claimed, the time chosen on another page, the next step and 'Your sessions', in one island
 * so that they appear together. A member who has just chosen a time sees what became of it before anything else but new
 * feedback.
 */
export function SessionsPage(props: Omit<ComponentProps<typeof YourSessions>, 'hasFreeCard'>) {
  const member = useStore($member, { ssr: 'initial' });
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const unproven = useStore($unproven, { ssr: 'initial' });
  const now = useStore($now, { ssr: 'initial' });
  const step = data && nextStep(data, now, { onSessions: true }).step;
  // A press on 'Done' puts no card above the exercise, unless it was there before.
  const [first, setFirst] = useState<'practice' | 'free'>();
  if (!first && (step === 'practice' || step === 'free')) setFirst(step);
  const isKeptDown = step === 'free' && first === 'practice';
  const hasFreeCard = step === 'free' && !isKeptDown;
  // The member can book the time once the payment has arrived.
  const isStepFirst = step === 'payment' || step === 'feedback';
  const wanted = <WantedTime hasFreeCard={hasFreeCard} />;
  // Deferred like 'Your sessions' (`MemberPart`), which would otherwise still be loading and be pushed down.
  const isOpening = useStore($isOpening, { ssr: 'initial' });
  const isHere = useDeferredValue(member !== undefined && data !== undefined) && !isOpening;
  return (
    <>
      <FoundPayment />
      {isHere && (
        <>
          {!isStepFirst && wanted}
          {!isKeptDown && (
            <NextStep page="sessions" renderLinks={() => hasFreeCard && !unproven && packsLink} />
          )}
          {isStepFirst && wanted}
        </>
      )}
      <YourSessions {...props} hasFreeCard={hasFreeCard} />
    </>
  );
}
