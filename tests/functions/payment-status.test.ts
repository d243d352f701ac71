import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { statusReply } from '../../src/domain/api.ts';
import { maskedAddress } from '../../src/domain/account/masked-address.ts';
import { buy } from './buyers.ts';
import { functions } from './fresh.ts';
import { intercept } from './servers.ts';
import {
  bearer,
  callbackRequest,
  changeOrder,
  delivery,
  eventsOfPayment,
  expectRefusal,
  newMember,
  openOrder,
  provider,
  webhookRequest,
  deliver,
  paymentRows,
} from './support.ts';
import { bookings } from './samples.ts';
import { packContents, type Pack } from '../../src/domain/packs/packs.ts';
import { single } from '../samples/packs.ts';
import { formatDay } from '../../src/domain/words/dates.ts';
import { formatRupees } from '../../src/domain/words/money.ts';

/** The state of a payment, or with `name` of an order. */
async function statusOf(reference: string, name = 'reference'): Promise<unknown> {
  const query = new URLSearchParams({ [name]: reference });
  const reply = await functions.paymentStatus({}, `?${query}`);
  expect(reply.status).toBe(200);
  const { now, ...status } = v.parse(statusReply, await reply.json());
  // Only the page that began an order needs the server's time (§12.45).
  if (name === 'order') expect(Date.parse(now ?? '') - Date.now()).toBeCloseTo(0, -4);
  return status;
}

/** The reply about a paid payment: the purchase, and nothing about a person whose address we do not have. */
const paidFor = (pack: Pack, refunded = 0) => ({
  order: expect.stringMatching(/^order_\w+$/) as string,
  unaddressed: true,
  status: refunded === 0 ? 'paid' : refunded < pack.price ? 'partly_refunded' : 'refunded',
  receipt: {
    pack: `${pack.name}: ${packContents(pack)}`,
    amount: formatRupees(pack.price),
    ...(refunded > 0 && { refunded: formatRupees(refunded) }),
    date: formatDay(new Date().toISOString()),
    number: expect.stringMatching(/^AC-[0-9A-F]{8}$/) as string,
  },
});

test('§11.21 a payment is unknown until it is reported and is then paid, and the reply does not name anyone', async () => {
  const order = await openOrder(functions.checkout);
  // The receipt shows the day of the payment.
  await changeOrder(order.id, { created_at: '2026-01-01T00:00:00Z' });
  const callback = await provider.pay(order.id);
  const reference = callback['razorpay_payment_id'] ?? '';
  expect(await statusOf(reference)).toEqual({ status: 'unknown' });
  await functions.paymentVerify(callbackRequest(callback));
  expect(await statusOf(reference)).toEqual(paidFor(single));
});

describe('§22.33 looking up a payment at the provider', () => {
  /** Asks with a token, while the database answers this when the payment is read. */
  async function ask(reference: string, looked: unknown) {
    const { token } = await newMember();
    const asked = intercept('/rpc/desk_read', () => Response.json(looked));
    const query = `?${new URLSearchParams({ reference })}`;
    const reply = await functions.paymentStatus({ headers: bearer(token) }, query);
    asked.mockRestore();
    return reply;
  }
  const isOwner = [{ rows: [], next: null }];

  /** A payment that belongs to none of our orders. */
  async function newStranger() {
    const order = { amount: 69_900, currency: 'INR', receipt: randomUUID() };
    const made = await provider.api('/orders', order);
    const { id } = v.parse(v.object({ id: v.string() }), made);
    return (await provider.pay(id))['razorpay_payment_id'] ?? '';
  }

  test('a payment that an owner looks up is stored, so the owner can record its purchase', async () => {
    const reference = await newStranger();
    expect(await (await ask(reference, isOwner)).json()).toEqual({ status: 'unknown' });
    expect(await eventsOfPayment(reference)).toEqual([`reconcile:${reference}:captured:0`]);
  });

  test('a payment that the provider does not know is not stored', async () => {
    const reply = await ask('pay_doesnotexist1', isOwner);
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'unknown' }]);
    expect(await eventsOfPayment('pay_doesnotexist1')).toEqual([]);
  });

  test('only an owner can look up a payment', async () => {
    const reference = await newStranger();
    await expectRefusal(ask(reference, { refused: 'no_desk' }), 403, 'no_desk');
    expect(await eventsOfPayment(reference)).toEqual([]);
  });
});

test('§4.13 a member’s payment shows the masked address that got the receipt, and that the pack is in an account', async () => {
  const { member, payment } = await buy(functions);
  const reply = await statusOf(payment);
  const mailed = maskedAddress(member.email);
  expect(reply).toMatchObject({ status: 'paid', owned: true, receipt: { mailed } });
  expect(reply).not.toHaveProperty('unaddressed');
  expect(JSON.stringify(reply)).not.toContain(member.email);
});

test('§8.37 a payment with a code shows the price paid and the discount', async () => {
  const code = await bookings.newCode();
  const order = await openOrder(functions.checkout, single, {}, code);
  const callback = await provider.pay(order.id);
  await functions.paymentVerify(callbackRequest(callback));
  expect(await statusOf(callback['razorpay_payment_id'] ?? '')).toMatchObject({
    status: 'paid',
    receipt: { amount: 'Rs 629', discount: 'Rs 70 off Rs 699' },
  });
  expect(await paymentRows(order.id)).toMatchObject([{ amount: 62_900, review: null }]);
});

test('a payment is pending while authorised, and shows its refund later', async () => {
  const order = await openOrder(functions.checkout);
  const { razorpay_payment_id: reference = '' } = await provider.pay(order.id);
  const [authorized, ...rest] = await provider.webhooks(order.id);
  if (authorized === undefined) throw new Error('The sandbox sent no webhook.');
  await functions.paymentWebhook(delivery(authorized));
  expect(await statusOf(reference)).toEqual({ status: 'pending' });

  for (const webhook of rest) {
    await functions.paymentWebhook(delivery(webhook));
  }
  await provider.control(`/payments/${reference}/refund`, {});
  await deliver(functions, order.id);
  expect(await statusOf(reference)).toEqual(paidFor(single, single.price));
});

test('§8.33 a payment whose code has just been used up is returned to the payer', async () => {
  const code = await bookings.newCode({ percent: 10, uses: 1 });
  const begin = () => openOrder(functions.checkout, single, {}, code);
  const late = await begin();
  await changeOrder(late.id, { held_until: new Date(0).toISOString() });
  const { razorpay_payment_id: reference = '' } = await provider.pay(late.id);
  const [authorized] = await provider.webhooks(late.id);
  if (authorized === undefined) throw new Error('The sandbox sent no webhook.');
  await functions.paymentWebhook(delivery(authorized));
  expect(await statusOf(reference)).toEqual({ status: 'pending' });
  await begin();
  expect(await statusOf(reference)).toEqual({ status: 'returning' });
});

test('§4.21 P44 a failed payment stays failed when another payment pays for the order', async () => {
  const order = await openOrder(functions.checkout);
  const first = await provider.fail(order.id);
  await deliver(functions, order.id);
  expect(await statusOf(first)).toEqual({ status: 'failed' });
  const { razorpay_payment_id: second = '' } = await provider.pay(order.id);
  await deliver(functions, order.id);
  expect(await statusOf(first)).toEqual({ status: 'failed' });
  expect(await statusOf(second)).toMatchObject({ status: 'paid' });
});

test.for([false, true])(
  '§8.15 P37 a payment of the wrong amount is returned to the payer (order paid by another payment: %s)',
  async (isPaid) => {
    const order = await openOrder(functions.checkout);
    const late = await provider.failForNow(order.id);
    const callback = isPaid ? await provider.pay(order.id) : {};
    if (isPaid) await functions.paymentVerify(callbackRequest(callback));
    await provider.authoriseLate(late);
    const events = await provider.webhooks(order.id);
    const received = /payment\.(authorized|captured)/;
    for (const { body } of events.filter((event) => event.body.includes(late))) {
      const wrong = body.replaceAll(`"amount":${single.paise}`, '"amount":100');
      await functions.paymentWebhook(webhookRequest(wrong));
      if (received.test(body)) expect(await statusOf(late)).toEqual({ status: 'returning' });
    }
    expect(await statusOf(late)).toEqual({ status: 'returning' });
    if (!isPaid) return;
    expect(await statusOf(callback['razorpay_payment_id'] ?? '')).toEqual(paidFor(single));
  },
);

test('§4.13 §8.15 one of two payments for an order gets a receipt, and the other is returned to the payer', async () => {
  const order = await openOrder(functions.checkout);
  const late = await provider.failForNow(order.id);
  const { razorpay_payment_id: second = '' } = await provider.pay(order.id);
  await provider.authoriseLate(late);
  await deliver(functions, order.id);
  const replies = [await statusOf(late), await statusOf(second)];
  expect(replies).toContainEqual(paidFor(single));
  expect(replies).toContainEqual({ status: 'returning' });
});

test('P47 a missing or invented reference is reported as unknown', async () => {
  expect(await (await functions.paymentStatus()).json()).toEqual({ status: 'unknown' });
  for (const reference of [
    '',
    'pay_',
    'pay_Invented1',
    'order_abc',
    '<script>alert(1)</script>',
    `pay_${'a'.repeat(61)}`,
    'pay_abc"&id=neq.x',
    'pay_a\0b',
  ]) {
    expect(await statusOf(reference), reference).toEqual({ status: 'unknown' });
  }
});

test('§8.39 an order without a reported payment is looked up at the provider, and the reply then names its payment', async () => {
  for (const none of ['', 'order_None', 'pay_1', "order_'"]) {
    expect(await statusOf(none, 'order')).toEqual({ status: 'unknown' });
  }
  const order = await openOrder(functions.checkout);
  expect(await statusOf(order.id, 'order')).toEqual({ status: 'pending' });
  // Neither callback nor webhook arrives.
  const { razorpay_payment_id: reference } = await provider.pay(order.id);
  const counted = "private.call_counts set calls = $1 where purpose = 'payment status'";
  await bookings.edit(counted, 10);
  expect(await statusOf(order.id, 'order'), 'the visitor has asked too often').toEqual({
    status: 'pending',
  });
  await bookings.edit(counted, 0);
  for (let time = 0; time < 2; time += 1) {
    expect(await statusOf(order.id, 'order')).toEqual({ status: 'paid', reference });
  }
});
