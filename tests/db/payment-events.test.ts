import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPaise } from '../../src/domain/words/money.ts';
import { packs } from '../../src/domain/packs/packs.ts';
import { expectRefusal, testDatabase } from './support/database.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { paymentEvent, type PaymentEvent, type ReportedPayment } from '../samples/payment-event.ts';
import { runs } from '../runs.ts';
import { single, superValue } from '../samples/packs.ts';
import { peopleOn } from '../samples/people.ts';

const database = await testDatabase();

type Applied = {
  outcome: string;
  order_id: string | null;
  order_status: string | null;
  payment_id: string | null;
  review: string | null;
};

const here = onEmbedded(database);
const { one } = peopleOn(here);

/** Applies the events in order, in one query, because a property test does this thousands of times. */
async function applyAll(events: readonly PaymentEvent[]): Promise<Applied[]> {
  const rows = await here.as(
    'service_role',
    `select public.apply_payment_event(event ->> 'id', event ->> 'type', event ->> 'body') as result
    from jsonb_array_elements($1::text::jsonb) with ordinality as events (event, n) order by n`,
    [JSON.stringify(events)],
  );
  // The function returns rows of this shape.
  return rows.map(({ result }) => result as Applied);
}

async function apply(event: PaymentEvent): Promise<Applied> {
  const [applied] = await applyAll([event]);
  if (!applied) throw new Error('apply_payment_event returned nothing');
  return applied;
}

type Reported = Partial<ReportedPayment>;

/** Applies an event about a payment of this order. */
const report = (order: string, type: string, payment: Reported = {}) =>
  apply(paymentEvent(type, { order_id: order, ...payment }));

/** Opens an order for a Single Pack and returns its provider order id. */
async function newOrder(providerOrderId = `order_${randomUUID()}`): Promise<string> {
  await here.as(
    'service_role',
    `select public.attach_provider_order((public.open_order('single', ${single.paise}, gen_random_uuid())).id, $1)`,
    [providerOrderId],
  );
  return providerOrderId;
}

const orderStatus = (order: string) =>
  one('select status from public.orders where provider_order_id = $1', [order]);

/** An order's payments, without the columns that differ between orders with equal events. */
async function payments(order: string): Promise<Row[]> {
  const rows = await here.query(
    `select payments.* from public.payments
    join public.orders on orders.id = payments.order_id
    where provider_order_id = $1 order by payments.id`,
    [order],
  );
  return rows.map(({ order_id, created_at, ...row }) => row);
}

async function storedEvent(id: string): Promise<Row | undefined> {
  const [row] = await here.query('select * from public.payment_events where id = $1', [id]);
  return row;
}

const stepRank = ['created', 'failed', 'authorized', 'captured', 'refunded'];

const fullAmount = single.paise;

/** What happens to one payment in a scenario. */
type Fate = {
  createdAt: number;
  amount: number;
  steps: string[];
  /** Amounts of processed refunds. With `named` each event names its refund, otherwise it has the sum. */
  refunds: number[];
  named: boolean;
  /** Never captured, and returned by the provider on its own. */
  givenBack: boolean;
};

const anyPayment = {
  createdAt: fc.integer({ min: 1_700_000_000, max: 1_700_000_003 }),
  amount: fc.oneof({ weight: 4, arbitrary: fc.constant(fullAmount) }, fc.constant(100)),
};
const fate: fc.Arbitrary<Fate> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      ...anyPayment,
      steps: fc.uniqueArray(fc.constantFrom('created', 'failed', 'authorized', 'captured'), {
        minLength: 1,
      }),
      refunds: fc.uniqueArray(fc.constantFrom(1, 30_000, 39_900, fullAmount), { maxLength: 2 }),
      named: fc.boolean(),
      givenBack: fc.constant(false),
    }),
  },
  fc.record({
    ...anyPayment,
    steps: fc.uniqueArray(fc.constantFrom('created', 'failed', 'authorized')),
    refunds: fc.constant<number[]>([]),
    named: fc.constant(false),
    givenBack: fc.constant(true),
  }),
);

type Step = {
  index: number;
  type: string;
  status: string;
  refunded: number;
  refund?: { id: string; amount: number };
  captured?: boolean;
  key: string;
};

/** Every report about one fate. Two events report a capture, as the provider does. */
function stepsOf({ amount, steps, refunds, named, givenBack }: Fate, index: number): Step[] {
  const reports = steps.map((status) => ({
    index,
    type: `payment.${status}`,
    status,
    refunded: 0,
  }));
  const paid = steps.includes('captured')
    ? [{ index, type: 'order.paid', status: 'captured', refunded: 0 }]
    : [];
  const asked = refunds.reduce((sum, value) => sum + value, 0);
  const back = refunds.map((value) => {
    // The provider's sum covers every refund, because all are pending before any is processed.
    const refunded = Math.min(named ? asked : value, amount);
    const status = refunded === amount ? 'refunded' : 'captured';
    const refund = { id: `rfnd_${index}_${value}`, amount: value };
    return { index, type: 'refund.processed', status, refunded, ...(named && { refund }) };
  });
  const whole = { index, status: 'refunded', refunded: amount, captured: false };
  const unasked = ['refund.created', 'refund.processed', 'payment.refunded'].map((type) => ({
    ...whole,
    type,
  }));
  return [...reports, ...paid, ...back, ...(givenBack ? unasked : [])].map((report, at) => ({
    ...report,
    key: `${index}:${at}`,
  }));
}

/** The steps in any order, some repeated. */
function deliveries(fates: readonly Fate[]): fc.Arbitrary<Step[]> {
  const steps = fates.flatMap(stepsOf);
  return fc
    .subarray(steps)
    .chain((again) =>
      fc.shuffledSubarray([...steps, ...again], { minLength: steps.length + again.length }),
    );
}

const scenario = fc
  .array(fate, { minLength: 1, maxLength: 3 })
  .chain((fates) => fc.tuple(fc.constant(fates), deliveries(fates), deliveries(fates)));

/** What is known of one payment once these steps have arrived, whatever their order. */
function paymentAfter(fates: readonly Fate[], steps: readonly Step[], index: number) {
  const { amount, createdAt } = fates[index] as Fate;
  const reports = steps.filter((step) => step.index === index);
  const named = new Map(
    reports.flatMap(({ refund }) => (refund ? [[refund.id, refund.amount]] : [])),
  );
  const sum = [...named.values()].reduce((total, value) => total + value, 0);
  const believed = reports
    .filter(({ refund, captured }) => refund === undefined && captured !== false)
    .map(({ refunded }) => refunded);
  const refunded = Math.min(amount, Math.max(sum, ...believed));
  const ranks = reports.map(({ status, captured }) =>
    captured === false ? stepRank.indexOf('authorized') : stepRank.indexOf(status),
  );
  // A full refund beside pending ones is reported as refunded, and counts once all are processed.
  const highest = Math.min(stepRank.indexOf('captured'), Math.max(...ranks));
  const isCaptured = highest === stepRank.indexOf('captured');
  return {
    index,
    createdAt,
    isRight: amount === fullAmount,
    isCaptured,
    status: isCaptured && refunded === amount ? 'refunded' : stepRank[highest],
    amount_refunded: refunded,
  };
}

/** The state expected after these steps, computed without their order. */
function expected(fates: readonly Fate[], steps: readonly Step[]) {
  const known = [...fates.keys()]
    .filter((index) => steps.some((step) => step.index === index))
    .map((index) => paymentAfter(fates, steps, index));
  const [counting] = known
    .filter(({ isRight, isCaptured }) => isRight && isCaptured)
    .sort(
      (a, b) =>
        Number(a.status === 'refunded') - Number(b.status === 'refunded') ||
        a.createdAt - b.createdAt ||
        a.index - b.index,
    );
  const rows = known.map((payment) => {
    const duplicate = payment.isCaptured && payment !== counting ? 'duplicate_payment' : null;
    return {
      id: String(payment.index),
      status: payment.status,
      amount_refunded: payment.amount_refunded,
      review: payment.isRight ? duplicate : 'amount_mismatch',
    };
  });
  const unpaid = known.some(({ isRight }) => isRight) ? 'attempted' : 'created';
  if (!counting) return { order: unpaid, rows };
  if (counting.amount_refunded === 0) return { order: 'paid', rows };
  const partly = counting.amount_refunded < fullAmount;
  return { order: partly ? 'partially_refunded' : 'refunded', rows };
}

function details(text: string) {
  return { method: text, error_code: text, error_description: text, email: text, contact: text };
}

/** Delivers the steps to a new order, erases its buyer after `erasedAfter` of them, and records its status. */
async function deliver(
  fates: readonly Fate[],
  steps: readonly Step[],
  erasedAfter: number = steps.length,
) {
  const order = await newOrder();
  const events = steps.map(({ index, type, status, refunded, refund, captured, key }) => {
    const one = fates[index] as Fate;
    return paymentEvent(
      type,
      {
        id: `pay_${index}_${order}`,
        order_id: order,
        amount: one.amount,
        created_at: one.createdAt,
        status,
        amount_refunded: refunded,
        ...(captured !== undefined && { captured }),
        // Details differ between reports, and the order of arrival must not decide which are kept.
        ...details(`${type} ${refunded} ${key}`),
      },
      `${order}:${key}`,
      refund,
    );
  });
  const applied = await applyAll(events.slice(0, erasedAfter));
  if (erasedAfter < steps.length) {
    await here.query(
      'select private.forget_payer(array(select id from public.orders where provider_order_id = $1), null)',
      [order],
    );
    applied.push(...(await applyAll(events.slice(erasedAfter))));
  }
  const rows = await payments(order);
  return {
    told: await here.query(
      `select split_part(payload ->> 'reference', '_', 2) as id, recipient from private.outbox
      where kind = 'payment_after_closing' and payload ->> 'reference' like '%' || $1 order by 1`,
      [order],
    ),
    path: applied.map(({ order_status }) => order_status),
    order: await orderStatus(order),
    rows: rows.map((row): Row => ({ ...row, id: String(row['id']).split('_')[1] })),
  };
}

test('P16 P25 P29 P30 P31 P32 events in any order give the same rows, and a status that fits what has arrived so far', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ([fates, firstSteps, secondSteps]) => {
      const first = await deliver(fates, firstSteps);
      const second = await deliver(fates, secondSteps);

      const { order, rows } = expected(fates, firstSteps);
      expect(first).toMatchObject({ order, rows });
      expect({ ...second, path: [] }).toEqual({ ...first, path: [] });

      for (const [{ path }, steps] of [
        [first, firstSteps],
        [second, secondSteps],
      ] as const) {
        expect(path).toEqual(steps.map((_, at) => expected(fates, steps.slice(0, at + 1)).order));
      }
    }),
    runs(250),
  );
});

test('§18.95 if the buyer is erased between two payment events, the order counts only the payments made before, and everyone else who pays for it is told', async () => {
  const erased = scenario.chain(([fates, steps]) =>
    fc.tuple(fc.constant(fates), fc.constant(steps), fc.nat({ max: steps.length - 1 })),
  );
  await fc.assert(
    fc.asyncProperty(erased, async ([fates, steps, erasedAfter]) => {
      const { order, rows, told } = await deliver(fates, steps, erasedAfter);
      const wasPaid = !['created', 'attempted'].includes(
        expected(fates, steps.slice(0, erasedAfter)).order,
      );
      const usual = expected(fates, steps);
      if (wasPaid) expect({ order, rows }).toMatchObject(usual);
      else expect(['created', 'attempted']).toContain(order);
      for (const [at, row] of rows.entries()) {
        const { review } = usual.rows[at] ?? {};
        const isReceived = row['status'] === 'captured' || row['status'] === 'refunded';
        if (!wasPaid && isReceived) expect(row['review']).toBe('amount_mismatch');
        else expect(row['review']).toBe(review);
        const isDue = row['status'] === 'captured' && row['review'] !== null;
        const known = new Set(steps.slice(0, erasedAfter).map(({ key }) => key));
        const cameLater = steps.some(
          ({ index, status, key }) =>
            String(index) === row['id'] && status === 'captured' && !known.has(key),
        );
        if (isDue && cameLater) expect(told.map(({ id }) => id)).toContain(row['id']);
        // A person is known by no more than the address to which news of the money goes.
        if (!isDue) expect(row['email']).toBeNull();
        expect([row['contact'], row['error_description']]).toEqual([null, null]);
      }
      expect(new Set(told.map(({ id }) => id)).size, 'once').toBe(told.length);
    }),
    runs(150),
  );
});

describe('a single event', () => {
  const captured = ['payment.captured', {}] as const;
  const refunded = { status: 'refunded', amount_refunded: single.paise };
  const ignored = { outcome: 'ignored', order_status: 'paid' };
  const isPaid = { status: 'captured', amount_refunded: 0, review: null, error_code: null };
  const wrong = { outcome: 'mismatch', order_status: 'created', review: 'amount_mismatch' };
  const review = { status: 'captured', review: 'amount_mismatch' };

  /** What is reported, what the last report returns, and what the payment then looks like. */
  type Case = [what: string, reports: (readonly [string, Reported])[], last: Row, payment: Row];

  test.each<Case>([
    [
      'a captured payment pays for the order',
      [captured],
      { outcome: 'applied', order_status: 'paid', review: null },
      isPaid,
    ],
    [
      'P31 a failed payment that is captured later pays for the order and loses its error',
      [['payment.failed', { status: 'failed', error_code: 'BAD_REQUEST_ERROR' }], captured],
      { order_status: 'paid' },
      isPaid,
    ],
    [
      'a payment counts by its status, not by its captured flag',
      [['payment.failed', { status: 'failed', captured: true }]],
      { order_status: 'attempted' },
      { status: 'failed' },
    ],
    ...['refund.created', 'refund.speed_changed', 'refund.failed'].map((type): Case => [
      `P32 a ${type} leaves the order paid, because its refund is pending or failed`,
      [captured, [type, refunded]],
      ignored,
      isPaid,
    ]),
    [
      'P32 a refund counts up to the amount that was paid',
      [['refund.processed', { amount_refunded: 999_999_999 }]],
      { order_status: 'refunded' },
      { amount_refunded: single.paise },
    ],
    ...[{ amount: 69800 }, { amount: 69901 }, { currency: 'USD' }].map((other): Case => [
      `P37 a payment with ${JSON.stringify(other)} is kept for review and does not pay the order`,
      [['payment.captured', other]],
      wrong,
      { ...review, ...other },
    ]),
    [
      'P37 a payment in a currency that only starts like ours is kept for review',
      [['payment.captured', { currency: `INR${'x'.repeat(5000)}` }]],
      wrong,
      review,
    ],
    [
      'P37 a different amount for a known payment changes nothing',
      [
        ['payment.authorized', { status: 'authorized' }],
        ['payment.captured', { amount: 1 }],
      ],
      { outcome: 'mismatch', order_status: 'attempted' },
      { status: 'authorized', amount: single.paise },
    ],
    ...['void@razorpay.com', ' Void@Razorpay.com ', ''].map((email): Case => [
      `P50 a payer for whom the provider writes "${email}" has no address`,
      [['payment.captured', { email }]],
      { order_status: 'paid' },
      { status: 'captured', email: null },
    ]),
  ])('%s', async (_what, reports, last, payment) => {
    const order = await newOrder();
    let applied: Applied | undefined;
    for (const [type, reported] of reports) applied = await report(order, type, reported);
    expect(applied).toMatchObject({ ...last, payment_id: `pay_${order}` });
    expect(await payments(order)).toMatchObject([payment]);
  });

  test('§8.28 a failed payment is not older than its order’s last change', async () => {
    const order = await newOrder();
    await report(order, 'payment.failed', { status: 'failed' });
    const [row] = await here.query(
      `select payments.created_at >= orders.updated_at as fresh
      from public.payments join public.orders on orders.id = payments.order_id
      where orders.provider_order_id = $1`,
      [order],
    );
    expect(row).toEqual({ fresh: true });
  });

  test.each(['payment.captured', 'payment.dispute.created'])(
    'Y5 %s for an unknown order is stored without personal data',
    async (type) => {
      const error_description = 'Declined for Canary Person';
      const event = paymentEvent(type, { order_id: 'order_of_somebody_else', error_description });
      await apply(event);
      const stored = JSON.stringify(await storedEvent(event.id));
      expect(stored).toContain('pay_order_of_somebody_else');
      for (const canary of ['buyer@example.com', '+919000090000', 'Canary']) {
        expect(stored).not.toContain(canary);
      }
    },
  );

  test('P28 P33 an event for an unknown order is stored, is applied when repeated after the order exists, and then counts as a duplicate', async () => {
    const order = `order_${randomUUID()}`;
    const event = paymentEvent('payment.captured', { order_id: order });
    for (let times = 0; times < 2; times += 1) {
      expect(await apply(event)).toMatchObject({ outcome: 'orphan', order_id: null });
    }
    expect(await storedEvent(event.id)).toMatchObject({ outcome: 'orphan' });
    await newOrder(order);
    expect(await apply(event)).toMatchObject({ outcome: 'applied', order_status: 'paid' });
    expect(await payments(order)).toMatchObject([{ email: 'buyer@example.com' }]);
    expect(await storedEvent(event.id)).toMatchObject({ outcome: 'applied', body: event.body });
    expect(await apply(event)).toMatchObject({ outcome: 'duplicate', order_status: 'paid' });
  });

  test('a stored event for an unknown order can be applied later', async () => {
    const order = `order_${randomUUID()}`;
    const half = { order_id: order, amount_refunded: single.paise, status: 'refunded' };
    const refund = { id: 'rfnd_kept', amount: 34950 };
    const processed = paymentEvent('refund.processed', half, randomUUID(), refund);
    const givenBack = { ...half, id: `pay_back_${order}`, captured: false };
    const unasked = paymentEvent('refund.processed', givenBack, randomUUID(), refund);
    await applyAll([processed, unasked]);
    await newOrder(order);
    await here.query(
      'select public.apply_payment_event(id, type, body) from public.payment_events where id in ($1, $2)',
      [processed.id, unasked.id],
    );
    const back = [
      { status: 'authorized', amount_refunded: 0 },
      { status: 'captured', amount_refunded: 34950 },
    ];
    expect(await payments(order)).toMatchObject(back);
    expect(await orderStatus(order)).toBe('partially_refunded');
  });

  test.each([
    ...['payment.dispute.created', 'payment.dispute.lost', 'payment.dispute.closed'],
    ...['payment.pending', 'payment.downtime.started', 'payment_link.paid'],
    ...['refund.arn_updated', 'invoice.paid', 'webhook', ''],
  ])('a "%s" event is stored with its order and changes nothing', async (type) => {
    const order = await newOrder();
    const event = paymentEvent(type, { order_id: order });
    expect(await apply(event)).toMatchObject({ outcome: 'ignored', order_status: 'created' });
    expect(await payments(order)).toEqual([]);
    await report(order, 'payment.captured');
    expect(await report(order, type, refunded)).toMatchObject(ignored);
    const kept = { outcome: 'ignored', body: event.body, payment_id: `pay_${order}` };
    expect(await storedEvent(event.id)).toMatchObject(kept);
  });

  test('P37 an event that names a different order for a known payment changes nothing', async () => {
    const [order, other] = [await newOrder(), await newOrder()];
    await report(order, 'payment.authorized', { status: 'authorized' });
    const before = await payments(order);
    const moved = await report(other, 'payment.captured', { id: `pay_${order}` });
    expect(moved).toMatchObject({ outcome: 'mismatch', order_status: 'created' });
    expect([await payments(order), await payments(other)]).toEqual([before, []]);
  });

  test.each([
    ['nothing', '{}'],
    ['an array', '[]'],
    ['a text', '"captured"'],
    ['a dispute', '{"event":"payment.dispute.created","payload":{"dispute":{"entity":{}}}}'],
    ...[
      { amount: 1 },
      { amount: '1', status: 'captured' },
      { amount: 1.5, status: 'captured' },
      { amount: 1e30, status: 'captured' },
    ].map((payment) => [
      `the payment ${JSON.stringify(payment)}`,
      JSON.stringify({ payload: { payment: { entity: { id: 'pay_1', ...payment } } } }),
    ]),
  ])('P33 an event with %s is ignored', async (_what, body) => {
    const event = { id: randomUUID(), type: 'payment.captured', body };
    expect(await apply(event)).toMatchObject({ outcome: 'ignored', order_id: null });
  });

  test('an event whose body is not JSON raises an error and is not stored', async () => {
    const id = randomUUID();
    await expect(apply({ id, type: 'payment.captured', body: '{' })).rejects.toThrow(/json/);
    const { rows } = await database.query('select from public.payment_events where id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test.each(['\\u0000', '\\\\\\u0000', '\\ud800', '\\\\u0000', '\\u0000\\u0000', '\\\\'])(
    'a payment with %s in the notes, which the buyer controls, still pays for the order',
    async (characters) => {
      const order = await newOrder();
      const { id, type, body } = paymentEvent('payment.captured', { order_id: order });
      const hostile = body.replace('"method"', () => `"notes":{"x":"${characters}"},"method"`);
      expect(await apply({ id, type, body: hostile })).toMatchObject({ order_status: 'paid' });
    },
  );

  test('P33 a payment with text too long for an index still pays for the order, with the text cut short', async () => {
    const order = await newOrder();
    const long = randomBytes(4000).toString('hex');
    const texts = { method: long, error_code: long, error_description: long, contact: long };
    const event = paymentEvent('payment.captured', { order_id: order, email: long, ...texts });
    expect(await apply(event)).toMatchObject({ outcome: 'applied', order_status: 'paid' });
    expect(await payments(order)).toMatchObject([
      {
        email: long.slice(0, 320),
        contact: long.slice(0, 50),
        method: long.slice(0, 50),
        error_code: long.slice(0, 100),
        error_description: long.slice(0, 500),
      },
    ]);
  });

  test('P33 an event with a payment id too long for an index is ignored', async () => {
    const order = await newOrder();
    const id = `pay_${randomBytes(2000).toString('hex')}`;
    const applied = await report(order, 'payment.captured', { id });
    expect(applied).toMatchObject({ outcome: 'ignored', order_id: null });
  });

  test('P38 an event that fails halfway leaves nothing behind, and its next delivery is applied', async () => {
    const order = await newOrder();
    const event = paymentEvent('payment.captured', { order_id: order });
    await database.exec(`
      create function public.break() returns trigger language plpgsql as
        $$ begin raise exception 'the disk is full'; end; $$;
      create trigger break before update on public.orders execute function public.break();
    `);
    await expectRefusal(apply(event), 'the disk is full');
    await database.exec('drop function public.break() cascade');

    expect(await payments(order)).toEqual([]);
    expect(await apply(event)).toMatchObject({ outcome: 'applied', order_status: 'paid' });
  });
});

describe('adding up the refunds of one payment', () => {
  const half = 34950;
  const total = (of: { amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0);

  /** An event about a refund. `sum` is what the provider counts as refunded by then, pending refunds included. */
  function refundEvent(type: string, order: string, refund: string, amount: number, sum: number) {
    const status = sum >= single.paise ? 'refunded' : 'captured';
    const payment = { order_id: order, captured: true, status, amount_refunded: sum };
    return paymentEvent(type, payment, randomUUID(), { id: `${refund}_${order}`, amount });
  }

  test('P32 a payment’s refunded amount is the sum of its processed refunds, in any order of events', async () => {
    const refunds = fc.array(
      fc.record({ amount: fc.integer({ min: 1, max: 40_000 }), ends: fc.boolean() }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(refunds, fc.infiniteStream(fc.nat()), async (chosen, numbers) => {
        const order = await newOrder();
        // The provider's sum covers every refund, because all are pending before any is processed.
        const asked = Math.min(single.paise, total(chosen));
        const events = chosen.flatMap(({ amount, ends }, index) => {
          const end = ends ? 'refund.processed' : 'refund.failed';
          return ['refund.created', end, end].map((type) =>
            refundEvent(type, order, String(index), amount, asked),
          );
        });
        const shuffled = [paymentEvent('payment.captured', { order_id: order }), ...events]
          .map((event) => ({ event, place: Number(numbers.next().value) }))
          .sort((a, b) => a.place - b.place)
          .map(({ event }) => event);
        await applyAll(shuffled);
        const amount_refunded = Math.min(single.paise, total(chosen.filter(({ ends }) => ends)));
        const status = amount_refunded === single.paise ? 'refunded' : 'captured';
        expect(await payments(order)).toMatchObject([{ amount_refunded, status }]);
      }),
      runs(100),
    );
  });

  test('P32 a refund event that does not name a refund sets the refunded amount to the one that the payment states', async () => {
    const order = await newOrder();
    await apply(refundEvent('refund.processed', order, 'a', half, half));
    const refunded = { status: 'refunded', amount_refunded: single.paise };
    const reported = await report(order, 'refund.processed', refunded);
    expect(reported).toMatchObject({ order_status: 'refunded' });
  });
});

describe('opening orders', () => {
  const openAt = (pack: string, amount: number) =>
    here.query('select public.open_order($1, $2, gen_random_uuid())', [pack, amount]);
  test('P23 P44 an order opened again with the same key stays the same, and the key is refused for a different pack or price', async () => {
    const key = randomUUID();
    const open = (...given: unknown[]) =>
      here.as(
        'service_role',
        'select id, pack, amount, receipt from public.open_order($1, $2, $3)',
        [...given, key],
      );
    const first = await open('single', single.paise);
    expect(first).toMatchObject([{ pack: 'single', amount: single.paise }]);
    expect(await open('single', single.paise)).toEqual(first);
    for (const other of [superValue, { ...single, paise: single.paise + 100 }]) {
      await expectRefusal(open(other.id, other.paise), 'idempotency_mismatch');
    }
    await here.query("update public.orders set status = 'paid' where idempotency_key = $1", [key]);
    await expectRefusal(open('single', single.paise), 'already_paid');
  });

  test('§9.22 an order keeps its price after the pack’s price has changed', async () => {
    const [order, earlier] = [await newOrder(), single.paise];
    const reprice = (price: number | null) =>
      here.query("update private.packs set price = $1 where id = 'single'", [price]);
    for (const later of [earlier + 100, null]) {
      await reprice(later);
      await report(order, 'refund.processed', { amount_refunded: single.paise });
      await openAt('single', earlier);
    }
    await openAt('single', earlier + 100);
    await reprice(earlier);
  });

  test('P1 an order must have a pack and a price from the catalogue', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(...packs.map((pack) => pack.id)), fc.constant('gold')),
        fc.oneof(
          fc.constantFrom(...packs.map((pack) => toPaise(pack.price))),
          fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        ),
        async (pack, amount) => {
          const sold = packs.some(({ id, price }) => id === pack && toPaise(price) === amount);
          const opening = openAt(pack, amount);
          if (sold) await opening;
          else await expectRefusal(opening, /order_is_in_catalogue|sessions|orders_amount_check/);
        },
      ),
    );
  });

  test('§8.10 one provider order can pay for only one of our orders', async () => {
    await expectRefusal(newOrder(await newOrder()), 'provider_order_id');
  });

  test.each([
    ['paid', "status = 'attempted'", /cannot go back/],
    ['refunded', "status = 'paid'", /cannot go back/],
    ['paid', 'amount = 99900', /fixed/],
    ['paid', "pack = 'super-value'", /fixed/],
    ['paid', "provider_order_id = 'order_other'", /fixed/],
    ['paid', "receipt = 'ac_other'", /fixed/],
  ])(
    'P30 an order that is %s does not accept %s, even from the service',
    async (status, change, reason) => {
      const order = await newOrder();
      if (status === 'paid') await report(order, 'payment.captured');
      else await report(order, 'refund.processed', { amount_refunded: single.paise });
      const set = `update public.orders set ${change} where provider_order_id = $1`;
      await expectRefusal(here.as('service_role', set, [order]), reason);
      expect(await orderStatus(order)).toBe(status);
    },
  );
});
