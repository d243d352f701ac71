import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Pack } from '../../domain/packs/packs.ts';
import { FreshLabel, useWaitsForFresh } from '../ui/FreshButton.tsx';
import { refreshOrders, type Order } from './orders-store.ts';
import { purchaseLabels } from './purchase-labels.ts';
import { $purchase, buy } from './purchase-store.ts';
import { PurchaseState } from './PurchaseState.tsx';

type PayNowProps = { order: Order; pack: Pack; siteName: string; label: string; quiet: boolean };

/** The button that resumes an unpaid order (§8.28). */
export default function PayNow({ order, pack, siteName, label, quiet }: PayNowProps) {
  const purchase = useStore($purchase, { ssr: 'initial' });
  const waits = useWaitsForFresh();
  const isIdle = purchase.status === 'idle';
  const unpaid = { id: order.id, key: order.idempotency_key };
  const discount =
    order.code === null
      ? undefined
      : { code: order.code, amount: order.amount, typed: true as const };
  const wentWrong = purchase.order === order.id && isIdle && purchase.problem !== undefined;
  useEffect(() => {
    // Only the order says what has become of the money.
    if (wentWrong) refreshOrders();
  }, [wentWrong, purchase]);
  return (
    <div>
      <PurchaseState order={order.id} />
      <button
        type="button"
        className={`button w-fit ${quiet ? 'button-quiet' : ''}`}
        aria-describedby={`order-${order.id}`}
        aria-disabled={!isIdle || waits}
        onClick={waits ? undefined : () => void buy(pack, siteName, { unpaid, discount })}
      >
        <FreshLabel>
          {!isIdle && purchase.order === order.id ? purchaseLabels.waiting : label}
        </FreshLabel>
      </button>
    </div>
  );
}
