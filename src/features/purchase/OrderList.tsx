import { useStore } from '@nanostores/react';
import { lazy, Suspense, useRef, useState } from 'react';
import { formatDay, formatPaise } from '../../domain/format.ts';
import { hints } from '../../domain/messages.ts';
import { isPaid } from '../../domain/orders.ts';
import { packById } from '../../domain/packs.ts';
import type { Seller } from '../../domain/receipt.ts';
import { withErrorBoundary } from '../island/error-boundary.tsx';
import { $session } from '../session/session-store.ts';
import { ClaimOffer } from './ClaimOffer.tsx';
import emptyTable from './empty-packs.svg?inline';
import { $claimableOrders, $orders, refreshOrders, type Order } from './orders-store.ts';
import {
  countingPayment,
  isPayable,
  ordersToShow,
  orderStateHints,
  orderStateLabels,
} from './order-states.ts';
import { purchaseLabels } from './purchase-messages.ts';
import { Receipt } from './Receipt.tsx';
import './order-list.css';

// Only an unpaid order needs the code of a purchase.
const PayNow = lazy(() => import('./PayNow.tsx'));

function OrderRow({ order, seller }: { order: Order; seller: Seller }) {
  const receipt = useRef<HTMLDialogElement>(null);
  const pack = packById(order.pack);
  const payment = countingPayment(order);

  const openReceipt = () => {
    receipt.current?.showModal();
    // The first button would get the focus, and on a small screen it is below the text.
    receipt.current?.querySelector('h3')?.focus();
  };

  return (
    <li className="card order">
      <div>
        <h3 id={`order-${order.id}`} className="font-display text-xl text-ink">
          {pack?.name ?? order.pack}
        </h3>
        {pack && (
          <p>
            {pack.sessions} {pack.sessions === 1 ? 'session' : 'sessions'}
          </p>
        )}
        <p className="text-muted">
          <time dateTime={order.created_at}>{formatDay(order.created_at)}</time>
        </p>
      </div>
      <p className="font-display text-2xl text-ink">{formatPaise(order.amount)}</p>
      <div>
        <p className="order-state" data-status={order.status}>
          {orderStateLabels[order.status]}
        </p>
        {payment && (
          <p className="text-sm text-muted">
            Reference <span className="break-all">{payment.id}</span>
          </p>
        )}
      </div>
      {isPaid(order.status) && (
        <>
          <button type="button" className="button button-quiet" onClick={openReceipt}>
            Receipt
          </button>
          <Receipt ref={receipt} order={order} seller={seller} />
        </>
      )}
      {pack && isPayable(order, pack) && (
        <Suspense
          fallback={
            <button type="button" className="button" disabled>
              {purchaseLabels.payNow}
            </button>
          }
        >
          <PayNow order={order} pack={pack} siteName={seller.name} />
        </Suspense>
      )}
      {orderStateHints[order.status] && (
        <p className="order-note text-muted">{orderStateHints[order.status]}</p>
      )}
    </li>
  );
}

type OrderListProps = { emptyText: string; seller: Seller };

function Orders({ emptyText, seller }: OrderListProps) {
  const session = useStore($session, { ssr: 'initial' });
  const { data, loading, error } = useStore($orders, { ssr: 'initial' });
  const claimable = useStore($claimableOrders, { ssr: 'initial' });
  const [now] = useState(() => Date.now());
  const known = session.status === 'authenticated';

  // Waits for both answers, so that an offer does not push the list down.
  if (known && data && (claimable.data || claimable.error)) {
    const orders = ordersToShow(data, now);
    return (
      <>
        <ClaimOffer />
        {orders.length > 0 ? (
          <ul className="orders">
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} seller={seller} />
            ))}
          </ul>
        ) : (
          <div className="no-orders">
            <img src={emptyTable} alt="" width={140} height={140} />
            <p>{emptyText}</p>
          </div>
        )}
      </>
    );
  }
  if (known && error && !loading) {
    return (
      <div role="alert" className="notice">
        <p>{hints.ordersFailed}</p>
        <button type="button" className="link" onClick={refreshOrders}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className="card order order-loading" role="status">
      <p>Loading your packs</p>
    </div>
  );
}

/** The member's orders with pack, sessions, amount, date, state, reference and receipt (§8.20). */
export const OrderList = withErrorBoundary(Orders);
