/** The states of an order, which moves down this list while the same payment pays it (§8.12). */
export const orderStatuses = [
  'created',
  'attempted',
  'paid',
  'partially_refunded',
  'refunded',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

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
