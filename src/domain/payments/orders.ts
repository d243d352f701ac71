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

/** True for a payment status of the provider that means money was received, even if refunded later. */
export function isReceived(paymentStatus: string): boolean {
  return paymentStatus === 'captured' || paymentStatus === 'refunded';
}

/** True for an order whose money was received, even if some or all of it was refunded later. */
export function isPaid(status: OrderStatus): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded';
}

const methods: Record<string, string> = {
  card: 'Card',
  emi: 'Card, in instalments',
  netbanking: 'Net banking',
  paylater: 'Pay later',
  upi: 'UPI',
  wallet: 'Wallet',
};

/** The everyday name of the provider's payment method; an unknown method is returned unchanged. */
export function paymentMethodName(method: string): string {
  return methods[method] ?? method;
}
