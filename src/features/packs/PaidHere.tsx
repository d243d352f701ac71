import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ClaimOffer } from './ClaimOffer.tsx';
import { $orders } from './orders-store.ts';
import WaitingPack from './WaitingPack.tsx';

type PaidHereProps = {
  /** Called once the pack of this payment belongs to the member. */
  onAdded: () => void;
};

/** On /success: how the member adds the pack of this payment (§15.75). Shows nothing once the pack is added. */
export default function PaidHere({ onAdded }: PaidHereProps) {
  const [reference] = useState(() => new URLSearchParams(location.search).get('reference') ?? '');
  const { data: orders } = useStore($orders);
  const isMine = orders?.some(({ payments }) => payments.some(({ id }) => id === reference));
  const added = useEffectEvent(onAdded);
  useEffect(() => {
    if (isMine) added();
  }, [isMine]);
  return (
    <div className="w-full text-left">
      <ClaimOffer quiet />
      <WaitingPack link={{ reference, to: '' }} />
    </div>
  );
}
