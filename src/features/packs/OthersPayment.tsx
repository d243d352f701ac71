import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { mySessions } from '../bookings/my-sessions-store.ts';
import { $orders } from './orders-store.ts';

/**
 * On /success: tells a member that another account owns this payment's pack, and hides the page's ways to book with it.
 * Shows nothing if the member is its buyer. `onFound` is called once the pack is known to be another account's.
 */
export default function OthersPayment({ onFound }: { onFound: () => void }) {
  const { data: orders, isKept } = useStore($orders);
  const { data } = useStore(mySessions.$data);
  const [reference] = useState(
    () => new URLSearchParams(location.search).get('reference')?.trim() ?? '',
  );
  const isOthers =
    orders &&
    !isKept &&
    data &&
    // The pack may be shared with the member.
    data.packs.every(({ role }) => role === 'buyer') &&
    !orders.some(({ payments }) => payments.some(({ id }) => id === reference));
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (!isOthers) return;
    const { dataset } = document.documentElement;
    dataset['whose'] = 'other';
    found();
    return () => {
      delete dataset['whose'];
    };
  }, [isOthers]);
  if (!isOthers) return null;
  return (
    <p>
      <span>
        This pack is in another account, so it is not on your dashboard. To book with it, log in to
        that account. Should it be in this one?{' '}
      </span>
      <a className="text-link" href={`/contact?${new URLSearchParams({ reference })}#write-to-us`}>
        Write to us
      </a>
    </p>
  );
}
