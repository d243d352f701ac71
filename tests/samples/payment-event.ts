import { randomUUID } from 'node:crypto';
import { single } from './packs.ts';

export type ReportedPayment = {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: string;
  amount_refunded: number;
  method: string;
  email: string;
  contact: string;
  error_code: string | null;
  error_description: string | null;
  created_at: number;
  captured?: boolean;
};

/** The refund that a `refund.*` event is about; `created_at` in seconds since 1970. */
export type ReportedRefund = { id: string; amount: number; notes?: object; created_at?: number };

export type PaymentEvent = { id: string; type: string; body: string };

/** A payment in the provider’s webhook format. Fields left out are those of a good payment. */
export function paymentEvent(
  type: string,
  payment: Partial<ReportedPayment> & { order_id: string },
  id: string = randomUUID(),
  refund?: ReportedRefund,
): PaymentEvent {
  const entity: ReportedPayment = {
    id: `pay_${payment.order_id}`,
    amount: single.paise,
    currency: 'INR',
    status: 'captured',
    amount_refunded: 0,
    method: 'upi',
    email: 'buyer@example.com',
    contact: '+919000090000',
    error_code: null,
    error_description: null,
    created_at: 1_700_000_000,
    ...payment,
  };
  return {
    id,
    type,
    body: JSON.stringify({
      event: type,
      payload: { payment: { entity }, ...(refund && { refund: { entity: refund } }) },
    }),
  };
}
