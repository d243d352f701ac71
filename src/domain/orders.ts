/** The states of an order. They only ever move to the right (§8.12). */
export const orderStatuses = [
  'created',
  'attempted',
  'paid',
  'partially_refunded',
  'refunded',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** True for a payment, by the provider's word, whose money has been received, even if it went back since. */
export function isReceived(paymentStatus: string): boolean {
  return paymentStatus === 'captured' || paymentStatus === 'refunded';
}

/** True once the money has been received, whether or not some of it went back later. */
export function isPaid(status: OrderStatus): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded';
}
