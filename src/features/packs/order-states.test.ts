import { expect, test } from 'vitest';
import { order as sampleOrder } from '../../../tests/components/support/samples/packs.ts';
import {
  countingPayment,
  orderHint,
  orderLabel,
  ordersToShow,
  payablePack,
} from './order-states.ts';
import type { Order } from './orders-store.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

const order = (changes: Partial<Order>) =>
  sampleOrder({
    created_at: '2026-11-20T11:00:00Z',
    updated_at: '2026-11-20T11:00:00Z',
    ...changes,
  });

const payment = {
  amount_refunded: 0,
  review: null,
  method: 'upi',
  provider_created_at: null,
  created_at: '2026-11-20T11:00:00Z',
};

test('the dashboard shows a paid order, however old it is', () => {
  const old = { created_at: '2020-01-01T00:00:00Z' };
  const states = ['paid', 'partially_refunded', 'refunded'] as const;
  const orders = states.map((status) => order({ ...old, status }));
  expect(ordersToShow(orders, now)).toEqual(orders);
});

test('the dashboard shows an unpaid order for one day', () => {
  const fresh = order({ status: 'created', created_at: '2026-11-19T12:00:01Z' });
  const gone = order({ status: 'attempted', created_at: '2026-11-19T12:00:00Z' });
  expect(ordersToShow([fresh, gone], now)).toEqual([fresh]);
});

test('§8.28 an order whose payment was not needed is shown until it is refunded, and cannot be paid again', () => {
  const payments = [{ ...payment, id: 'pay_1', status: 'captured', review: 'amount_mismatch' }];
  const held = order({ status: 'attempted', created_at: '2026-11-01T12:00:00Z', payments });
  expect(payablePack({ ...held, payments: [] })?.id).toBe(held.pack);
  expect(payablePack(held)).toBeUndefined();
  expect(orderHint(held, now)).toMatch(
    /^Your payment arrived after the price had changed. We are refunding all of it/,
  );
  expect(ordersToShow([held], now)).toEqual([held]);
  const returned = payments.map((payment) => ({ ...payment, status: 'refunded' }));
  expect(ordersToShow([{ ...held, payments: returned }], now)).toEqual([]);

  const twice = order({ status: 'paid', payments });
  expect(orderHint(twice, now)).toMatch(/^You paid for this twice\./);
  expect(orderHint({ ...twice, payments: [...returned, ...payments] }, now)).toMatch(/twice/);
  expect(orderHint({ ...twice, payments: returned }, now)).toBeUndefined();
  // A refund by bank transfer never appears in the payment's row.
  const old = { created_at: '2026-10-01T12:00:00Z' };
  expect(orderHint({ ...twice, ...old }, now)).toBeUndefined();
  expect(ordersToShow([{ ...held, ...old }], now)).toEqual([]);
});

test('the payment shown for an order has not failed and is not due for a refund', () => {
  const paid = { ...payment, id: 'pay_2', status: 'captured' };
  const payments = [
    { ...payment, id: 'pay_1', status: 'failed' },
    { ...payment, id: 'pay_3', status: 'captured', review: 'duplicate_payment' },
    paid,
  ];
  expect(countingPayment(order({ payments }))).toEqual(paid);
  expect(countingPayment(order({ payments: payments.slice(0, 2) }))).toBeUndefined();
});

test('§8.28 an order’s payment is called failed until a payment window is opened again or another payment is reported', () => {
  const at = (minute: number) => `2026-11-20T11:${minute}:00Z`;
  const failed = { ...payment, id: 'pay_1', status: 'failed', created_at: at(45) };
  const tried = order({ status: 'attempted', updated_at: at(45), payments: [failed] });
  expect(orderLabel(tried, now)).toBe('Payment failed');
  const written = { ...tried, updated_at: '2026-11-20 11:45:00+00' };
  expect(orderLabel(written, now), 'the same time, written in another way').toBe('Payment failed');
  expect(orderHint(tried, now)).toMatch(
    /^It failed at 5:15 pm\. If money left your account, .+ If you pay again and both/,
  );
  const again = { ...failed, id: 'pay_2', provider_created_at: at(50), created_at: at(52) };
  expect(orderHint({ ...tried, payments: [again, failed] }, now)).toContain('5:20 pm');
  const before = { ...failed, id: 'pay_2', provider_created_at: at(44), created_at: at(47) };
  expect(orderLabel({ ...tried, payments: [failed, before] }, now)).toBe('Payment failed');
  for (const changes of [
    { updated_at: at(46) },
    // This report of the first payment arrived after the window had been opened again.
    {
      updated_at: at(46),
      payments: [{ ...failed, provider_created_at: at(44), created_at: at(47) }],
    },
    { payments: [failed, { ...again, status: 'created' }] },
    { payments: [] },
  ]) {
    expect(orderLabel({ ...tried, ...changes }, now)).toBe('Not confirmed yet');
  }
  expect(orderLabel({ ...tried, status: 'paid' }, now)).toBe('Paid');
});

test('§8.42 an order is not called unpaid until 20 minutes after its payment window opened', () => {
  for (const status of ['created', 'attempted'] as const) {
    const begun = order({ status, updated_at: '2026-11-20T11:40:01Z' });
    expect(orderHint(begun, now)).toMatch(
      /^You started this payment at 5:10 pm\. .*do not pay again/,
    );
    expect(orderLabel(begun, now)).toBe('Not confirmed yet');
    const over = { ...begun, updated_at: '2026-11-20T11:40:00Z' };
    expect(orderHint(over, now)).toMatch(/No money has left your account|no money has arrived/);
    expect(orderLabel(over, now)).toMatch(/^Not paid/);
  }
  expect(orderLabel(order({ status: 'paid', updated_at: '2026-11-20T11:59:00Z' }), now)).toBe(
    'Paid',
  );
});

test('§8.20 a refunded order’s label names the amount, as far as the payment knows it', () => {
  const payments = [{ ...payment, id: 'pay_1', status: 'captured', amount_refunded: 48_000 }];
  const part = order({ status: 'partially_refunded', payments });
  expect(orderLabel(part, now)).toBe('Partly refunded: Rs 480');
  const byTransfer = payments.map((paid) => ({ ...paid, amount_refunded: 0 }));
  expect(orderLabel({ ...part, status: 'refunded', payments: byTransfer }, now)).toBe('Refunded');
});
