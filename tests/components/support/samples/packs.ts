import { toPaise } from '../../../../src/domain/words/money.ts';
import type { Order } from '../../../../src/features/packs/orders-store.ts';
import { single, superValue } from '../../../samples/packs.ts';
import { inHours } from './moments.ts';

export const seller = {
  name: 'AdmitCircle',
  legalName: 'AdmitCircle Private Limited',
  address: 'Pune',
  taxNumber: '',
  email: 'help@example.com',
  phone: '+91 98765 43210',
};

/** An order of a single pack, opened an hour ago and not paid. */
export const order = (changes: Partial<Order> = {}): Order => ({
  id: crypto.randomUUID(),
  pack: single.id,
  sessions: single.sessions,
  persons: single.persons,
  amount: toPaise(single.price),
  discount: 0,
  code: null,
  status: 'created',
  receipt: 'ac_1a2b3c4d',
  idempotency_key: crypto.randomUUID(),
  created_at: inHours(-1),
  updated_at: inHours(-1),
  payments: [],
  ...changes,
});

/** An order of a pack of five, paid with this payment. */
export const paidOrder = (reference: string, changes: Partial<Order> = {}): Order =>
  order({
    pack: superValue.id,
    sessions: superValue.sessions,
    persons: superValue.persons,
    amount: toPaise(superValue.price),
    status: 'paid',
    payments: [
      {
        id: reference,
        status: 'captured',
        amount_refunded: 0,
        review: null,
        method: 'upi',
        provider_created_at: inHours(-1),
        created_at: inHours(-1),
      },
    ],
    ...changes,
  });
