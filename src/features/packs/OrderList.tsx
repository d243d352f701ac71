import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { packName } from '../../domain/packs/packs.ts';
import { isPaid } from '../../domain/payments/orders.ts';
import type { Seller } from '../../domain/payments/receipt.ts';
import { count } from '../../domain/words/count.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { $now } from '../../lib/now.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { Badge } from '../ui/Badge.tsx';
import type { Elements } from '../ui/elements.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/Loading.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { Sentence, type Words } from '../ui/Sentence.tsx';
import { openSheet } from '../ui/Sheet.tsx';
import { useGoTo } from '../ui/use-go-to.ts';
import { begunPayments, forget } from './begun-payments.ts';
import { ClaimOffer } from './ClaimOffer.tsx';
import { FreeInterview } from './FreeInterview.tsx';
import {
  countingPayment,
  failedPayment,
  orderHint,
  orderLabel,
  ordersToShow,
  payablePack,
} from './order-states.ts';
import { $orders, refreshOrders, type Order } from './orders-store.ts';
import { canBeShared, isBookable, leftOf, seatsOf } from '../bookings/packs-left.ts';
import type { SecondPerson, SessionPack } from '../bookings/my-sessions-schema.ts';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import { inviteLater, invitePlace, sharedWithYou } from '../bookings/second-person.ts';
import { $packLink } from './pack-link.ts';
import { PayOrder } from './PayOrder.tsx';
import { Receipt } from './Receipt.tsx';
import { RefundLink } from '../refunds/RefundLink.tsx';
import { SessionRefunds } from '../refunds/SessionRefunds.tsx';
import { standingLabel } from '../refunds/standing-label.ts';
import { isOpen, needsAnswer, onHold, openRequest } from '../refunds/standing-words.ts';
import { PackHead } from '../bookings/PackHead.tsx';
import './order-list.css';

/** What the buyer can do about the invitation on the sessions page, if anything. */
function toInvite({ address, state, replaceable }: SecondPerson): string | undefined {
  if (state === 'named') {
    return replaceable ? 'Resend or change the invitation' : 'Resend the invitation';
  }
  if (state === 'accepted' || !replaceable) return undefined;
  return address === null ? 'Invite a second person' : 'Invite someone else';
}

/**
 * Who shares a pack for two, as its buyer sees it; one line before the sessions arrive too. The sessions page has the
 * form to invite someone (§15.24). Nothing once the other person can have no session.
 */
function ForTwo({ left }: { left: SessionPack | undefined }) {
  if (left && !canBeShared(left)) {
    const later = inviteLater(left);
    return later ? <p className="text-muted">{later}</p> : null;
  }
  const second = left?.second;
  const offer = second && toInvite(second);
  return (
    <p className="text-muted">
      {left && second?.address ? (
        <>
          <span>
            {second.state === 'accepted'
              ? 'Shared with '
              : second.state === 'declined'
                ? 'Invitation turned down by '
                : 'Invited, not accepted yet: '}
          </span>
          {left.other === null ? (
            <MailAddress address={second.address} />
          ) : (
            <bdi translate="no">{left.other}</bdi>
          )}
        </>
      ) : (
        <span>This pack is for two people. </span>
      )}
      {left && second && offer && (
        <>
          {second.address !== null && <br />}
          <a className="text-link" href={`${memberPages.sessions}#${invitePlace(left)}`}>
            {offer}
          </a>
        </>
      )}
    </p>
  );
}

/** The pack with its open refund requests and, of the closed ones, only the latest (§17.62). */
function withNewestOutcome(pack: SessionPack): SessionPack {
  const newest = pack.other_refunds.find((request) => !isOpen(request));
  return {
    ...pack,
    other_refunds: pack.other_refunds.filter((one) => isOpen(one) || one === newest),
  };
}

type PackRowProps = {
  name: string;
  /** The heading's id, if links lead to it. */
  id?: string | undefined;
  /** The order whose sessions the member can book. */
  bookable: string | undefined;
  left: SessionPack | undefined;
  badge?: Elements;
  says: Words;
  /** More text below, and the links after 'Book a session'. */
  hint?: string | undefined;
  sharing?: Elements;
  children?: Elements;
};

/** A pack with its seats, what is left of it or what stops it, and what the member can do (§15.38). */
function PackRow(props: PackRowProps) {
  const { name, id, bookable, left, badge, says, hint, sharing, children } = props;
  return (
    <li className="order-row flex flex-wrap items-center">
      <div className="min-w-60 flex-1">
        <PackHead {...(id && { id })} name={name} seats={left ? seatsOf(left) : []}>
          {badge}
        </PackHead>
        <p>
          <Sentence words={says} />
        </p>
        {left && <SessionRefunds pack={withNewestOutcome(left)} />}
        {hint && <p className="text-muted">{hint}</p>}
        {sharing}
      </div>
      <div className="flex flex-wrap items-center gap-3 wrap-anywhere">
        {bookable && (
          <a className="button button-quiet" href={`${memberPages.sessions}#book-${bookable}`}>
            Book a session
          </a>
        )}
        {children}
      </div>
    </li>
  );
}

type OrderRowProps = {
  order: Order;
  left: SessionPack | undefined;
  seller: Seller;
  /** In milliseconds. */
  now: number;
  above: OrderListProps['above'];
};

/** An order. If it is paid, its receipt has the price, the date and the reference (§8.20, §17.60). */
function OrderRow({ order, left, seller, now, above }: OrderRowProps) {
  const receipt = useRef<HTMLDialogElement>(null);
  const isPaidAbove = order.id === above.paid;
  const toPay = isPaidAbove ? undefined : payablePack(order);
  const name = packName(order.pack);
  const payment = countingPayment(order);
  const paid = isPaid(order.status);
  const isFailed = failedPayment(order) !== undefined;
  const asked = left && openRequest(left);
  const isAskedAbove = asked !== undefined && asked.number === above.refund;
  const isRefunded = order.status === 'refunded';
  // What came of the last request. Once it is paid, the order's state says so.
  const [last] = left?.other_refunds ?? [];
  const shown = asked ?? (!isRefunded && last?.state === 'declined' ? last : undefined);
  const sessions = count(order.sessions, 'session');
  const says = !paid
    ? `${formatPaise(order.amount)}, ${sessions}, ${formatDay(order.created_at)}`
    : left
      ? isAskedAbove && left.refund
        ? onHold(left.refund)
        : leftOf(left)
      : `${sessions}. See how many are left on your sessions page`;

  return (
    <PackRow
      id={isPaidAbove ? undefined : `order-${order.id}`}
      bookable={
        paid && order.id !== above.booked && (!left || isBookable(left)) ? order.id : undefined
      }
      badge={
        left && shown ? (
          <Badge tone={shown === asked && !needsAnswer(shown) ? 'waiting' : 'ended'}>
            {standingLabel(left, shown)}
          </Badge>
        ) : (
          order.status !== 'paid' && (
            <Badge tone={isRefunded ? undefined : 'ended'}>{orderLabel(order, now)}</Badge>
          )
        )
      }
      hint={isPaidAbove ? undefined : orderHint(order, now)}
      sharing={paid && !isRefunded && order.persons > 1 && <ForTwo left={left} />}
      {...{ name, left, says }}
    >
      {toPay && <PayOrder order={order} pack={toPay} siteName={seller.name} quiet={isFailed} />}
      {payment && !paid && (
        <p className="text-muted">
          Reference <span translate="no">{payment.id}</span>
        </p>
      )}
      {paid && (
        <div className="flex gap-3">
          <button type="button" className="link" onClick={() => openSheet(receipt)}>
            Receipt
          </button>
          {!isAskedAbove && <RefundLink order={order.id} packName={name} pack={left ?? order} />}
          <Receipt ref={receipt} order={order} seller={seller} />
        </div>
      )}
    </PackRow>
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
  seller: Seller;
  /** True to offer packs that were bought without an account here, because another step comes first on the page. */
  offersClaims: boolean;
  /** True to offer the free interview here, for the same reason. */
  offersFree: boolean;
  /** What the next step already offers. */
  above: {
    /** The order for which it has 'Book a session'. */
    booked?: string | undefined;
    /** The order that it explains, with the button to pay for it. */
    paid?: string | undefined;
    /** The number of the refund request to which it links. */
    refund?: string | undefined;
  };
};

/** Asks members with an unverified address to verify it, because `ClaimOffer` needs that (§15.33, §15.62). */
function ProofForClaims() {
  const unproven = useStore($unproven);
  const waiting = useStore($packLink, { ssr: 'initial' });
  if (waiting || !unproven) return null;
  return (
    <details className="waiting-verify mt-6 text-muted">
      <summary className="link w-fit">Bought a pack without an account?</summary>
      <VerifyEmail {...unproven} wanted="packs">
        <span>If your receipt went to </span>
        <MailAddress address={unproven.address} />
        <span>
          , verify that address, and we will add the pack here. If it went elsewhere, open the link
          in the receipt.
        </span>
      </VerifyEmail>
    </details>
  );
}

const loading = <Loading>Loading your packs</Loading>;

type ListedProps = OrderListProps & { all: readonly Order[] };

function Listed({ all, seller, offersClaims, offersFree, above }: ListedProps) {
  const { data, error } = useStore(mySessions.$data);
  const now = useStore($now, { ssr: 'initial' });
  useEffect(() => {
    const paid = all.filter(({ status }) => isPaid(status)).map((one) => one.idempotency_key);
    for (const { key } of begunPayments()) if (paid.includes(key)) forget(key);
  }, [all]);
  // Waits for both replies, so that neither the offers nor the remaining sessions push other content down.
  if (data === undefined && error === undefined) return loading;
  const packOf = (order: Order) => data?.packs.find((pack) => pack.order === order.id);
  const rank = (order: Order) => {
    const pack = packOf(order);
    if (pack && !isBookable(pack)) return 3;
    if (failedPayment(order)) return 2;
    return isPaid(order.status) ? 0 : 1;
  };
  // What the member can use comes first, then what they may have paid.
  const orders = ordersToShow(all, now).toSorted((one, other) => rank(one) - rank(other));
  const shared = data?.packs.filter(({ role }) => role === 'second') ?? [];
  const isInvited = data !== undefined && data.invitations.length > 0;
  return (
    <>
      {orders.length + shared.length > 0 ? (
        <ul className="order-list card">
          {orders.map((order) => (
            <OrderRow key={order.id} left={packOf(order)} {...{ order, seller, now, above }} />
          ))}
          {shared.map((pack) => (
            <PackRow
              key={pack.order}
              name={packName(pack.pack)}
              bookable={isBookable(pack) && pack.order !== above.booked ? pack.order : undefined}
              left={pack}
              says={leftOf(pack)}
              sharing={
                <p className="text-muted">
                  <Sentence words={sharedWithYou(pack)} />
                </p>
              }
            />
          ))}
        </ul>
      ) : isInvited ? (
        <p className="waiting-none">The pack shared with you appears here once you accept it.</p>
      ) : (
        <div data-no-packs />
      )}
      {offersClaims && <ClaimOffer quiet />}
      {offersFree && <FreeInterview />}
      <ProofForClaims />
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
