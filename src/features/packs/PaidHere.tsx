import { useState } from 'react';
import { ClaimOffer } from './ClaimOffer.tsx';
import WaitingPack from './WaitingPack.tsx';

type PaidHereProps = {
  /** Called once the pack of this payment belongs to the member. */
  onAdded: () => void;
};

/** On /success: how the member adds the pack of this payment (§15.75). Shows nothing once the pack is added. */
export default function PaidHere({ onAdded }: PaidHereProps) {
  const [reference] = useState(() => new URLSearchParams(location.search).get('reference') ?? '');
  return (
    <div className="w-full text-left">
      <ClaimOffer quiet />
      <WaitingPack link={{ reference, to: '' }} onAdded={onAdded} />
    </div>
  );
}
