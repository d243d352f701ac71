import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { deadUrl, fakeService, faultyProxy } from './servers.ts';
import { functions, reload } from './fresh.ts';
import {
  callbackRequest,
  delivery,
  eventsOfPayment,
  expectRefusal,
  loadFunctions,
  openOrder,
  orderRow,
  paymentRows,
  provider,
  service,
  sign,
  webhookRequest,
  log,
} from './support.ts';
import { runs } from '../runs.ts';

const { backendUrl, keys } = inject('stack');

async function deliver(request: RequestInit): Promise<unknown> {
  const reply = await functions.paymentWebhook(request);
  expect(reply.status).toBe(200);
  return reply.json();
}

async function paidOrder() {
  const order = await openOrder(functions.checkout);
  await provider.pay(order.id);
  const webhooks = await provider.webhooks(order.id);
  const captured = webhooks.find(({ event }) => event === 'payment.captured');
  if (captured === undefined) throw new Error('The sandbox sent no payment.captured.');
  return { order, webhooks, captured };
}

async function storedEvent(id: string) {
  const { data } = await service
    .from('payment_events')
    .select()
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

test('P26 a captured payment pays for its order even without a callback', async () => {
  const { order, captured } = await paidOrder();
  expect(await deliver(delivery(captured))).toEqual({ status: 'applied' });
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
  expect(await storedEvent(`webhook:${captured.event_id}`)).toMatchObject({
    type: 'payment.captured',
    body: captured.body,
    outcome: 'applied',
  });
});

test('P28 50 simultaneous repeats of an event are treated as duplicates', async () => {
  const { order, captured } = await paidOrder();
  await deliver(delivery(captured));
  const again = Array.from({ length: 50 }, () => deliver(delivery(captured)));
  for (const reply of await Promise.all(again)) expect(reply).toEqual({ status: 'duplicate' });
  expect(await paymentRows(order.id)).toHaveLength(1);
});

test('P33 an event of an unknown type is stored and ignored', async () => {
  const body = JSON.stringify({ event: 'payment.dispute.created', payload: {} });
  const eventId = `evt_${randomUUID()}`;
  expect(await deliver(webhookRequest(body, { eventId }))).toEqual({ status: 'ignored' });
  expect(await storedEvent(`webhook:${eventId}`)).toMatchObject({ body, outcome: 'ignored' });
});

test('P33 a payment for an unknown order is stored for review', async () => {
  const { captured } = await paidOrder();
  const body = captured.body.replaceAll(captured.order_id, 'order_Elsewhere1');
  const eventId = `evt_${randomUUID()}`;
  expect(await deliver(webhookRequest(body, { eventId }))).toEqual({ status: 'orphan' });
  expect(await storedEvent(`webhook:${eventId}`)).toMatchObject({
    outcome: 'orphan',
    order_id: null,
  });
  expect(log.join()).toMatch(new RegExp(`event_needs_review.*${eventId}`));
});

describe('P34 a wrong signature', () => {
  async function expectRejected(request: RequestInit): Promise<void> {
    await expectRefusal(functions.paymentWebhook(request), 401, 'signature_invalid');
  }

  test('an event with a wrong signature is refused and not stored', async () => {
    const { order, captured } = await paidOrder();
    const { body } = captured;
    const [payment = ''] = /pay_\w+/.exec(body) ?? [];
    const reserialised = JSON.stringify(JSON.parse(body), null, 1);
    const signature = sign(body, keys.razorpayWebhookSecret);
    const headers = { 'x-razorpay-event-id': 'evt_1' };
    await expectRejected({ method: 'POST', headers, body });
    const signedAs = (text: string, given: string) =>
      expectRejected({
        method: 'POST',
        headers: { ...headers, 'x-razorpay-signature': given },
        body: text,
      });
    for (const wrong of ['', 'abc', signature.slice(1), signature.toUpperCase(), `${signature}0`]) {
      await signedAs(body, wrong);
    }
    await signedAs(reserialised, signature);
    await expectRejected(webhookRequest(body, { secret: keys.razorpayKeySecret }));
    await expectRejected(webhookRequest(body, { secret: keys.razorpayKeyId }));
    expect(await eventsOfPayment(payment)).toEqual([]);
    expect(await orderRow(order.id)).toMatchObject({ status: 'created' });
  });

  test('an event with a wrong signature is refused before its body is parsed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        const headers = { 'x-razorpay-signature': sign('other', keys.razorpayWebhookSecret) };
        await expectRejected({ method: 'POST', headers, body: new Uint8Array(bytes) });
      }),
      runs(100),
    );
  });
});

test('P35 an event without an id is identified by the hash of its body', async () => {
  const { captured } = await paidOrder();
  const { body } = captured;
  const signature = sign(body, keys.razorpayWebhookSecret);
  const request = { method: 'POST', headers: { 'x-razorpay-signature': signature }, body };
  expect(await deliver(request)).toEqual({ status: 'applied' });
  expect(await deliver(request)).toEqual({ status: 'duplicate' });
  const id = `sha256:${createHash('sha256').update(body).digest('hex')}`;
  expect(await storedEvent(id)).toMatchObject({ body });
});

test('P35 an event cannot take the id that a callback gives its own event', async () => {
  const order = await openOrder(functions.checkout);
  const callback = await provider.pay(order.id);
  const body = JSON.stringify({ event: 'ping' });
  const eventId = `callback:${callback['razorpay_payment_id']}:captured:0`;
  expect(await deliver(webhookRequest(body, { eventId }))).toEqual({ status: 'ignored' });
  await functions.paymentVerify(callbackRequest(callback));
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
});

test.for([
  ['too long', 'x'.repeat(300)],
  ['made up of odd characters', 'evt <script>'],
  ['empty', ''],
] as const)('P35 an event id that is %s is not used', async ([, eventId]) => {
  const { captured } = await paidOrder();
  await deliver(webhookRequest(captured.body, { eventId }));
  expect(await storedEvent(`webhook:${eventId}`)).toBeNull();
});

test('P36 both webhook secrets are accepted during a rotation, and only the new secret afterwards', async () => {
  const { captured } = await paidOrder();
  const old = webhookRequest(captured.body);
  const rotation = { RAZORPAY_WEBHOOK_SECRET: 'the-new-one' };
  await reload({
    ...rotation,
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: keys.razorpayWebhookSecret,
  });
  expect(await deliver(old)).toEqual({ status: 'applied' });
  const body = JSON.stringify({ event: 'ping' });
  expect(await deliver(webhookRequest(body, { secret: 'the-new-one' }))).toEqual({
    status: 'ignored',
  });
  await reload(rotation);
  await expectRefusal(functions.paymentWebhook(old), 401, 'signature_invalid');
});

/** Lists inside lists, this many levels deep. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.for([
  ['not JSON', '{"event":', 'invalid_json'],
  ['a list', '[]', 'invalid_request'],
  ['an object without an event', '{"payload":{}}', 'invalid_request'],
  ['an event with an empty name', '{"event":""}', 'invalid_request'],
  ['an event whose name is not text', '{"event":{"$gt":0}}', 'invalid_request'],
  ['an event with a NUL in its name', '{"event":"payment.\\u0000captured"}', 'invalid_request'],
  ['an event with half a character in its name', '{"event":"\\ud800"}', 'invalid_request'],
  ['nested 65 deep', `{"event":"ping","x":${nested(64)}}`, 'invalid_request'],
  ['nested 60,000 deep', `{"event":"ping","x":${nested(60_000)}}`, 'invalid_request'],
  [
    'nested deep under a key that is repeated',
    `{"event":"ping","x":${nested(60_000)},"x":1}`,
    'invalid_request',
  ],
] as const)('a signed body that is %s is rejected', async ([, body, code]) => {
  await expectRefusal(functions.paymentWebhook(webhookRequest(body)), 400, code);
});

test('an event nested 64 deep is stored, whatever brackets and NULs its strings contain', async () => {
  const body = JSON.stringify({ event: 'ping', text: '"[{\\\0'.repeat(500), x: 0 });
  const deep = body.replace('"x":0', `"x":${nested(63)}`);
  expect(await deliver(webhookRequest(deep))).toEqual({ status: 'ignored' });
});

test('a body larger than 256 KiB is rejected', async () => {
  const body = JSON.stringify({ event: 'ping', filler: 'x'.repeat(256 * 1024) });
  await expectRefusal(functions.paymentWebhook(webhookRequest(body)), 413, 'payload_too_large');
});

test('P43 the webhook answers 503 when the database cancels the call', async () => {
  const body = { code: '57014', message: 'canceling statement due to statement timeout' };
  const database = await fakeService(() => ({ status: 500, body }));
  const { paymentWebhook } = await loadFunctions({ PUBLIC_SUPABASE_URL: database.url });
  const ping = webhookRequest('{"event":"ping"}');
  await expectRefusal(paymentWebhook(ping), 503, 'database_unavailable');
});

test('P43 the webhook answers 503 while the database is down, and applies the next delivery', async () => {
  const { order, captured } = await paidOrder();
  const down = await loadFunctions({ PUBLIC_SUPABASE_URL: await deadUrl() });
  await expectRefusal(down.paymentWebhook(delivery(captured)), 503, 'database_unavailable');
  await reload();
  expect(await deliver(delivery(captured))).toEqual({ status: 'applied' });
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
});

test.for([
  ['lose_request', 1],
  ['lose_reply', 1],
  ['lose_request', 2],
  ['lose_reply', 2],
] as const)(
  'P38 an event is applied after broken connections: %s, %i times',
  async ([how, times]) => {
    const { order, captured } = await paidOrder();
    let left: number = times;
    const proxy = await faultyProxy(backendUrl, () => (left-- > 0 ? how : 'pass'));
    await reload({ PUBLIC_SUPABASE_URL: proxy });
    // A call is tried twice.
    if (times === 2) {
      await expectRefusal(
        functions.paymentWebhook(delivery(captured)),
        503,
        'database_unavailable',
      );
    }
    await deliver(delivery(captured));
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
    expect(await paymentRows(order.id)).toHaveLength(1);
  },
);
