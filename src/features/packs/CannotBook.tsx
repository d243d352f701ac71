import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { packName } from '../../domain/packs/packs.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';
import { RefundLink } from '../refunds/RefundLink.tsx';
import { standing } from '../refunds/standing-words.ts';
import { $orders, orderOfPayment } from './orders-store.ts';

/**
 * On /success: tells a member that another account owns this payment's pack, or that its refund is open, and hides the
 * page's ways to book with it. Otherwise shows nothing. Calls `onFound` once it has something to say.
 */
export default function CannotBook({ onFound }: { onFound: () => void }) {
  const { data: orders, isKept } = useStore($orders);
  const { data, isKept: isOld } = useStore(mySessions.$data);
  const [reference] = useState(
    () => new URLSearchParams(location.search).get('reference')?.trim() ?? '',
  );
  const paid = orderOfPayment(orders, reference);
  const isOthers =
    orders &&
    !isKept &&
    data &&
    // The pack may be shared with the member.
    data.packs.every(({ role }) => role === 'buyer') &&
    !paid;
  const pack = isOld ? undefined : data?.packs.find(({ order }) => order === paid?.id);
  const refund = pack?.refund;
  const why = isOthers ? 'other' : refund && 'refund';
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (!why) return;
    const { dataset } = document.documentElement;
    dataset['whose'] = why;
    found();
    return () => {
      delete dataset['whose'];
    };
  }, [why]);
  if (pack && refund) {
    return (
      <p className="text-ink">
        <span>{`${standing(refund).filter(Boolean).join('. ')}. `}</span>
        <RefundLink order={pack.order} packName={packName(pack.pack)} pack={pack} />
      </p>
    );
  }
  if (!isOthers) return null;
  return (
    <p>
      <span>{`This pack is in another account, so it is not on your dashboard. To book with it, log in to that account. Should it be in this one? `}</span>
      <a className="text-link" href={`/contact?${new URLSearchParams({ reference })}#write-to-us`}>
        Write to us
      </a>
    </p>
  );
}
