import { useState } from 'react';
import { ClaimOffer } from './ClaimOffer.tsx';
import WaitingPack from './WaitingPack.tsx';

/** On /success: how the member adds the pack of this payment (§15.75). Shows nothing once the pack is added. */
export default function PaidHere() {
  const [reference] = useState(() => new URLSearchParams(location.search).get('reference') ?? '');
  return (
    <div className="w-full text-left">
      <ClaimOffer quiet />
      <WaitingPack link={{ reference, to: '' }} />
    </div>
  );
}
