import { Suspense } from 'react';
import type { Pack } from '../../domain/packs/packs.ts';
import { FreshLabel } from '../ui/FreshButton.tsx';
import { late } from '../ui/late.tsx';
import { failedPayment } from './order-states.ts';
import type { Order } from './orders-store.ts';

// Loaded late, because only an unpaid order needs the purchase module.
const PayNow = late(() => import('./PayNow.tsx'));

type PayOrderProps = {
  order: Order;
  pack: Pack;
  siteName: string;
  /** True if the page's main button is another one. */
  quiet?: boolean;
};

/** 'Pay now' for an unpaid order, or 'Try again' once its payment has failed (§8.28). */
export function PayOrder({ quiet = false, ...props }: PayOrderProps) {
  const label = failedPayment(props.order) ? 'Try again' : 'Pay now';
  const waiting = (
    <button type="button" className={`button w-fit ${quiet ? 'button-quiet' : ''}`} disabled>
      <FreshLabel>{label}</FreshLabel>
    </button>
  );
  return (
    <Suspense fallback={waiting}>
      <PayNow {...{ ...props, label, quiet }} />
    </Suspense>
  );
}
