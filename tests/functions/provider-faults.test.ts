import { randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, inject, test } from 'vitest';
import { faultyProxy, deadUrl, fakeService, serve } from './servers.ts';
import {
  checkoutRequest,
  expectRefusal,
  loadFunctions,
  openOrder,
  orderRow,
  provider,
  rowsOfKey,
  service,
  log,
} from './support.ts';
import { single } from '../samples/packs.ts';
import { runs } from '../runs.ts';

const { sandboxUrl } = inject('stack');

/** Creates an order’s row before its checkout, so that a fault can be set up for this order alone. */
async function plannedOrder() {
  const key = randomUUID();
  const { data } = await service
    .rpc('open_order', { p_pack: 'single', p_amount: single.paise, p_idempotency_key: key })
    .throwOnError();
  return { receipt: data.receipt, headers: { 'idempotency-key': key } };
}

/** Checks out with this provider; resolves to the reply, the key, the log and the time taken in ms. */
async function checkoutAt(providerUrl: string) {
  const { checkout } = await loadFunctions({ RAZORPAY_API_URL: providerUrl });
  const key = randomUUID();
  const started = performance.now();
  const reply = await checkout(checkoutRequest(single, { 'idempotency-key': key }));
  return { reply, key, log, took: performance.now() - started };
}

/** A healthy provider’s reply to an order, with some fields changed. */
function orderReply(body: string, changes: object = {}) {
  const { amount, currency, receipt } = JSON.parse(body) as Record<string, unknown>;
  return { id: 'order_Fake000000001', amount, currency, receipt, status: 'created', ...changes };
}

describe('P39 handling a payment provider that fails', () => {
  test.for(['500', 'html502', 'drop_reply'])(
    'a provider that fails once (%s) is asked again',
    async (kind) => {
      const { checkout } = await loadFunctions();
      const { receipt, headers } = await plannedOrder();
      await provider.arm({ kind, on: 'orders.create', match: { receipt } });
      await openOrder(checkout, single, headers);
      expect(await provider.ordersOfReceipt(receipt)).toBe(1);
    },
  );

  test.for([500, 502, 503, 504])(
    'a provider that fails twice with %i results in a 502 after a pause',
    async (status) => {
      const fake = await fakeService(() => ({ status, body: '<html>down</html>' }));
      const { reply, key, took } = await checkoutAt(fake.url);
      await expectRefusal(reply, 502, 'provider_error');
      expect(fake.requests).toEqual([
        'POST /orders',
        expect.stringMatching(/^GET \/orders\?receipt=ac_[0-9a-f]{32}$/),
      ]);
      expect(took).toBeGreaterThanOrEqual(250);
      expect(await rowsOfKey(key)).toMatchObject([{ status: 'created', provider_order_id: null }]);
    },
  );

  test('a provider that recovers gives the buyer an order under the same key', async () => {
    const { reply, key } = await checkoutAt(await deadUrl());
    await expectRefusal(reply, 502, 'provider_error');
    const { checkout } = await loadFunctions();
    const order = await openOrder(checkout, single, { 'idempotency-key': key });
    expect(await rowsOfKey(key)).toMatchObject([{ provider_order_id: order.id }]);
  });
});

describe('P40 handling a provider that answers late or never', () => {
  test('the checkout waits for a provider that is only slow', async () => {
    const { checkout } = await loadFunctions();
    const { receipt, headers } = await plannedOrder();
    await provider.arm({ kind: 'slow', on: 'orders.create', delay_ms: 500, match: { receipt } });
    expect((await openOrder(checkout, single, headers)).amount).toBe(single.paise);
  });

  test('a later try finds the existing order after two lost replies', async () => {
    const lost = await faultyProxy(sandboxUrl, () => 'lose_reply');
    const { reply, key } = await checkoutAt(`${lost}/v1`);
    await expectRefusal(reply, 502, 'provider_error');
    const { checkout } = await loadFunctions();
    const order = await openOrder(checkout, single, { 'idempotency-key': key });
    const { receipt } = await orderRow(order.id);
    expect(await provider.ordersOfReceipt(receipt)).toBe(1);
  });

  test('M6 200 lost replies never create an order twice', async () => {
    const listed = v.object({
      items: v.array(v.object({ id: v.string(), receipt: v.string() })),
    });
    let nth = 0;
    const lossy = await faultyProxy(sandboxUrl, (path) =>
      path === '/v1/orders' && (nth += 1) % 2 === 1 ? 'lose_reply' : 'pass',
    );
    const { checkout } = await loadFunctions({ RAZORPAY_API_URL: `${lossy}/v1` });
    for (let batch = 0; batch < 10; batch += 1) {
      const opened = await Promise.all(Array.from({ length: 20 }, () => openOrder(checkout)));
      const { items } = v.parse(listed, await provider.api('/orders?count=40'));
      const receipts = items.map(({ receipt }) => receipt);
      expect(new Set(receipts).size).toBe(receipts.length);
      expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(opened.map(({ id }) => id)));
    }
    expect(nth).toBeGreaterThanOrEqual(200);
  });
});

describe('P41 handling a nonsensical reply from the payment provider', () => {
  test.for(['html', 'empty', 'truncated', 'wrong_amount', 'wrong_currency', 'no_id'])(
    'a nonsensical reply (%s) results in a 502, and the buyer does not get an order',
    async (variant) => {
      const { checkout } = await loadFunctions();
      const { receipt, headers } = await plannedOrder();
      await provider.arm({ kind: 'garbage', on: 'orders.create', variant, match: { receipt } });
      const request = checkoutRequest(single, headers);
      await expectRefusal(checkout(request), 502, 'provider_error');
      const rows = await rowsOfKey(headers['idempotency-key']);
      expect(rows).toMatchObject([{ provider_order_id: null }]);
    },
  );

  test('a reply with a wrong amount, currency or id is never accepted', async () => {
    let changes: object = {};
    const { url } = await fakeService((_, given) => ({ body: orderReply(given, changes) }));
    const { checkout } = await loadFunctions({ RAZORPAY_API_URL: url });
    const other = (field: string, isRight: (value: unknown) => boolean) =>
      fc
        .jsonValue()
        .filter((value) => !isRight(value))
        .map((value) => ({ [field]: value }));
    const fault = fc.oneof(
      other('amount', (value) => value === single.paise),
      other('currency', (value) => value === 'INR'),
      other('id', (value) => typeof value === 'string' && /^order_\w+$/.test(value)),
    );
    await fc.assert(
      fc.asyncProperty(fault, async (wrong) => {
        changes = wrong;
        await expectRefusal(checkout(checkoutRequest(single)), 502, 'provider_error');
      }),
      runs(50),
    );
  });

  test.for(['with its length', 'in pieces', 'compressed'])(
    'a reply that is too long (%s) is not read to the end',
    async (kind) => {
      const chunk = Buffer.alloc(64 * 1024, ' ');
      const endless = 400 * 1024 * 1024;
      let sent = 0;
      const url = await serve((_, response) => {
        response.writeHead(200, {
          ...(kind === 'with its length' && { 'content-length': endless }),
          ...(kind === 'compressed' && { 'content-encoding': 'gzip' }),
        });
        const source = Readable.from(
          (function* () {
            for (; sent < endless; sent += chunk.length) yield chunk;
          })(),
        );
        const through = kind === 'compressed' ? [createGzip()] : [];
        pipeline([source, ...through, response], () => undefined);
      });
      const { reply, log } = await checkoutAt(url);
      await expectRefusal(reply, 502, 'provider_error');
      expect(log.join()).toContain('nonsense: more than 1048576 bytes');
      expect(sent).toBeLessThan(endless / 2);
    },
  );

  test('a reply about a different receipt is not accepted', async () => {
    const taken = { error: { description: 'Order receipt should be unique.' } };
    const foreign = {
      items: [{ id: 'order_Other', amount: single.paise, currency: 'INR', receipt: 'x' }],
    };
    const fake = await fakeService(({ method }) =>
      method === 'POST' ? { status: 400, body: taken } : { body: foreign },
    );
    const { reply } = await checkoutAt(fake.url);
    await expectRefusal(reply, 502, 'provider_error');
  });
});

test('P21 two checkouts with one key get one order, even if the provider creates two', async () => {
  const replies: (() => void)[] = [];
  const url = await serve((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') return response.end('{"items":[]}');
      const id = `order_Twice00000000${replies.length}`;
      replies.push(() => response.end(JSON.stringify(orderReply(body, { id }))));
      // Answers both requests only once both have arrived, so that neither finds the other’s order.
      if (replies.length === 2) for (const reply of replies) reply();
      return undefined;
    });
  });
  const { checkout } = await loadFunctions({ RAZORPAY_API_URL: url });
  const headers = { 'idempotency-key': randomUUID() };
  const [one, other] = await Promise.all([
    openOrder(checkout, single, headers),
    openOrder(checkout, single, headers),
  ]);
  expect(one.id).toBe(other.id);
});

describe('P42 handling a payment provider that refuses a request', () => {
  test.for([
    [400, 'The amount must be an integer.'],
    [401, 'Authentication failed'],
  ] as const)(
    'a provider that refuses with %i is not asked again',
    async ([status, description]) => {
      const body = { error: { code: 'BAD_REQUEST_ERROR', description } };
      const fake = await fakeService(() => ({ status, body }));
      const { reply } = await checkoutAt(fake.url);
      await expectRefusal(reply, 502, 'provider_error');
      expect(fake.requests).toHaveLength(1);
    },
  );

  test.for([
    [undefined, '30'],
    ['7', '7'],
    ['Infinity', '30'],
    ['-1', '30'],
    ['0', '30'],
    ['1e9', '30'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', '30'],
    ['86400', '3600'],
    ['9'.repeat(400), '3600'],
  ] as const)(
    'a provider that answers with 429 and a waiting time of %s is not asked again, and %s is passed on',
    async ([given, passedOn]) => {
      let asked = 0;
      const url = await serve((_, response) => {
        asked += 1;
        response.writeHead(429, { ...(given && { 'retry-after': given }) }).end();
      });
      const { reply } = await checkoutAt(url);
      expect(reply.headers.get('retry-after')).toBe(passedOn);
      await expectRefusal(reply, 503, 'provider_error');
      expect(asked).toBe(1);
    },
  );

  test('Y2 a refusal is logged with its codes, never in the provider’s own words', async () => {
    const error = {
      code: 'BAD_REQUEST_ERROR',
      reason: 'input_validation_failed',
      field: 'canary@example.com',
      description: `The contact of canary@example.com is wrong. ${'x'.repeat(5000)}`,
    };
    const fake = await fakeService(() => ({ status: 400, body: { error } }));
    const { log } = await checkoutAt(fake.url);
    expect(log.join()).toContain('status 400, BAD_REQUEST_ERROR, input_validation_failed"');
    expect(log.join()).not.toMatch(/canary|xxx/);
  });

  test.for(['', '{}', '{"error":"no"}', '{"error":null}', '<html>'])(
    'a refusal with the body %j is logged with its status only',
    async (body) => {
      const { log } = await checkoutAt((await fakeService(() => ({ status: 400, body }))).url);
      expect(log.join()).toContain('rejected: status 400"');
    },
  );

  test('a redirect from the payment provider is not followed', async () => {
    const requests: string[] = [];
    const elsewhere = await serve((request, response) => {
      requests.push(request.headers.authorization ?? '');
      response.end('{}');
    });
    const url = await serve((_, response) => {
      response.writeHead(307, { location: elsewhere }).end();
    });
    const { reply } = await checkoutAt(url);
    await expectRefusal(reply, 502, 'provider_error');
    expect(requests).toEqual([]);
  });
});
