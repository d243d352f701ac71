import { packById, type Pack } from '../../domain/packs/packs.ts';
import {
  isPaid,
  isReceived,
  orderStateLabels,
  type OrderStatus,
} from '../../domain/payments/orders.ts';
import { ifApproved, ifFailed } from '../../domain/payments/payment-words.ts';
import { lengthOf } from '../../domain/periods.ts';
import { indiaTime } from '../../domain/words/dates.ts';
import { formatPaise, toPaise } from '../../domain/words/money.ts';
import type { Order } from './orders-store.ts';

type Payment = Order['payments'][number];

const orderStateHints: Partial<Record<OrderStatus, string>> = {
  created:
    'You have not paid for this yet. No money has left your account. Pay now, or do nothing: this purchase disappears after a day.',
  attempted:
    'You tried to pay, but no money has arrived. If you approved it in your bank or UPI app, wait 20 minutes and do not pay again. Otherwise pay now, or do nothing: this purchase disappears after a day.',
};

// In milliseconds. Within this time, banks confirm a payment or the reconciler asks the provider (§8.18).
const onTheWay = 20 * 60_000;

/**
 * The order's last payment, if the provider has reported that it failed and no payment window has been opened since.
 */
export function failedPayment({
  status,
  payments,
  updated_at: opened,
}: Order): Payment | undefined {
  const last = payments
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .at(-1);
  const isFailed =
    last !== undefined &&
    !isPaid(status) &&
    payments.every((payment) => payment.status === 'failed') &&
    // The report of an earlier payment may arrive late, and says nothing about one that the buyer has started since. The
    // times are equal if a report was what changed the order.
    payments.some(
      (payment) =>
        Date.parse(payment.created_at) === Date.parse(opened) ||
        Date.parse(payment.provider_created_at ?? '') >= Date.parse(opened),
    );
  return isFailed ? last : undefined;
}

/**
 * Whether, at `now` (in milliseconds), the buyer may have approved a payment that has not arrived yet, so that the
 * outcome is uncertain.
 */
const mayBeOnItsWay = ({ status, updated_at: opened }: Order, now: number) =>
  !isPaid(status) && now - Date.parse(opened) < onTheWay;

/**
 * An order's label at `now` (in milliseconds). Never says that an order is unpaid while its payment may be in transit
 * (§8.42).
 */
export function orderLabel(order: Order, now: number): string {
  if (failedPayment(order)) return 'Payment failed';
  if (mayBeOnItsWay(order, now)) return 'Not confirmed yet';
  // A refund by bank transfer never shows on the payment.
  const refunded = countingPayment(order)?.amount_refunded ?? 0;
  return `${orderStateLabels[order.status]}${refunded > 0 ? `: ${formatPaise(refunded)}` : ''}`;
}

/** Payments that arrived for an order but did not buy anything, so we return them (§8.15). */
const returnedPayments = ({ payments }: Order) =>
  payments.filter(({ status, review }) => review !== null && isReceived(status));

/**
 * Whether we may still have the money of a payment that is to be returned, at `now` (in milliseconds). A refund by bank
 * transfer never shows on the payment, but it takes no longer than the time to decide plus the time to pay.
 */
const isOwed = (order: Order, now: number) =>
  now - Date.parse(order.created_at) < 2 * lengthOf('refund') &&
  returnedPayments(order).some(({ status }) => status === 'captured');

/**
 * What an order's state means at `now` (in milliseconds), and what the buyer can do; undefined if the label says enough
 * (§8.28).
 */
export function orderHint(order: Order, now: number): string | undefined {
  const failed = failedPayment(order);
  if (failed) {
    return `It failed at ${indiaTime(failed.provider_created_at ?? failed.created_at)}. ${ifFailed}`;
  }
  if (!isPaid(order.status)) {
    return returnedPayments(order).length > 0
      ? 'Your payment arrived after the price had changed. We are refunding all of it.'
      : mayBeOnItsWay(order, now)
        ? `You started this payment at ${indiaTime(order.updated_at)}. ${ifApproved} If you did not approve it, pay now.`
        : orderStateHints[order.status];
  }
  return isOwed(order, now)
    ? 'You paid for this twice. We are refunding the second payment in full.'
    : undefined;
}

/**
 * The orders to show at `now` (in milliseconds): all paid ones, unpaid ones from the last 24 hours, and those whose
 * money we still have to return. If a payment for a hidden order arrives, the order appears again, as paid.
 */
export function ordersToShow(orders: readonly Order[], now: number): Order[] {
  return orders.filter(
    (order) =>
      isPaid(order.status) ||
      now - Date.parse(order.created_at) < lengthOf('open payment') ||
      isOwed(order, now),
  );
}

/**
 * The pack that the member can still pay for with this order. Undefined if money has arrived for the order, or if the
 * pack's price has changed.
 */
export function payablePack(order: Order): Pack | undefined {
  const pack = packById(order.pack);
  return pack &&
    !isPaid(order.status) &&
    returnedPayments(order).length === 0 &&
    order.amount + order.discount === toPaise(pack.price)
    ? pack
    : undefined;
}

/** The payment that paid for an order; its id is the buyer's reference. Undefined if the order is unpaid. */
export function countingPayment({ payments }: Order): Payment | undefined {
  return payments.find(({ status, review }) => review === null && isReceived(status));
}
