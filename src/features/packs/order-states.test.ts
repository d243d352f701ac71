import { expect, test } from 'vitest';
import { order as sampleOrder } from '../../../tests/components/support/samples/packs.ts';
import { countingPayment, ordersToShow } from './order-states.ts';
import type { Order } from './orders-store.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

const order = (changes: Partial<Order>) =>
  sampleOrder({ created_at: '2026-11-20T11:00:00Z', ...changes });

test('shows a paid order whatever its age', () => {
  const old = { created_at: '2020-01-01T00:00:00Z' };
  const orders = [
    order({ ...old, status: 'paid' }),
    order({ ...old, status: 'partially_refunded' }),
    order({ ...old, status: 'refunded' }),
  ];
  expect(ordersToShow(orders, now)).toEqual(orders);
});

test('shows an unpaid order for one day', () => {
  const fresh = order({ status: 'created', created_at: '2026-11-19T12:00:01Z' });
  const gone = order({ status: 'attempted', created_at: '2026-11-19T12:00:00Z' });
  expect(ordersToShow([fresh, gone], now)).toEqual([fresh]);
});

test('finds the payment that counts, not one that failed or is due as a refund', () => {
  const payment = { amount_refunded: 0, review: null, method: 'upi', provider_created_at: null };
  const paid = { ...payment, id: 'pay_2', status: 'captured' };
  const payments = [
    { ...payment, id: 'pay_1', status: 'failed' },
    { ...payment, id: 'pay_3', status: 'captured', review: 'duplicate_payment' },
    paid,
  ];
  expect(countingPayment(order({ payments }))).toEqual(paid);
  expect(countingPayment(order({ payments: payments.slice(0, 2) }))).toBeUndefined();
});
