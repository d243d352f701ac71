import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { bookings } from './samples.ts';
import { fakeService, faultyProxy, serve } from './servers.ts';
import { functions } from './fresh.ts';
import {
  changeOrder,
  loadFunctions,
  openOrder,
  orderRow,
  paymentRows,
  provider,
  service,
  log,
} from './support.ts';
import { single } from '../samples/packs.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const { backendUrl, sandboxUrl } = inject('stack');

/** Each test runs in another year, so that it never meets another test’s orders. */
let now: Date;
let year = 1970;

beforeEach(() => {
  year += 1;
  now = new Date(Date.UTC(year, 6, 1));
});

/** Opens an order of this age in ms. */
async function orderOfAge(age: number) {
  const order = await openOrder(functions.checkout);
  await changeOrder(order.id, { created_at: new Date(now.getTime() - age).toISOString() });
  return order;
}

/** Runs the reconciler at the test’s time, or `turns` runs later. */
async function run({
  turns = 0,
  providerUrl = `${sandboxUrl}/v1`,
  databaseUrl = backendUrl,
  deadline = AbortSignal.timeout(20_000),
} = {}) {
  await loadFunctions({ RAZORPAY_API_URL: providerUrl, PUBLIC_SUPABASE_URL: databaseUrl });
  const { services } = await import('../../functions/_lib/payments/services.ts');
  const { reconcile } = await import('../../functions/_lib/payments/reconciliation.ts');
  const { orders, provider: client } = services(deadline);
  const at = new Date(now.getTime() + turns * 5 * minute);
  return reconcile(orders, client, { now: at, deadline });
}

test('P27 M5 the reconciler finds a payment whose callback and webhook were lost', async () => {
  const paid = await orderOfAge(16 * minute);
  const abandoned = await orderOfAge(16 * minute);
  const { razorpay_payment_id: id } = await provider.pay(paid.id);
  expect(await run()).toEqual({ asked: 2, changed: 1, failed: 0 });
  expect(await orderRow(paid.id)).toMatchObject({ status: 'paid' });
  expect(await orderRow(abandoned.id)).toMatchObject({ status: 'created' });
  expect(await paymentRows(paid.id)).toMatchObject([{ id, status: 'captured' }]);
});

test('R11 simultaneous and repeated runs apply a payment only once', async () => {
  const order = await orderOfAge(20 * minute);
  await provider.pay(order.id);
  const runs = await Promise.all([run(), run()]);
  expect(runs.map(({ failed }) => failed)).toEqual([0, 0]);
  expect(runs.reduce((sum, { changed }) => sum + changed, 0)).toBe(1);
  expect(await run()).toMatchObject({ changed: 0, failed: 0 });
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
  expect(await paymentRows(order.id)).toHaveLength(1);
});

test.for([
  { status: 'created', age: 14 * minute, is: 'too young', asked: 0 },
  { status: 'created', age: 15 * minute + 1, is: 'old enough', asked: 1 },
  { status: 'created', age: 45 * minute, is: 'old enough', asked: 1 },
  { status: 'attempted', age: 45 * minute + 1, is: 'old enough', asked: 1 },
  { status: 'created', age: 5 * day, is: 'just young enough', asked: 1 },
  { status: 'created', age: 5 * day + 1, is: 'too old', asked: 0 },
  { status: 'paid', age: 1, is: 'old enough', asked: 1 },
  { status: 'partially_refunded', age: 183 * day, is: 'just young enough', asked: 1 },
  { status: 'paid', age: 183 * day + 1, is: 'too old', asked: 0 },
])('an order that is $status and $age ms old is $is to be checked', async (row) => {
  const { status, age, asked } = row;
  await changeOrder((await orderOfAge(age)).id, { status });
  expect((await run()).asked).toBe(asked);
});

test('P31 the reconciler finds a failed payment that was authorised later', async () => {
  const order = await orderOfAge(1 * day);
  const late = await provider.failForNow(order.id);
  await run();
  expect(await orderRow(order.id)).toMatchObject({ status: 'attempted' });
  await provider.authoriseLate(late);
  expect(await run()).toEqual({ asked: 1, changed: 1, failed: 0 });
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
});

describe('P31 capturing an authorised payment', () => {
  /** Starts a provider that has this payment as authorised, with some fields changed, and perhaps another payment. */
  async function waitingAt(id: string, changes: object = {}, others: object[] = []) {
    const entity = Object(await provider.api(`/payments/${id}`)) as object;
    const waiting = { ...entity, status: 'authorized', captured: false, ...changes };
    const items = [...others.map((other) => ({ ...entity, ...other })), waiting];
    const { url, requests, sent } = await fakeService(({ method }) => ({
      body: method === 'POST' ? entity : { items },
    }));
    const taken = () => requests.filter((request) => request.startsWith('POST'));
    return { url, taken, sent, capture: `POST /payments/${id}/capture` };
  }

  async function authorised(changes: object = {}, paidBy?: 'itself earlier' | 'another payment') {
    const order = await orderOfAge(20 * minute);
    if (paidBy === 'itself earlier') await changeOrder(order.id, { status: 'paid' });
    const { razorpay_payment_id: id = '' } = await provider.pay(order.id);
    const others =
      paidBy === 'another payment' ? [{ id: `pay_${randomUUID().replaceAll('-', '')}` }] : [];
    const { url, taken, ...fake } = await waitingAt(id, changes, others);
    for (const turns of [0, 1]) await run({ turns, providerUrl: url });
    return { row: await orderRow(order.id), taken: taken(), ...fake };
  }

  test('an authorised payment is captured and pays for its order', async () => {
    const { row, taken, sent, capture } = await authorised();
    expect(row).toMatchObject({ status: 'paid' });
    expect(taken).toEqual([capture]);
    expect(sent, 'the provider accepts only the full amount').toEqual([
      { amount: single.paise, currency: 'INR' },
    ]);
  });

  test.for([{ amount: 100 }, { currency: 'USD' }])(
    'an authorised payment with %j is not captured',
    async (changes) => {
      const { row, taken } = await authorised(changes);
      expect(row).toMatchObject({ status: 'created' });
      expect(taken).toEqual([]);
    },
  );

  test.for(['itself earlier', 'another payment'] as const)(
    'an authorised payment is not captured if its order was paid by %s',
    async (paidBy) => {
      const { row, taken } = await authorised({}, paidBy);
      expect(row).toMatchObject({ status: 'paid' });
      expect(taken).toEqual([]);
    },
  );

  test('§8.33 an authorised payment is not captured while its order’s code is used up', async () => {
    const code = await bookings.newCode({ percent: 10, uses: 1 });
    const begin = () => openOrder(functions.checkout, single, {}, code);
    const late = await begin();
    const age = { created_at: new Date(now.getTime() - 20 * minute).toISOString() };
    await changeOrder(late.id, { ...age, held_until: age.created_at });
    const { razorpay_payment_id: id = '' } = await provider.pay(late.id);
    const { url, taken, capture } = await waitingAt(id);
    const other = await begin();
    await run({ providerUrl: url });
    expect(taken()).toEqual([]);

    await bookings.query('delete from public.orders where provider_order_id = $1', [other.id]);
    await run({ providerUrl: url });
    expect(taken()).toEqual([capture]);
  });

  test('an authorised payment that the provider returned does not pay for its order', async () => {
    const { row, taken } = await authorised({ status: 'refunded', amount_refunded: single.paise });
    expect(row).toMatchObject({ status: 'attempted' });
    expect(taken).toEqual([]);
  });
});

test('an order that fails does not stop the others', async () => {
  const broken = await orderOfAge(20 * minute);
  const paid = await orderOfAge(19 * minute);
  await provider.pay(paid.id);
  const match = { order_id: broken.id };
  await provider.arm({ kind: '500', on: 'orders.payments', times: 2, match });
  expect(await run()).toEqual({ asked: 2, changed: 1, failed: 1 });
  expect(await orderRow(paid.id)).toMatchObject({ status: 'paid' });
  expect(log.join()).toContain((await orderRow(broken.id)).id);
});

/**
 * Inserts `count` unpaid orders: the first is `age` ms old, and each of the others is `step` ms older than the one
 * before. Resolves to the requests of a run that checks them all.
 */
async function abandonedOrders(count: number, age: number, step: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => {
    const id = randomUUID();
    return {
      id,
      pack: 'single',
      amount: single.paise,
      sessions: single.sessions,
      persons: single.persons,
      receipt: `ac_${id.replaceAll('-', '')}`,
      provider_order_id: `order_${id.replaceAll('-', '')}`,
      idempotency_key: randomUUID(),
      created_at: new Date(now.getTime() - age - n * step).toISOString(),
    };
  });
  await service.from('orders').insert(rows).throwOnError();
  return rows.map((row) => `GET /orders/${row.provider_order_id}/payments`);
}

test.for([
  ['abandoned orders take turns until each has been checked', 120, day, minute, [0, 1, 2]],
  ['one run checks all of 200 fresh orders', 200, 20 * minute, 1000, [0]],
] as const)('%s', async ([, count, age, step, runs]) => {
  const questions = await abandonedOrders(count, age, step);
  const fake = await fakeService(() => ({ body: { items: [] } }));
  for (const turns of runs) await run({ turns, providerUrl: fake.url });
  expect(fake.requests.toSorted()).toEqual(questions.toSorted());
});

describe('handling a payment provider with faults', () => {
  test.for([
    ['asks us to slow down is not asked again before the next run', 429, 5],
    ['refuses one order is asked about the next', 400, 8],
  ] as const)('a provider that %s', async ([, status, asked]) => {
    await abandonedOrders(8, 20 * minute, 1000);
    const fake = await fakeService(() => ({ status, body: {} }));
    expect(await run({ providerUrl: fake.url })).toEqual({ asked, changed: 0, failed: asked });
    expect(fake.requests).toHaveLength(asked);
  });

  test('a provider that does not answer does not delay the run beyond its deadline', async () => {
    for (let n = 0; n < 8; n += 1) await orderOfAge(20 * minute);
    const deadline = new AbortController();
    let questions = 0;
    const hanging = await serve(() => {
      questions += 1;
      if (questions === 5) deadline.abort();
    });
    const started = performance.now();
    const result = await run({ providerUrl: hanging, deadline: deadline.signal });
    expect(performance.now() - started).toBeLessThan(4000);
    expect(result).toMatchObject({ asked: 5, failed: 5 });
  });

  test('the reconciler still asks about every paid order if the provider does not answer for open ones', async () => {
    for (const age of [20 * minute, day]) {
      for (let n = 0; n < 6; n += 1) await orderOfAge(age);
    }
    const paid = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      const { id } = await orderOfAge(2 * day);
      await changeOrder(id, { status: 'paid' });
      paid.add(`/orders/${id}/payments`);
    }
    const deadline = new AbortController();
    const hanging = await serve(({ url = '' }, response) => {
      if (!paid.delete(url)) return;
      response.end('{"items":[]}');
      if (paid.size === 0) deadline.abort();
    });
    const { asked } = await run({ providerUrl: hanging, deadline: deadline.signal });
    expect([...paid]).toEqual([]);
    // Five fresh and two older orders still wait for their first answer.
    expect(asked).toBe(10);
  });
});

test('R11 a database that does not answer does not delay the run beyond its deadline', async () => {
  const order = await orderOfAge(20 * minute);
  await provider.pay(order.id);
  const deadline = new AbortController();
  const proxy = await faultyProxy(backendUrl, (path) => {
    if (!path.includes('/rpc/apply_payment_event')) return 'pass';
    deadline.abort();
    return 'hang';
  });
  const started = performance.now();
  const result = await run({ databaseUrl: proxy, deadline: deadline.signal });
  expect(performance.now() - started).toBeLessThan(3000);
  expect(result).toEqual({ asked: 1, changed: 0, failed: 1 });
});

describe('P32 the reconciler records a refund whose webhook was lost', () => {
  async function paidOrder() {
    const order = await orderOfAge(20 * minute);
    const { razorpay_payment_id: payment = '' } = await provider.pay(order.id);
    await run();
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
    return { order, payment };
  }

  test('a refund whose webhook was lost is found, first one part and then the rest', async () => {
    const { order, payment } = await paidOrder();
    await provider.control(`/payments/${payment}/refund`, { amount: 100 });
    await run();
    expect(await orderRow(order.id)).toMatchObject({ status: 'partially_refunded' });
    await provider.control(`/payments/${payment}/refund`, {});
    await run();
    expect(await orderRow(order.id)).toMatchObject({ status: 'refunded' });
    expect(await run()).toMatchObject({ changed: 0 });
  });

  test('a refund whose webhook was lost is not counted if it failed', async () => {
    const { order, payment } = await paidOrder();
    await provider.arm({ kind: 'refund_failed', match: { order_id: order.id } });
    await provider.control(`/payments/${payment}/refund`, {});
    await run();
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
  });

  test('a refund whose webhook was lost is not counted while it may still fail', async () => {
    const { order, payment } = await paidOrder();
    const entity = await provider.api(`/payments/${payment}`);
    const refunded = { ...Object(entity), status: 'refunded', amount_refunded: single.paise };
    const refund = { amount: single.paise, status: 'pending' };
    const fake = await fakeService(({ url }) => ({
      body: { items: url?.includes('/refunds') ? [refund] : [refunded] },
    }));
    await run({ providerUrl: fake.url });
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
    expect(await paymentRows(order.id)).toMatchObject([{ status: 'captured', amount_refunded: 0 }]);
    // Without a count the provider lists only ten.
    expect(fake.requests).toContain(`GET /payments/${payment}/refunds?count=100`);
  });
});

test('a payment received by mistake is reported in every later run', async () => {
  const order = await orderOfAge(20 * minute);
  const { razorpay_payment_id: payment = '' } = await provider.pay(order.id);
  const entity = await provider.api(`/payments/${payment}`);
  const fake = await fakeService(() => ({
    body: { items: [{ ...Object(entity), amount: 100 }] },
  }));
  for (const turns of [0, 1, 2]) {
    const changed = turns === 0 ? 1 : 0;
    expect(await run({ turns, providerUrl: fake.url })).toEqual({ asked: 1, changed, failed: 0 });
  }
  expect(await orderRow(order.id)).toMatchObject({ status: 'created' });
  const reports = log.filter(
    (line) => line.includes('payments_need_review') && line.includes(payment),
  );
  expect(reports).toHaveLength(2);
});

test('the reconcile function runs right away and returns its counts', async () => {
  now = new Date();
  const order = await orderOfAge(16 * minute);
  await provider.pay(order.id);
  const reply = await functions.reconcile({ method: 'POST' });
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({
    asked: expect.any(Number),
    changed: expect.any(Number),
    failed: expect.any(Number),
  });
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
  expect(log.join()).toContain('"event":"reconcile_tended"');
});
