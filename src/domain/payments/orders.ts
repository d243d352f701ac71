import { keysOf } from '../words/keys-of.ts';

/** The states of an order with their labels. It moves down this list while the same payment pays it (§8.12). */
export const orderStateLabels = {
  created: 'Not paid',
  attempted: 'Not paid yet',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
};
export type OrderStatus = keyof typeof orderStateLabels;
export const orderStatuses = keysOf(orderStateLabels);

/** The same for the owner. */
export const orderStatesOnDesk: Record<OrderStatus, string> = {
  created: 'Started, not confirmed',
  attempted: 'Tried, not confirmed',
  paid: 'Paid',
  partially_refunded: 'Partly returned',
  refunded: 'Returned',
};

/** The states of a payment at the provider, for the owner. */
export const paymentStatesOnDesk = {
  created: 'Started',
  failed: 'Failed',
  authorized: 'Authorised, not received',
  captured: 'Received',
  refunded: 'Returned',
};
export const paymentStates = keysOf(paymentStatesOnDesk);

/** True for a payment status of the provider that means money was received, even if refunded later. */
export function isReceived(paymentStatus: string): boolean {
  return paymentStatus === 'captured' || paymentStatus === 'refunded';
}

/** True for an order some of whose money is still with us. */
export const hasMoney = (status: string): boolean =>
  status === 'paid' || status === 'partially_refunded';

/** True for an order whose money was received, even if some or all of it was refunded later. */
export const isPaid = (status: OrderStatus): boolean => hasMoney(status) || status === 'refunded';

/** The provider's payment methods with their everyday names. */
export const paymentMethods: Readonly<Record<string, string>> = {
  card: 'Card',
  emi: 'Card, in instalments',
  netbanking: 'Net banking',
  paylater: 'Pay later',
  upi: 'UPI',
  wallet: 'Wallet',
};

/** The everyday name of the provider's payment method; an unknown method is returned unchanged. */
export function paymentMethodName(method: string): string {
  return paymentMethods[method] ?? method;
}
