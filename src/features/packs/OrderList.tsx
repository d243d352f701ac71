import { useStore } from '@nanostores/react';
import { Suspense, useRef } from 'react';
import { packById, packName } from '../../domain/packs/packs.ts';
import { isPaid } from '../../domain/payments/orders.ts';
import type { Seller } from '../../domain/payments/receipt.ts';
import { count } from '../../domain/words/count.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { $now } from '../../lib/now.ts';
import { Badge } from '../ui/Badge.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/Loading.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { openSheet } from '../ui/Sheet.tsx';
import { late } from '../ui/late.tsx';
import { useGoTo } from '../ui/use-go-to.ts';
import { ClaimOffer, ProofForClaims } from './ClaimOffer.tsx';
import { FreeInterview } from './FreeInterview.tsx';
import { countingPayment, isPayable, orderHint, orderLabel, ordersToShow } from './order-states.ts';
import { $orders, refreshOrders, type Order } from './orders-store.ts';
import { isBookable, leftOf, seatsOf } from '../bookings/packs-left.ts';
import type { SessionPack } from '../bookings/my-sessions-schema.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';
import { Receipt } from './Receipt.tsx';
import { RefundLink } from '../refunds/RefundLink.tsx';
import { SeatRing } from './SeatRing.tsx';
import { PackHead } from '../bookings/Seats.tsx';
import './order-list.css';

/** The label of the button that resumes an unpaid order (§8.28). */
const payNowLabel = 'Pay now';

// Loaded late, because only an unpaid order needs the purchase module.
const PayNow = late(() => import('./PayNow.tsx'));

type SessionsLeftProps = {
  order: string;
  /** The order's pack; undefined until its sessions are known. */
  left: SessionPack | undefined;
};

/** A paid pack's remaining sessions and the last day to use them, with 'Book a session' (§15.38). */
function SessionsLeft({ order, left }: SessionsLeftProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 gap-x-5">
      <p className="order-left flex-1 bold text-ink">
        {left ? leftOf(left) : 'Your sessions page shows how many sessions are left.'}
      </p>
      {(!left || isBookable(left)) && (
        <a className="button button-quiet" href={`${memberPages.sessions}#book-${order}`}>
          Book a session
        </a>
      )}
    </div>
  );
}

type OrderRowProps = {
  order: Order;
  left: SessionPack | undefined;
  seller: Seller;
  /** In milliseconds. */
  now: number;
};

/**
 * An order: first what the member can do with it, then its price and date in a quiet row. The receipt of a paid order
 * has the reference (§8.20, §17.60).
 */
function OrderRow({ order, left, seller, now }: OrderRowProps) {
  const receipt = useRef<HTMLDialogElement>(null);
  const pack = packById(order.pack);
  const name = packName(order.pack);
  const payment = countingPayment(order);
  const paid = isPaid(order.status);
  const hint = orderHint(order, now);

  return (
    <li className="card outlined grid gap-4 p-6">
      <PackHead id={`order-${order.id}`} name={name} seats={left ? seatsOf(left) : []}>
        <Badge tone={order.status === 'paid' ? undefined : 'ended'}>{orderLabel(order, now)}</Badge>
      </PackHead>
      {paid && <SessionsLeft order={order.id} left={left} />}
      {pack && isPayable(order, pack) && (
        <Suspense
          fallback={
            <button type="button" className="button w-fit" disabled>
              {payNowLabel}
            </button>
          }
        >
          <PayNow order={order} pack={pack} siteName={seller.name} label={payNowLabel} />
        </Suspense>
      )}
      {hint && <p className="text-muted">{hint}</p>}
      <div className="flex flex-wrap items-center gap-x-6 ruled wrap-anywhere text-muted">
        <p>
          <span className="whitespace-nowrap">{formatPaise(order.amount)}</span>
          {!left && <span>{`, ${count(order.sessions, 'session')}`}</span>}
          <span>
            , <time dateTime={order.created_at}>{formatDay(order.created_at)}</time>
          </span>
        </p>
        {payment && !paid && (
          <p>
            Reference <span translate="no">{payment.id}</span>
          </p>
        )}
        {paid && (
          <>
            <button type="button" className="link" onClick={() => openSheet(receipt)}>
              Receipt
            </button>
            <RefundLink order={order.id} packName={name} pack={left ?? order} />
            <Receipt ref={receipt} order={order} seller={seller} />
          </>
        )}
      </div>
    </li>
  );
}

/** A pack that its buyer shares with the member, once the member has accepted the invitation (§15.25). */
function SharedPack({ pack }: { pack: SessionPack }) {
  return (
    <li className="card outlined grid gap-4 p-6">
      <PackHead name={packName(pack.pack)} seats={seatsOf(pack)}>
        <Badge>Shared with you</Badge>
      </PackHead>
      <SessionsLeft order={pack.order} left={pack} />
    </li>
  );
}

/**
 * Goes to the part of the page named in the address, because the browser looked for it before the packs arrived. A part
 * of its own, because `Listed` first renders without them.
 */
function GoToLinked() {
  useGoTo(() => location.hash.slice(1));
  return null;
}

type OrderListProps = {
  emptyText: string;
  /** True if the season above already shows what the member has, so that an empty list needs no text. */
  hasBegun: boolean;
  seller: Seller;
  /** True to offer packs that were bought without an account here, because another step comes first on the page. */
  offersClaims: boolean;
};

const loading = <Loading className="order-loading">Loading your packs</Loading>;

type ListedProps = OrderListProps & { all: readonly Order[] };

function Listed({ all, emptyText, hasBegun, seller, offersClaims }: ListedProps) {
  const { data, error } = useStore(mySessions.$data);
  const now = useStore($now, { ssr: 'initial' });
  // Waits for both replies, so that neither the offers nor the remaining sessions push other content down.
  if (data === undefined && error === undefined) return loading;
  const orders = ordersToShow(all, now);
  const shared = data?.packs.filter(({ role }) => role === 'second') ?? [];
  const hasList = orders.length + shared.length > 0;
  return (
    <>
      {hasList && (
        <ul className="orders grid gap-4">
          {orders.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              left={data?.packs.find((pack) => pack.order === order.id)}
              {...{ seller, now }}
            />
          ))}
          {shared.map((pack) => (
            <SharedPack key={pack.order} pack={pack} />
          ))}
        </ul>
      )}
      {!hasList && hasBegun && <div data-no-packs />}
      {!hasList && !hasBegun && (
        <div className="waiting-none flex items-center gap-4">
          <SeatRing taken={0} />
          <p>
            {data && data.invitations.length > 0
              ? 'The pack shared with you appears here once you accept it.'
              : emptyText}
          </p>
        </div>
      )}
      {offersClaims && <ClaimOffer quiet />}
      <ProofForClaims />
      <FreeInterview />
      <GoToLinked />
    </>
  );
}

function Orders(props: OrderListProps) {
  // Sends this request together with the one for the orders.
  useStore(mySessions.$data, { ssr: 'initial' });
  return (
    <MemberPart
      $data={$orders}
      refresh={refreshOrders}
      loading={loading}
      notLoaded="We could not load your packs. They are safe: check your connection."
    >
      {(all) => <Listed all={all} {...props} />}
    </MemberPart>
  );
}

/**
 * The member's orders with their receipts (§8.20), packs shared with the member, and the free mock interview (§15.32).
 */
export const OrderList = withErrorBoundary(Orders);
