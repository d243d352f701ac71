import { useStore } from '@nanostores/react';
import { lazy, Suspense, useRef, useState } from 'react';
import { count } from '../../domain/words/count.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { hints } from '../../domain/account/messages.ts';
import { isPaid } from '../../domain/payments/orders.ts';
import { packById } from '../../domain/packs/packs.ts';
import type { Seller } from '../../domain/payments/receipt.ts';
import { FreeInterview } from './FreeInterview.tsx';
import { Badge } from '../ui/Badge.tsx';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { openSheet } from '../ui/Sheet.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { isBookable, leftOf } from './packs-left.ts';
import { PackSeats } from './PackSeats.tsx';
import { RefundLink } from './RefundLink.tsx';
import { $practice } from './practice-store.ts';
import type { SessionPack } from './practice-schema.ts';
import { ClaimOffer, ProofForClaims } from './ClaimOffer.tsx';
import emptyTable from './empty-packs.svg?inline';
import { $orders, refreshOrders, type Order } from './orders-store.ts';
import {
  countingPayment,
  isPayable,
  ordersToShow,
  orderStateHints,
  orderStateLabels,
} from './order-states.ts';
import { Receipt } from './Receipt.tsx';
import '../ui/motion.css';
import './order-list.css';

/** Goes on with an unpaid order (§8.28). */
const payNowLabel = 'Pay now';

// Only an unpaid order needs the code of a purchase.
const PayNow = lazy(() => import('./PayNow.tsx'));

type SessionsLeftProps = {
  order: Order;
  /** What is left of it; undefined where that is not known. */
  left: SessionPack | undefined;
};

/** What is left of a paid pack and until when, with the ways to book and to its refunds (§15.38, §17.60). */
function SessionsLeft({ order, left }: SessionsLeftProps) {
  return (
    <div className="order-sessions">
      {left && <PackSeats pack={left} />}
      <p>{left ? leftOf(left) : 'Your sessions page shows how many sessions are left.'}</p>
      {(!left || isBookable(left)) && (
        <a className="button" href={`/dashboard/sessions#book-${order.id}`}>
          Book a session
        </a>
      )}
      <RefundLink
        order={order.id}
        packName={packById(order.pack)?.name ?? order.pack}
        pack={left ?? order}
      />
    </div>
  );
}

type OrderRowProps = { order: Order; left: SessionPack | undefined; seller: Seller };

function OrderRow({ order, left, seller }: OrderRowProps) {
  const receipt = useRef<HTMLDialogElement>(null);
  const pack = packById(order.pack);
  const payment = countingPayment(order);

  return (
    <li className="card order">
      <div>
        <h3 id={`order-${order.id}`} className="font-display text-xl text-ink">
          {pack?.name ?? order.pack}
        </h3>
        {pack && <p>{count(pack.sessions, 'session')}</p>}
        <p className="text-muted">
          <time dateTime={order.created_at}>{formatDay(order.created_at)}</time>
        </p>
      </div>
      <p className="font-display text-2xl text-ink">{formatPaise(order.amount)}</p>
      <div>
        <p>
          <Badge tone={order.status === 'paid' ? undefined : 'ended'}>
            {orderStateLabels[order.status]}
          </Badge>
        </p>
        {payment && (
          <p className="text-sm text-muted">
            Reference <span className="break-all">{payment.id}</span>
          </p>
        )}
      </div>
      {isPaid(order.status) && (
        <>
          <button type="button" className="button button-quiet" onClick={() => openSheet(receipt)}>
            Receipt
          </button>
          <Receipt ref={receipt} order={order} seller={seller} />
          <SessionsLeft order={order} left={left} />
        </>
      )}
      {pack && isPayable(order, pack) && (
        <Suspense
          fallback={
            <button type="button" className="button" disabled>
              {payNowLabel}
            </button>
          }
        >
          <PayNow order={order} pack={pack} siteName={seller.name} label={payNowLabel} />
        </Suspense>
      )}
      {orderStateHints[order.status] && (
        <p className="order-note text-muted">{orderStateHints[order.status]}</p>
      )}
    </li>
  );
}

type OrderListProps = { emptyText: string; seller: Seller };

const loading = (
  <div className="card order order-loading" role="status">
    <p>Loading your packs</p>
  </div>
);

function Listed({ all, emptyText, seller }: OrderListProps & { all: readonly Order[] }) {
  const { data, error } = useStore($practice);
  const [now] = useState(() => Date.now());
  // Waits for both answers, so that neither an offer nor what is left pushes anything down.
  if (data === undefined && error === undefined) return loading;
  const orders = ordersToShow(all, now);
  return (
    <>
      <ClaimOffer />
      {orders.length > 0 ? (
        <ul className="orders">
          {orders.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              left={data?.packs.find((pack) => pack.order === order.id)}
              seller={seller}
            />
          ))}
        </ul>
      ) : (
        <EmptyBox
          className="no-orders"
          mark={<img src={emptyTable} alt="" width={140} height={140} />}
        >
          <p>{emptyText}</p>
        </EmptyBox>
      )}
      <ProofForClaims hasPack={orders.some(({ status }) => isPaid(status))} />
      <FreeInterview />
    </>
  );
}

function Orders(props: OrderListProps) {
  // It is fetched beside the orders, not after them.
  useStore($practice, { ssr: 'initial' });
  return (
    <MemberPart
      $data={$orders}
      refresh={refreshOrders}
      loading={loading}
      notLoaded={hints.ordersFailed}
    >
      {(all) => <Listed all={all} {...props} />}
    </MemberPart>
  );
}

/**
 * The member's orders with pack, sessions, amount, date, state, reference and receipt (§8.20), and the free
 * mock interview (§15.32).
 */
export const OrderList = withErrorBoundary(Orders);
