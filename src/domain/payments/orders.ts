import { keysOf } from '../words/keys-of.ts';

/**
 * An order's states and their labels. As long as the order has only one payment, its state only moves down this list
 * (§8.12).
 */
export const orderStateLabels = {
  created: 'Not paid',
  attempted: 'Not paid yet',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
};
export type OrderStatus = keyof typeof orderStateLabels;
export const orderStatuses = keysOf(orderStateLabels);

/** What the desk says of a purchase recorded by hand that an operator cancelled, because its money never came. */
const cancelled = { never_arrived: 'Never arrived' };

/** An order's states, as the desk shows them. */
export const orderStatesOnDesk: Record<OrderStatus | keyof typeof cancelled, string> = {
  created: 'Started, not confirmed',
  attempted: 'Tried, not confirmed',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  ...cancelled,
};

const paymentStatesAtProvider = {
  created: 'Started',
  failed: 'Failed',
  authorized: 'Authorised, not received',
  captured: 'Received',
  refunded: 'Refunded',
};
/** A payment's states at the provider. */
export const paymentStates = keysOf(paymentStatesAtProvider);

/** A payment's states, as the desk shows them. */
export const paymentStatesOnDesk = { ...paymentStatesAtProvider, ...cancelled };

/** True if this payment status at the provider means that the money arrived, even if it was refunded later. */
export function isReceived(paymentStatus: string): boolean {
  return paymentStatus === 'captured' || paymentStatus === 'refunded';
}

/** True if we still have some of the order's money. */
export const hasMoney = (status: string): boolean =>
  status === 'paid' || status === 'partially_refunded';

/** True if the order's money arrived, even if some or all of it was refunded later. */
export const isPaid = (status: OrderStatus): boolean => hasMoney(status) || status === 'refunded';

/** The provider's payment methods, with the names that people use for them. */
export const paymentMethods: Readonly<Record<string, string>> = {
  card: 'Card',
  emi: 'Card, in instalments',
  netbanking: 'Net banking',
  paylater: 'Pay later',
  transfer: 'Bank transfer',
  upi: 'UPI',
  wallet: 'Wallet',
};

/** What people call a payment method; a method we do not know is returned unchanged. */
export function paymentMethodName(method: string): string {
  return paymentMethods[method] ?? method;
}
