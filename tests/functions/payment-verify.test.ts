import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { bookings } from './samples.ts';
import { deadUrl, fakeService, faultyProxy } from './servers.ts';
import { functions, reload } from './fresh.ts';
import {
  bearer,
  callbackRequest,
  eventsOfPayment,
  expectRedirect,
  expectRefusal,
  newMember,
  openOrder,
  orderRow,
  paymentRows,
  provider,
  sign,
  log,
  deliver,
} from './support.ts';
import { single, superValue } from '../samples/packs.ts';
import { runs } from '../runs.ts';

const { backendUrl, keys } = inject('stack');
const failed = '/buy?payment=failed';
const pending = '/buy?payment=pending';
const asJson = { accept: 'application/json' };

/** The fields with which a payer returns, signed with the key secret. */
const signedBy = (order: string, payment: string) => ({
  razorpay_order_id: order,
  razorpay_payment_id: payment,
  razorpay_signature: sign(`${order}|${payment}`, keys.razorpayKeySecret),
});

const newPaymentId = () => `pay_${randomUUID().replaceAll('-', '')}`;

async function paidOrder(pack = single) {
  const order = await openOrder(functions.checkout, pack);
  const callback = await provider.pay(order.id);
  const reference = callback['razorpay_payment_id'] ?? '';
  return { order, callback, reference, success: `/success?reference=${reference}` };
}

/** Makes the payment provider report a payment with some fields changed. */
async function reportedAs(reference: string, changes: object): Promise<void> {
  const genuine = Object(await provider.api(`/payments/${reference}`));
  const fake = await fakeService(() => ({ body: { ...genuine, ...changes } }));
  await reload({ RAZORPAY_API_URL: fake.url });
}

function returnWith(callback: Record<string, string>, headers: Record<string, string> = {}) {
  return functions.paymentVerify(callbackRequest(callback, headers));
}

test('a returning payer is redirected to /success, and the order is marked as paid', async () => {
  const { order, callback, reference, success } = await paidOrder();
  expectRedirect(await returnWith(callback), success);
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
  expect(await paymentRows(order.id)).toMatchObject([
    { id: reference, status: 'captured', amount: single.paise, method: 'upi', review: null },
  ]);
});

test('a GET with the three fields in its query is accepted (§11.22)', async () => {
  const { order, callback, success } = await paidOrder();
  const query = new URLSearchParams({ user_id: '', ...callback });
  expectRedirect(await functions.paymentVerify({}, `?${query}`), success);
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
});

test('a caller that asks for JSON gets the state, and a browser that also accepts JSON is redirected', async () => {
  const { callback, reference, success } = await paidOrder();
  const reply = await returnWith(callback, asJson);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ success: true, status: 'paid', reference });
  const accept = 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8';
  expectRedirect(await returnWith(callback, { accept }), success);
});

test('the order and the payment are read at the same time', async () => {
  const { callback, success } = await paidOrder();
  const waiting = new Set(['/rest/v1/orders', '/rest/v1/payments']);
  const both = Promise.withResolvers<undefined>();
  const proxy = await faultyProxy(backendUrl, async (address) => {
    const [table = ''] = address.split('?');
    if (waiting.delete(table)) {
      if (waiting.size === 0) both.resolve(undefined);
      await both.promise;
    }
    return 'pass' as const;
  });
  await reload({ PUBLIC_SUPABASE_URL: proxy });
  expectRedirect(await returnWith(callback), success);
});

test('P16 20 returns of a payer with the same fields count as one payment', async () => {
  const { order, callback, success } = await paidOrder();
  const replies = await Promise.all(Array.from({ length: 20 }, () => returnWith(callback)));
  for (const reply of replies) expectRedirect(reply, success);
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
  expect(await paymentRows(order.id)).toHaveLength(1);
});

test('P16 a repeated return is accepted while the payment provider is down', async () => {
  const { callback, success } = await paidOrder();
  await returnWith(callback);
  await reload({ RAZORPAY_API_URL: await deadUrl() });
  expectRedirect(await returnWith(callback), success);
});

test('P16 a signature with the previous key secret is accepted while that secret is set', async () => {
  const { order, callback, success } = await paidOrder();
  await deliver(functions, order.id);
  const rotated = { RAZORPAY_KEY_SECRET: 'the-new-one' };
  const previous = { RAZORPAY_KEY_SECRET_PREVIOUS: keys.razorpayKeySecret };
  await reload({ ...rotated, ...previous });
  expectRedirect(await returnWith(callback), success);
  await reload(rotated);
  expectRedirect(await returnWith(callback), failed);
});

describe('refusing an invalid callback', () => {
  test('P12 one order’s signature does not mark another order as paid', async () => {
    const a = await paidOrder();
    const b = await openOrder(functions.checkout, superValue);
    const reply = await returnWith({ ...a.callback, razorpay_order_id: b.id });
    expectRedirect(reply, failed);
    expect(await orderRow(b.id)).toMatchObject({ status: 'created' });
    expect(await paymentRows(b.id)).toEqual([]);
  });

  test.for([
    ['by the webhook secret', (text: string) => sign(text, keys.razorpayWebhookSecret)],
    ['by the public key', (text: string) => sign(text, keys.razorpayKeyId)],
    ['by an empty secret', (text: string) => sign(text, '')],
    ['in upper case', (text: string) => sign(text, keys.razorpayKeySecret).toUpperCase()],
    ['that is empty', () => ''],
  ] as const)('P14 a callback with a signature %s is refused', async ([, signed]) => {
    const { order, callback, reference } = await paidOrder();
    const razorpay_signature = signed(`${order.id}|${reference}`);
    const reply = returnWith({ ...callback, razorpay_signature }, asJson);
    await expectRefusal(reply, 400, 'signature_invalid');
    expect(await orderRow(order.id)).toMatchObject({ status: 'created' });
  });

  test('P13 a callback with a one-megabyte signature is refused as too large', async () => {
    const { callback } = await paidOrder();
    const long = { ...callback, razorpay_signature: 'a'.repeat(2 ** 20) };
    await expectRefusal(returnWith(long, asJson), 413, 'payload_too_large');
    expectRedirect(await returnWith(long), failed);
  });

  test('P15 a callback for an unknown order does not store anything', async () => {
    const callback = signedBy('order_Unknown1', 'pay_Unknown1');
    await expectRefusal(returnWith(callback, asJson), 404, 'not_found');
    expectRedirect(await returnWith(callback), failed);
    expectRedirect(await returnWith(signedBy('order_\0', 'pay_Unknown1')), failed);
    expect(await eventsOfPayment('pay_Unknown1')).toEqual([]);
  });
});

test('W5 a GET without a signature changes nothing', async () => {
  const { order, callback, reference } = await paidOrder();
  const { razorpay_signature: _, ...rest } = callback;
  for (const query of ['', `?reference=${reference}`, `?${new URLSearchParams(rest)}`]) {
    expectRedirect(await functions.paymentVerify({}, query), failed);
  }
  await expectRefusal(returnWith(rest, asJson), 400, 'signature_invalid');
  expect(await orderRow(order.id)).toMatchObject({ status: 'created' });
});

test('the fields of a POST are read only from its body', async () => {
  const { order, callback } = await paidOrder();
  const request = callbackRequest({});
  const reply = await functions.paymentVerify(request, `?${new URLSearchParams(callback)}`);
  expectRedirect(reply, failed);
  expect(await orderRow(order.id)).toMatchObject({ status: 'created' });
});

test('a body that is not a form is rejected', async () => {
  const headers = { ...asJson, 'content-type': 'application/json' };
  const reply = functions.paymentVerify({ method: 'POST', headers, body: '{}' });
  await expectRefusal(reply, 415, 'unsupported_media_type');
});

describe('P18 ignoring a name and a member’s id in the query', () => {
  test('P17 M7 a name and a member’s id in the query have no effect and appear nowhere', async () => {
    const [owner, victim] = [await newMember(), await newMember()];
    const order = await openOrder(functions.checkout, single, bearer(owner.token));
    const callback = await provider.pay(order.id);
    const query = new URLSearchParams({
      user_id: victim.id,
      first_name: 'Canary',
      last_name: '<script>alert(1)</script>',
    });
    const reply = await functions.paymentVerify(callbackRequest(callback), `?${query}`);
    expectRedirect(reply, `/success?reference=${callback['razorpay_payment_id']}`);
    expect(await reply.text()).toBe('');
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid', user_id: owner.id });
    expect(log.join()).not.toMatch(new RegExp(`${victim.id}|Canary|script`));
  });

  test('A2 nothing in the query or the form redirects a payer to another site', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.oneof(fc.webUrl(), fc.string())),
        fc.dictionary(fc.string(), fc.oneof(fc.webUrl(), fc.string())),
        async (query, form) => {
          const request = callbackRequest(form);
          const reply = await functions.paymentVerify(request, `?${new URLSearchParams(query)}`);
          expectRedirect(reply, failed);
        },
      ),
      runs(100),
    );
  });
});

describe('P46 a failed payment', () => {
  const refused = {
    'error[code]': 'BAD_REQUEST_ERROR',
    'error[description]': '<img src=x onerror=alert(1)>',
    'error[source]': 'bank',
    'error[step]': 'payment_authorization',
    'error[reason]': 'payment_failed',
    'error[metadata]': '{"payment_id":"pay_Canary1","order_id":"order_Canary1"}',
  };

  test('a failed payment redirects to /buy, and nothing from the callback is repeated or stored', async () => {
    const reply = await returnWith(refused);
    expectRedirect(reply, failed);
    expect(await reply.text()).toBe('');
    expect(log.join()).not.toMatch(/onerror|Canary/);
    expect(await eventsOfPayment('pay_Canary1')).toEqual([]);
    await expectRefusal(returnWith(refused, asJson), 400, 'payment_failed');
  });

  test('a failed payment with signed ids is not a success', async () => {
    const order = await openOrder(functions.checkout);
    const id = await provider.fail(order.id);
    expectRedirect(await returnWith(signedBy(order.id, id)), failed);
    expect(await orderRow(order.id)).toMatchObject({ status: 'attempted' });
    expect(await paymentRows(order.id)).toMatchObject([{ id, status: 'failed' }]);
  });
});

test('P25 a callback that follows its webhook does not store an event', async () => {
  const { order, callback, reference, success } = await paidOrder();
  await deliver(functions, order.id);
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
  expectRedirect(await returnWith(callback), success);
  const events = await eventsOfPayment(reference);
  expect(events.filter((id) => id.startsWith('callback:'))).toEqual([]);
});

describe('trusting the payment as the provider reports it', () => {
  /** Returns with a genuine callback, whose payment the provider reports with some fields changed. */
  async function returnTo(changes: object) {
    const { order, callback, reference, success } = await paidOrder();
    await reportedAs(reference, changes);
    const again = () => returnWith(callback);
    return { order, success, reply: await again(), again };
  }

  test.for<[what: string, changes: object, leadsTo: string, status: string]>([
    ['paid if nothing differs', {}, '', 'paid'],
    ['pending while it is created', { status: 'created' }, pending, 'attempted'],
    ['pending while it is authorized', { status: 'authorized' }, pending, 'attempted'],
    [
      'ignored if it belongs to another order',
      { order_id: 'order_Elsewhere1' },
      pending,
      'created',
    ],
    [
      'pending if it failed and belongs to another order',
      { order_id: 'order_Elsewhere1', status: 'failed' },
      pending,
      'created',
    ],
    ['failed by its status', { status: 'failed', captured: true }, failed, 'attempted'],
    [
      'failed if the provider refunded it without capturing it',
      { status: 'refunded', captured: false, amount_refunded: single.paise },
      failed,
      'attempted',
    ],
    ['pending with an id that makes no sense', { id: 7 }, pending, 'created'],
    ['pending with an amount as text', { amount: `${single.paise}` }, pending, 'created'],
    ['pending with an unknown status', { status: 'paid' }, pending, 'created'],
    ['pending with an order that makes no sense', { order_id: {} }, pending, 'created'],
  ])('a payment is %s', async ([, changes, leadsTo, status]) => {
    const { order, success, reply, again } = await returnTo(changes);
    expectRedirect(reply, leadsTo || success);
    expectRedirect(await again(), leadsTo || success);
    expect(await orderRow(order.id)).toMatchObject({ status });
  });

  test.for([{ amount: 100 }, { amount: single.paise + 1 }, { currency: 'USD' }])(
    'P11 P37 a payment with %j is kept for review and does not pay for the order',
    async (changes) => {
      const { order, success, reply, again } = await returnTo(changes);
      // The page says that the money will be returned (§4.21).
      expectRedirect(reply, success);
      expectRedirect(await again(), success);
      expect(await orderRow(order.id)).toMatchObject({ status: 'created' });
      expect(await paymentRows(order.id)).toMatchObject([{ review: 'amount_mismatch' }]);
      expect(log.join()).toContain('payment_mismatch');
    },
  );
});

describe('§8.17 returning to an order that another payment has already paid for', () => {
  test('a payer is told that the order is paid when the provider names another payment for it', async () => {
    const { order, callback, reference } = await paidOrder();
    const other = newPaymentId();
    await reportedAs(reference, { id: other, amount: 100 });
    // A payment of another amount pays nothing.
    expectRedirect(await returnWith(callback), pending);
    await reportedAs(reference, { id: `${other}c` });
    const success = `/success?reference=${other}c`;
    expectRedirect(await returnWith(callback), success);
    expectRedirect(await returnWith(callback), success);
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
    expect(log.filter((line) => line.includes('payment_mismatch'))).toHaveLength(3);
  });

  test('a payer whose second try is pending is not asked to wait', async () => {
    const { order, callback, reference, success } = await paidOrder();
    await returnWith(callback);
    const tried = newPaymentId();
    await reportedAs(reference, { id: tried, status: 'authorized' });
    expectRedirect(await returnWith(signedBy(order.id, tried)), success);
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
  });

  test('a payer whose first try failed is not asked to pay again, even after a refund', async () => {
    const order = await openOrder(functions.checkout);
    const tried = signedBy(order.id, await provider.fail(order.id));
    expectRedirect(await returnWith(tried), failed);
    const callback = await provider.pay(order.id);
    const success = `/success?reference=${callback['razorpay_payment_id']}`;
    expectRedirect(await returnWith(callback), success);
    expectRedirect(await returnWith(tried), success);
    await provider.control(`/payments/${callback['razorpay_payment_id']}/refund`, {});
    await deliver(functions, order.id);
    expect(await orderRow(order.id)).toMatchObject({ status: 'refunded' });
    // The page says that the payment was refunded (§17.25).
    expectRedirect(await returnWith(tried), success);
  });
});

test('§8.33 a payer whose code was used up in the meantime is told that the money will be returned', async () => {
  const code = await bookings.newCode({ percent: 10, uses: 1 });
  const begin = () => openOrder(functions.checkout, single, {}, code);
  const late = await begin();
  const over =
    "update public.orders set held_until = now() - interval '1 s' where provider_order_id = $1";
  await bookings.query(over, [late.id]);
  await returnWith(await provider.pay((await begin()).id));
  const callback = await provider.pay(late.id);
  const success = `/success?reference=${callback['razorpay_payment_id']}`;
  expectRedirect(await returnWith(callback), success);
  expectRedirect(await returnWith(callback), success);
  expect(await orderRow(late.id)).toMatchObject({ status: 'created' });
  expect(await paymentRows(late.id)).toMatchObject([{ review: 'amount_mismatch' }]);
});

test('§8.17 a second payment for a paid order is marked as a duplicate, and the payer is redirected to the payment that counts', async () => {
  const order = await openOrder(functions.checkout);
  const late = await provider.failForNow(order.id);
  const callback = await provider.pay(order.id);
  await returnWith(callback);
  await provider.authoriseLate(late);
  await returnWith(signedBy(order.id, late));
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
  const payments = await paymentRows(order.id);
  const reviews = payments.map(({ review }) => review);
  expect(reviews.toSorted()).toEqual(['duplicate_payment', null]);
  const counting = payments.find(({ review }) => review === null);
  for (const { id } of payments) {
    const reply = await returnWith(signedBy(order.id, id));
    expectRedirect(reply, `/success?reference=${counting?.id}`);
  }
});

describe('P43 telling the payer to wait', () => {
  test.for([
    ['database', 'PUBLIC_SUPABASE_URL', 503, 'database_unavailable'],
    ['provider', 'RAZORPAY_API_URL', 502, 'provider_error'],
  ] as const)(
    'the payer is told to wait while the %s is down',
    async ([, variable, status, code]) => {
      const { order, callback } = await paidOrder();
      await reload({ [variable]: await deadUrl() });
      expectRedirect(await returnWith(callback), pending);
      await expectRefusal(returnWith(callback, asJson), status, code);
      expect(await orderRow(order.id)).toMatchObject({ status: 'created' });
    },
  );

  test.for(['500', 'html502'])(
    'the payer is not told to wait after a single %s from the provider',
    async (kind) => {
      const { order, callback, success } = await paidOrder();
      await provider.arm({ kind, on: 'payments.get', match: { order_id: order.id } });
      expectRedirect(await returnWith(callback), success);
    },
  );

  test('the payer is told to wait after an error of our own', async () => {
    const { callback } = await paidOrder();
    const body = { code: '42501', message: 'no' };
    const database = await fakeService(() => ({ status: 400, body }));
    await reload({ PUBLIC_SUPABASE_URL: database.url });
    expectRedirect(await returnWith(callback), pending);
    await expectRefusal(returnWith(callback, asJson), 500, 'internal');
  });

  test('the payer is told to wait after a 429 from the provider, which is not retried', async () => {
    const { order, callback } = await paidOrder();
    await provider.arm({ kind: '429', on: 'payments.get', match: { order_id: order.id } });
    expectRedirect(await returnWith(callback), pending);
  });
});

describe('P38 after a crash at any step, the buyer’s next return completes the purchase', () => {
  const steps = ['/orders?', '/payments?', '/rpc/apply_payment_event'];

  test.for(
    steps.flatMap((step) =>
      (['lose_request', 'lose_reply'] as const).map((how) => ({ step, how })),
    ),
  )('the purchase is completed after a crash at $step ($how)', async ({ step, how }) => {
    const { order, callback, success } = await paidOrder();
    // One call is tried this many times.
    let crashes = 2;
    const proxy = await faultyProxy(backendUrl, (address) =>
      address.includes(step) && crashes-- > 0 ? how : 'pass',
    );
    await reload({ PUBLIC_SUPABASE_URL: proxy });
    expectRedirect(await returnWith(callback), pending);
    expectRedirect(await returnWith(callback), success);
    expect(await orderRow(order.id)).toMatchObject({ status: 'paid' });
    expect(await paymentRows(order.id)).toHaveLength(1);
  });
});
