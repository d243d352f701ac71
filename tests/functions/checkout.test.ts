import { createHmac, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import * as v from 'valibot';
import { packs } from '../../src/domain/packs/packs.ts';
import { checkoutReply } from '../../src/domain/api.ts';
import { deadUrl, fakeService, faultyProxy } from './servers.ts';
import { discountRefusals } from '../../src/domain/refusals/discounts.ts';
import { bookings, sql } from './samples.ts';
import {
  bearer,
  changeOrder,
  type Call,
  checkoutRequest,
  elsewhere,
  expectRefusal,
  expectRule,
  jsonRequest,
  loadFunctions,
  newMember,
  openOrder,
  orderRow,
  provider,
  rowsOfKey,
  siteUrl,
} from './support.ts';
import { single, mostPurchased, superValue } from '../samples/packs.ts';
import { runs } from '../runs.ts';

const { backendUrl, sandboxUrl, keys } = inject('stack');
const json = { 'content-type': 'application/json' };

const { price, paise } = single;

let checkout: Call;
let discount: Call;

beforeEach(async () => {
  ({ checkout, discount } = await loadFunctions());
});

function send(
  body: RequestInit['body'],
  headers: Record<string, string> = json,
  through: Call = checkout,
) {
  // A stream body needs `duplex`, which lib.dom does not know yet.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return through(init);
}

const newKey = () => ({ 'idempotency-key': randomUUID() });

const ask = (headers: Record<string, string> = {}, through = { checkout }) =>
  through.checkout(checkoutRequest(single, headers));

test.for(packs)(
  '$name is sold for its price, and the stored order matches the reply',
  async (pack) => {
    const reply = await checkout(checkoutRequest(pack));
    expect(reply.status).toBe(200);
    const { order } = v.parse(checkoutReply, await reply.json());
    const amount = pack.price * 100;
    expect(order).toEqual({ id: expect.stringMatching(/^order_/), amount, currency: 'INR' });
    const row = await orderRow(order.id);
    expect(row).toMatchObject({ pack: pack.id, amount, status: 'created', user_id: null });
    expect(await provider.api(`/orders/${order.id}`)).toMatchObject({
      amount,
      receipt: row.receipt,
      notes: { pack: pack.id, order: row.id },
    });
  },
);

describe('amounts', () => {
  let refusing: { checkout: Call; requests: string[] };
  let key: string;

  beforeEach(async () => {
    const { url, requests } = await fakeService(() => ({ body: {} }));
    const functions = await loadFunctions({ RAZORPAY_API_URL: url });
    refusing = { checkout: functions.checkout, requests };
    key = randomUUID();
  });

  async function expectRefused(body: string): Promise<void> {
    const headers = { ...json, 'idempotency-key': key };
    const reply = refusing.checkout({ method: 'POST', headers, body });
    await expectRefusal(reply, 400, 'invalid_amount');
  }

  async function assertAllRefused(amounts: fc.Arbitrary<string>): Promise<void> {
    await fc.assert(fc.asyncProperty(amounts, expectRefused), runs(2000));
    expect(refusing.requests).toEqual([]);
    expect(await rowsOfKey(key)).toEqual([]);
  }

  const sold = packs.map(({ price }) => price);

  test('P1 P2 the checkout rejects any whole number that is not a price', async () => {
    const amounts = fc.oneof(
      fc.integer(),
      fc.maxSafeInteger(),
      fc.constantFrom(0, -price, 1, price - 1, price + 1, paise, superValue.paise),
    );
    await assertAllRefused(
      amounts.filter((amount) => !sold.includes(amount)).map((n) => `{"amount":${n}}`),
    );
  });

  test('P3 the checkout rejects amounts with fractions', async () => {
    const fractions = fc.oneof(
      fc.double({ noInteger: true }),
      fc.constantFrom(price + 0.5, 1e-7, price - 0.001),
    );
    await assertAllRefused(fractions.map((amount) => JSON.stringify({ amount })));
  });

  test('P4 the checkout rejects amounts that are not numbers', async () => {
    const values = fc.oneof(
      fc.constantFrom(`${price}`, [price], { $gt: 0 }, true, null, '', ` ${price} `),
      fc.json({ maxDepth: 2 }).map((text): unknown => JSON.parse(text)),
    );
    const bodies = values
      .filter((value) => typeof value !== 'number')
      .map((amount) => JSON.stringify({ amount }))
      .filter((body) => Buffer.byteLength(body) <= 1024);
    await assertAllRefused(bodies);
  });

  test.for([
    ...['-0', '1e21', '9007199254740992', '1e309', '-1e309', '"NaN"'].map(
      (amount) => `{"amount":${amount}}`,
    ),
    ...['[]', 'null', `"${price}"`, `${price}`, 'true', '{}', `{"Amount":${price}}`],
  ])('P4 P5 the checkout rejects the body %s', expectRefused);
});

test('§8.11 §11.16 a request may name its pack, and must do so if several packs have the same price', async () => {
  const { packs: onSale } = await import('../../src/domain/packs/packs.ts');
  const code = await bookings.newCode({ percent: 10, pack: 'single' });
  const named = (pack?: unknown) => discount(jsonRequest({ amount: price, pack, code }));
  const expectSingle = async (reply: Promise<Response>) =>
    expect(await (await reply).json()).toEqual({ success: true, amount: 62_900 });
  await expectSingle(named());
  // The list is read-only only for the site, so this test may add to its own copy.
  (onSale as object[]).push({ ...single, id: 'twin' });
  await expectRefusal(named(), 400, 'pack_not_named');
  await expectSingle(named('single'));
  await expectRule(named('twin'), discountRefusals, 'code_for_another_pack');
  for (const other of ['super-value', 'gold', '', null, 1, ['single']]) {
    await expectRefusal(named(other), 400, 'invalid_amount');
  }
});

test('P6 P7 P18 P19 the checkout takes the last of two amounts and ignores other keys in the body', async () => {
  const { id } = await newMember();
  const body = `{"amount":${superValue.price},"amount":${price},"currency":"USD","discount":1,"user_id":"${id}","status":"paid",
    "__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`;
  const reply = await send(body);
  const { order } = v.parse(checkoutReply, await reply.json());
  expect(order.amount).toBe(paise);
  const kept = { user_id: null, currency: 'INR', amount: paise, pack: 'single', status: 'created' };
  expect(await orderRow(order.id)).toMatchObject(kept);
  expect({}).not.toHaveProperty('polluted');
});

test.for<[what: string, body: string | Uint8Array<ArrayBuffer>]>([
  ['an empty body', ''],
  ['half an object', '{"amount":69'],
  ['a byte order mark', `\uFEFF{"amount":${price}}`],
  ['two values', `{"amount":${price}}{}`],
  ['a comment', `{"amount":${price}} // please`],
  ['UTF-16', new Uint8Array(Buffer.from(`{"amount":${price}}`, 'utf16le'))],
  ['broken UTF-8', new Uint8Array(Buffer.from(`{"amount":${price},"note":"\xff"}`, 'latin1'))],
])('P8 the checkout rejects %s', async ([, body]) => {
  await expectRefusal(send(body), 400, 'invalid_json');
});

test.for([
  ['does not read a body whose content-length is too large', { 'content-length': '2097152' }, 0],
  ['stops reading a body of unknown length at the limit', {}, 3],
] as const)('P5 P8 the checkout %s', async ([, headers, read]) => {
  let sent = 0;
  const cancel = vi.fn();
  const pull = (controller: ReadableStreamDefaultController) => {
    sent += 1;
    controller.enqueue(new Uint8Array(512).fill(0x39));
  };
  const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  await expectRefusal(send(body, { ...json, ...headers }), 413, 'payload_too_large');
  expect(sent).toBe(read);
  expect(cancel).toHaveBeenCalledTimes(read > 0 ? 1 : 0);
});

test.for([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/plain; a=application/json',
  '',
])('P9 W4 the checkout rejects a body of type %j', async (type) => {
  const key = randomUUID();
  await expectRefusal(
    send(`{"amount":${price}}`, { 'content-type': type, 'idempotency-key': key }),
    415,
    'unsupported_media_type',
  );
  expect(await rowsOfKey(key)).toEqual([]);
});

test.for([
  ['application/json', `${price}.0`],
  ['application/json', `${price / 100}e2`],
  ['application/json', `${paise}e-2`],
  ['application/json; charset=utf-8', price],
  ['Application/JSON', price],
  [' application/json ;x=y', price],
] as const)('P3 the checkout accepts the type %j with %s as a price', async ([type, amount]) => {
  const reply = await send(`{"amount":${amount}}`, { 'content-type': type });
  expect(reply.status).toBe(200);
});

test.for<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: `${siteUrl}.evil.example` },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: siteUrl },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
])('W4 the checkout rejects an order from another site’s page: %j', async (headers) => {
  await expectRefusal(ask(headers), 403, 'forbidden_origin');
});

test.for<[from: string, headers: Record<string, string>]>([
  ['our own page on a preview', { origin: siteUrl, 'sec-fetch-site': 'same-origin' }],
  ['the address of the site', { origin: 'https://admitcircle.example' }],
  ['a person who opened the address', { 'sec-fetch-site': 'none' }],
])(
  'W4 the checkout accepts an order from %s, whichever host received the request',
  async ([, headers]) => {
    const functions = await loadFunctions({ PUBLIC_SITE_URL: 'https://admitcircle.example' });
    await openOrder(functions.checkout, single, headers);
  },
);

test('P16 the checkout uses the current key secret while a previous secret is set', async () => {
  const functions = await loadFunctions({ RAZORPAY_KEY_SECRET_PREVIOUS: 'the-old-one' });
  await openOrder(functions.checkout, single);
});

describe('the buyer', () => {
  test('the order belongs to the member whose token the request carries', async () => {
    const { id, token } = await newMember();
    const order = await openOrder(checkout, mostPurchased, bearer(token));
    expect(await orderRow(order.id)).toMatchObject({ user_id: id, pack: 'most-purchased' });
  });

  function forged(token: string, change: (claims: object) => object, alg = 'HS256', key = 'guess') {
    const [, payload = ''] = token.split('.');
    const claims = v.parse(
      v.looseObject({}),
      JSON.parse(Buffer.from(payload, 'base64url').toString()),
    );
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const signed = `${encode({ alg, typ: 'JWT' })}.${encode(change(claims))}`;
    const signature =
      alg === 'none' ? '' : createHmac('sha256', key).update(signed).digest('base64url');
    return `${signed}.${signature}`;
  }

  const past = Math.floor(Date.now() / 1000) - 60;

  test.for([
    ['without an algorithm', (token: string) => forged(token, (claims) => claims, 'none')],
    ['signed by someone else', (token: string) => forged(token, (claims) => claims)],
    [
      'with the wrong role',
      (token: string) => forged(token, (c) => ({ ...c, role: 'service_role' })),
    ],
    [
      'that has expired',
      (token: string) => forged(token, (c) => ({ ...c, exp: past }), 'HS256', keys.jwtSecret),
    ],
    ['with a byte changed', (token: string) => `${token.slice(0, -2)}AA`],
    ['cut short', (token: string) => token.slice(0, 40)],
  ] as const)('P20 A10 an order is refused with a token %s', async ([, change]) => {
    const { token } = await newMember();
    const headers = { ...bearer(change(token)), ...newKey() };
    await expectRefusal(ask(headers), 401, 'session_expired');
    expect(await rowsOfKey(headers['idempotency-key'])).toEqual([]);
  });

  test.for([
    '',
    'Bearer',
    'Bearer ',
    'Basic abc',
    'Bearer null',
    'Bearer a.b',
    keys.publishableKey,
  ])(
    'P20 an order with the header %j is refused instead of being treated as a visitor’s',
    async (authorization) => {
      await expectRefusal(ask({ authorization }), 401, 'session_expired');
    },
  );

  test('P20 A9 an order is refused with the token of a login that has ended', async () => {
    const { token, logOut } = await newMember();
    await logOut();
    await expectRefusal(ask(bearer(token)), 401, 'session_expired');
  });

  test('P20 A10 an order is refused with a valid token of an account that is not a member’s', async () => {
    const { id, token } = await newMember();
    for (const role of ['anon', 'service_role', '']) {
      const accounts = await fakeService(() => ({ body: { id, aud: 'authenticated', role } }));
      const functions = await loadFunctions({ PUBLIC_SUPABASE_URL: accounts.url });
      await expectRefusal(ask(bearer(token), functions), 401, 'session_expired');
    }
  });

  test.for([429, 500, 508, 'nothing'])(
    'P20 an order gets a 503 when the account service answers with %s',
    async (status) => {
      const accounts =
        typeof status === 'string'
          ? { url: await deadUrl() }
          : await fakeService(() => ({ status, body: { msg: 'no' } }));
      const functions = await loadFunctions({ PUBLIC_SUPABASE_URL: accounts.url });
      await expectRefusal(ask(bearer('a.b.c'), functions), 503, 'database_unavailable');
    },
  );
});

describe('the idempotency key', () => {
  test('P21 a repeated key returns the same order without asking the payment provider again', async () => {
    const headers = newKey();
    const first = await openOrder(checkout, single, headers);
    const functions = await loadFunctions({ RAZORPAY_API_URL: await deadUrl() });
    expect(await openOrder(functions.checkout, single, headers)).toEqual(first);
    const { receipt } = await orderRow(first.id);
    expect(await provider.ordersOfReceipt(receipt)).toBe(1);
  });

  test('P44 a repeated key is refused once its order is paid', async () => {
    const headers = newKey();
    const { id } = await openOrder(checkout, single, headers);
    await changeOrder(id, { status: 'paid' });
    await expectRefusal(ask(headers), 409, 'already_paid');
  });

  test('P23 a repeated key is refused for a different amount, and the first order does not change', async () => {
    const headers = newKey();
    const first = await openOrder(checkout, single, headers);
    const other = checkout(checkoutRequest(superValue, headers));
    await expectRefusal(other, 409, 'idempotency_mismatch');
    expect(await orderRow(first.id)).toMatchObject({ pack: 'single', amount: paise });
  });

  test('P24 20 simultaneous requests with one key create one row and one order', async () => {
    const key = randomUUID();
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => openOrder(checkout, single, { 'idempotency-key': key })),
    );
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    const rows = await rowsOfKey(key);
    expect(rows).toHaveLength(1);
    expect(await provider.ordersOfReceipt(rows[0]?.receipt ?? '')).toBe(1);
  });

  test('P22 a key belongs to one buyer, so two buyers with the same key get two orders', async () => {
    const key = newKey();
    const { token } = await newMember();
    const anonymous = await openOrder(checkout, single, key);
    const member = await openOrder(checkout, mostPurchased, { ...key, ...bearer(token) });
    expect(member.id).not.toBe(anonymous.id);
  });

  test('P22 §8.44 a member who presses the button on another device opens the same order, even before the provider has created it', async () => {
    const { token } = await newMember();
    const press = () => openOrder(checkout, single, { ...newKey(), ...bearer(token) });
    const [first, ...others] = await Promise.all([press(), press(), press()]);
    expect(new Set([first.id, ...others.map(({ id }) => id), (await press()).id]).size).toBe(1);
    const { receipt } = await orderRow(first.id);
    expect(await provider.ordersOfReceipt(receipt)).toBe(1);
    await changeOrder(first.id, { status: 'paid' });
    expect((await press()).id).not.toBe(first.id);
  });

  test('P22 §8.44 a purchase with a code counts once towards the limit of five a day, even on a second device', async () => {
    const { id, token } = await newMember();
    await bookings.proveAddress(id);
    const code = await bookings.newCode({ percent: 10, uses: 20 });
    const press = () =>
      checkout(jsonRequest({ amount: price, code }, { ...newKey(), ...bearer(token) }));
    for (let device = 0; device < 7; device += 1) expect((await press()).status).toBe(200);
  });

  test.for(['1', 'not-a-key', `${randomUUID()} `.repeat(2), '../../etc'])(
    'the key %j is refused',
    async (key) => {
      const headers = { 'idempotency-key': key };
      await expectRefusal(ask(headers), 400, 'invalid_key');
    },
  );
});

describe('a discount code', () => {
  const { newCode } = bookings;
  const caller = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

  const body = (code: unknown, amount = price) => ({ amount, code });

  test('§8.34 the discounted price is the same in the check, the order, the reply and the payment', async () => {
    const code = await newCode();
    const fullWidth = code.replaceAll(/./g, (sign) =>
      String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfe_e0),
    );
    for (const typed of [
      ` ${code.toLowerCase()} `,
      code.replace(/./, '\u2066$&\u200B'),
      fullWidth,
    ]) {
      const checked = await discount(jsonRequest(body(typed)));
      expect(await checked.json(), typed).toEqual({ success: true, amount: 62_900 });
    }
    const headers = newKey();
    const reply = await checkout(jsonRequest(body(code), headers));
    const { order } = v.parse(checkoutReply, await reply.json());
    expect(order.amount).toBe(62_900);
    expect(await orderRow(order.id)).toMatchObject({ amount: 62_900, discount: 7000, code });
    expect(await provider.api(`/orders/${order.id}`)).toMatchObject({ amount: 62_900 });
    const again = await checkout(jsonRequest(body(code), headers));
    expect(await again.json()).toEqual({ success: true, order });
    for (const other of [{ amount: price }, body(await newCode())]) {
      await expectRefusal(checkout(jsonRequest(other, headers)), 409, 'idempotency_mismatch');
    }
  });

  test('§8.35 every refused code gets the same status and does not open an order', async () => {
    const ended = await newCode();
    await bookings.operate('end_code', ended);
    for (const [code, word] of [
      ['NOSUCHCODE', 'code_not_valid'],
      ['', 'code_not_valid'],
      [{ $gt: '' }, 'code_not_valid'],
      [null, 'code_not_valid'],
      ['A'.repeat(200), 'code_not_valid'],
      [ended, 'code_ended'],
      [await newCode({ percent: 10, pack: 'super-value' }), 'code_for_another_pack'],
      [await newCode({ percent: 10, audience: 'members' }), 'code_for_members'],
    ] as const) {
      const headers = newKey();
      for (const call of [discount, checkout]) {
        await expectRule(call(jsonRequest(body(code), headers)), discountRefusals, word);
      }
      expect(await rowsOfKey(headers['idempotency-key'])).toEqual([]);
    }
  });

  test('§8.35 a code for members works for anyone who is logged in', async () => {
    const { token } = await newMember();
    const code = await newCode({ percent: 10, audience: 'members' });
    const as = () => jsonRequest(body(code), { ...bearer(token), ...newKey() });
    expect((await checkout(as())).status).toBe(200);
    expect(await (await discount(as())).json()).toEqual({ success: true, amount: 62_900 });
    const bad = jsonRequest(body(code), bearer('a.b.c'));
    await expectRefusal(discount(bad), 401, 'session_expired');
  });

  test('§8.36 guessed codes are counted per caller, across both functions', async () => {
    const ip = caller();
    const code = await newCode();
    const guess = (call: Call) =>
      expectRule(call(jsonRequest(body('WRONG')), '', ip), discountRefusals, 'code_not_valid');
    const others = await bookings.texts(
      "select caller from private.call_counts where purpose = 'discount code'",
    );
    await guess(discount);
    await bookings.edit(
      "private.call_counts set calls = 599 where purpose = 'discount code' and caller <> all ($1)",
      others,
    );
    await guess(checkout);
    for (const call of [discount, checkout]) {
      await expectRefusal(call(jsonRequest(body(code)), '', ip), 429, 'too_many_requests');
    }
    expect((await discount(jsonRequest(body(code)), '', caller())).status).toBe(200);
  });

  test('§8.36 a visitor can start five purchases with a limited code', async () => {
    const [ip, code] = [caller(), await newCode({ percent: 10, uses: 20 })];
    const begin = () => checkout(jsonRequest(body(code), newKey()), '', ip);
    for (let turn = 0; turn < 5; turn += 1) expect((await begin()).status).toBe(200);
    await expectRefusal(begin(), 429, 'too_many_begun');
    const { id, token } = await newMember();
    const beginAs = async () => {
      await bookings.setApart(id);
      return checkout(jsonRequest(body(code), { ...newKey(), ...bearer(token) }), '', ip);
    };
    await expectRefusal(beginAs(), 429, 'too_many_begun');
    await bookings.proveAddress(id);
    for (let turn = 0; turn < 5; turn += 1) expect((await beginAs()).status).toBe(200);
    await expectRefusal(beginAs(), 429, 'too_many_begun_today');
  });

  test('§8.43 a single-use code keeps a keyed hash of the mailbox, so that someone who closes their account cannot use the code again', async () => {
    const code = await newCode({ percent: 10, once: true });
    const name = randomUUID().replaceAll('-', '');
    const first = await newMember(`${name}+fair@gmail.com`);
    const press = (call: Call, token: string) =>
      call(jsonRequest(body(code), { ...newKey(), ...bearer(token) }));
    const { order } = v.parse(checkoutReply, await (await press(checkout, first.token)).json());
    const { freeInterviewSecret } = inject('stack').keys;
    expect(
      await sql(
        `select person_hash from private.code_people as people
        join public.orders as orders on orders.id = people.order_id where provider_order_id = $1`,
        order.id,
      ),
    ).toEqual([
      {
        person_hash: createHmac('sha256', freeInterviewSecret)
          .update(`discount code ${code} ${name}@gmail.com`)
          .digest('hex'),
      },
    ]);
    await sql("update public.orders set status = 'paid' where provider_order_id = $1", order.id);
    await sql('select public.erase_account($1, false)', first.id);
    const again = await newMember(`${name}@gmail.com`);
    await bookings.proveAddress(again.id);
    for (const call of [discount, checkout]) {
      await expectRule(press(call, again.token), discountRefusals, 'code_used_up');
    }
  });

  test.for([4, 20])('§8.33 a code of %i characters is accepted', async (length) => {
    const code = randomUUID().replaceAll('-', '').toUpperCase().slice(0, length);
    await newCode({ percent: 10, code });
    expect((await discount(jsonRequest(body(code)))).status).toBe(200);
  });

  test('§11.30 §11.35 a discounted price is not revealed to another site or for the wrong content type', async () => {
    const asked = body(await newCode());
    await expectRefusal(discount(jsonRequest(asked, elsewhere)), 403, 'forbidden_origin');
    const plain = { 'content-type': 'text/plain' };
    await expectRefusal(discount(jsonRequest(asked, plain)), 415, 'unsupported_media_type');
  });
});

describe('calling other services', () => {
  /** Loads the functions behind proxies; `asked` lists the paths in the order of the requests. */
  async function watched(fate: (path: string) => 'pass' | Promise<'pass'> = () => 'pass') {
    const asked: string[] = [];
    const watch = (target: string) =>
      faultyProxy(target, (path) => {
        asked.push(path.replace(/\?.*/, ''));
        return fate(path);
      });
    const functions = await loadFunctions({
      PUBLIC_SUPABASE_URL: await watch(backendUrl),
      RAZORPAY_API_URL: `${await watch(sandboxUrl)}/v1`,
    });
    return { asked, checkout: functions.checkout };
  }

  const order = ['/rest/v1/rpc/open_order', '/v1/orders', '/rest/v1/rpc/attach_provider_order'];

  test('a visitor’s order needs three round trips, one after another', async () => {
    const { asked, checkout: watchedCheckout } = await watched();
    await openOrder(watchedCheckout);
    expect(asked).toEqual(order);
  });

  test('a member’s order needs one more round trip, which starts before the body has arrived', async () => {
    const { token } = await newMember();
    const accountAsked = Promise.withResolvers<undefined>();
    const { asked, checkout: watchedCheckout } = await watched((path) => {
      if (path === '/auth/v1/user') accountAsked.resolve(undefined);
      return 'pass';
    });
    const body = new ReadableStream({
      async start(controller) {
        await accountAsked.promise;
        controller.enqueue(Buffer.from(`{"amount":${price}}`));
        controller.close();
      },
    });
    const headers = { ...json, authorization: `Bearer ${token}` };
    expect((await send(body, headers, watchedCheckout)).status).toBe(200);
    expect(asked).toEqual(['/auth/v1/user', ...order]);
  }, 10_000);
});

test('P43 the checkout does not contact the payment provider while the database is down', async () => {
  const fake = await fakeService(() => ({ body: {} }));
  const functions = await loadFunctions({
    PUBLIC_SUPABASE_URL: await deadUrl(),
    RAZORPAY_API_URL: fake.url,
  });
  const reply = await ask({}, functions);
  expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
  await expectRefusal(reply, 503, 'database_unavailable');
  expect(fake.requests).toEqual([]);
});
