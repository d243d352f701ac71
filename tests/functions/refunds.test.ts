/** The payer and the letters of refunds (docs/product §17). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { newFileReply } from '../../src/domain/files/member-files.ts';
import { buy, holdInterview, offerOf, type Bought } from './buyers.ts';
import { pdf, postFile, type Token } from './files.ts';
import { here, sql } from './samples.ts';
import { fakeService } from './servers.ts';
import { superValue } from '../samples/packs.ts';
import { functions, reload } from './fresh.ts';
import { deliver, expectRefusal, newMember, orderRow, provider, log } from './support.ts';

const request = v.object({ id: v.string(), number: v.string(), amount: v.number() });

/** Asks for an unused pack’s ordinary refund and approves it. Resolves to the request’s number. */
async function approved({ member, order }: Bought): Promise<string> {
  const asked = await here.call(member.id, 'ask_refund', {
    p_order: order,
    p_gives: superValue.paise,
  });
  const { number } = v.parse(request, asked);
  await sql('select operations.approve_refund($1)', number);
  return number;
}

async function requestOf(number: string) {
  const [row] = await sql('select * from private.refund_requests where number = $1', number);
  return row;
}

/** Runs the scheduled function once the leases of earlier runs have ended. */
async function run(): Promise<unknown> {
  await sql(
    "update private.refund_requests set leased_until = '-infinity' where leased_until > now()",
  );
  const reply = await functions.refunds({ method: 'POST' });
  expect(reply.status).toBe(200);
  return reply.json();
}

/** Makes the provider fail at the next two calls for this purchase’s refund: the try and its repetition. */
const fail = (kind: string, { providerOrder }: Bought) =>
  provider.arm({ kind, on: 'payments.refund', times: 2, match: { order_id: providerOrder } });

const refundsAt = async (payment: string) => {
  const { items } = v.parse(
    v.object({
      items: v.array(
        v.object({
          id: v.string(),
          amount: v.number(),
          status: v.string(),
          notes: v.unknown(),
          receipt: v.nullable(v.string()),
          speed_requested: v.string(),
        }),
      ),
    }),
    await provider.api(`/payments/${payment}/refunds`),
  );
  return items;
};

test('§17.10 an approved refund is paid once, with its number in the notes, and the webhook agrees', async () => {
  const bought = await buy(functions);
  const number = await approved(bought);
  expect(await run()).toMatchObject({ paid: 1 });
  await run();
  expect(await refundsAt(bought.payment)).toMatchObject([
    {
      amount: superValue.paise,
      status: 'processed',
      notes: { refund_request: number },
      receipt: `${number}-1`,
    },
  ]);
  await deliver(functions, bought.providerOrder);
  expect(await requestOf(number)).toMatchObject({ state: 'paid' });
  expect(await orderRow(bought.providerOrder)).toMatchObject({ status: 'refunded' });
  const status = await functions.paymentStatus({}, `?reference=${bought.payment}`);
  expect(await status.json()).toMatchObject({ status: 'refunded' });
});

test('§17.10 a lost reply does not lead to a second refund', async () => {
  const bought = await buy(functions);
  const number = await approved(bought);
  await fail('drop_reply', bought);
  await run();
  expect(await requestOf(number)).toMatchObject({ state: 'paying' });
  // The next run finds the refund and requests no other.
  await fail('500', bought);
  await run();
  expect(await requestOf(number)).toMatchObject({ state: 'paid' });
  expect(await refundsAt(bought.payment)).toHaveLength(1);
});

test('§17.10 a partial refund whose reply was lost is not paid twice', async () => {
  const bought = await buy(functions);
  const match = { order_id: bought.providerOrder };
  await provider.arm({ kind: 'drop_reply', on: 'payments.refund', match });
  const { services } = await import('../../functions/_lib/payments/services.ts');
  const part = { amount: 100, speed: 'normal', notes: {}, receipt: 'R-1-1' } as const;
  await services().provider.refund(bought.payment, part, `${randomUUID()}-1`);
  expect(await refundsAt(bought.payment)).toMatchObject([{ amount: 100 }]);
});

test.each(['slow', 'hang', '429', '500', 'html502', 'garbage'] as const)(
  '§17.10 a refund is paid once when the provider first answers with %s',
  async (kind) => {
    const bought = await buy(functions);
    const number = await approved(bought);
    await fail(kind, bought);
    // A provider that is too busy is not asked twice in a run.
    for (let runs = 0; runs < 3; runs += 1) await run();
    expect(await requestOf(number)).toMatchObject({ state: 'paid', attempt: 1 });
    expect(await refundsAt(bought.payment)).toHaveLength(1);
  },
);

test('§17.10 a refund that failed at the provider is requested again under a new key', async () => {
  const bought = await buy(functions);
  const number = await approved(bought);
  await provider.arm({ kind: 'refund_pending', match: { order_id: bought.providerOrder } });
  await run();
  const [waiting] = await refundsAt(bought.payment);
  expect(await requestOf(number)).toMatchObject({ state: 'paying', refund_id: waiting?.id });
  await provider.control(`/refunds/${waiting?.id}/end`, { status: 'failed' });
  await deliver(functions, bought.providerOrder, 'refund.failed');
  expect(await requestOf(number)).toMatchObject({ state: 'failed', attempt: 2 });
  await run();
  expect(await requestOf(number)).toMatchObject({ state: 'paid', attempt: 2 });
  const made = await refundsAt(bought.payment);
  expect(made.map(({ status }) => status).toSorted()).toEqual(['failed', 'processed']);
});

/** Makes a payment too old for a refund at normal speed. */
async function age(payment: string): Promise<void> {
  const days = 200;
  await provider.control(`/payments/${payment}/pass-time`, { days });
  await sql(
    "update public.payments set provider_created_at = now() - $2 * interval '1 day' where id = $1",
    payment,
    days,
  );
}

test('§17.11 an old payment is refunded with an instant refund, or by bank transfer if the instant refund is refused', async () => {
  for (const refused of [false, true]) {
    const bought = await buy(functions);
    const number = await approved(bought);
    await age(bought.payment);
    if (refused) {
      await provider.arm({ kind: 'refund_refused', match: { order_id: bought.providerOrder } });
    }
    await run();
    expect(await requestOf(number)).toMatchObject({ state: refused ? 'by_transfer' : 'paid' });
    expect(await refundsAt(bought.payment)).toMatchObject(
      refused ? [] : [{ speed_requested: 'optimum' }],
    );
  }
});

test('§17.11 a refusal that is temporary, or says that the money was refunded, does not lead to a bank transfer', async () => {
  const bought = await buy(functions);
  const number = await approved(bought);
  await age(bought.payment);
  for (const [description, state] of [
    ['Authentication failed', 'paying'],
    ['Your account does not have enough balance to carry out the refund operation.', 'paying'],
    ['The payment has been fully refunded already', 'paying'],
    ['The total refund amount is greater than the refund payment amount', 'paying'],
    ['Different request for the same idempotency key', 'paying'],
    ['The payment status should be captured for action to be taken', 'paying'],
    ['Request failed because another request is being processed', 'paying'],
    ['The refund is not supported for this payment.', 'by_transfer'],
  ]) {
    const fake = await fakeService(({ method }) =>
      method === 'POST'
        ? { status: 400, body: { error: { description } } }
        : { body: { items: [] } },
    );
    await reload({ RAZORPAY_API_URL: fake.url });
    await run();
    expect(await requestOf(number), description).toMatchObject({ state });
    // Without a count the provider lists only ten.
    expect(fake.requests).toContain(`GET /payments/${bought.payment}/refunds?count=100`);
  }
});

test('§17.11 a recent payment whose refund is refused waits for our team', async () => {
  const bought = await buy(functions);
  const number = await approved(bought);
  await provider.arm({ kind: 'refund_refused', match: { order_id: bought.providerOrder } });
  await run();
  expect(await requestOf(number)).toMatchObject({
    state: 'paying',
    problem: 'The refund is not supported for this payment.',
  });
  expect(log.join()).not.toContain('not supported');
});

test('§17.10 a refund that cannot be paid does not stop the others', async () => {
  const [bad, good] = [await buy(functions), await buy(functions)];
  const [first, second] = [await approved(bad), await approved(good)];
  const match = { order_id: bad.providerOrder };
  await provider.arm({ kind: '500', on: 'payments.refunds', times: 2, match });
  await run();
  expect([(await requestOf(first))?.['state'], (await requestOf(second))?.['state']]).toEqual([
    'paying',
    'paid',
  ]);
  expect(log.join()).toContain('refund_not_paid');
  await run();
  expect(await requestOf(first)).toMatchObject({ state: 'paid' });
});

const send = (member: Token, query: Record<string, string>) =>
  postFile(functions.file, member, 'refund', query);

test('§17.7 a member can ask for the 100% refund with an offer letter, and can add files when we ask for more', async () => {
  const bought = await buy(functions);
  await expectRefusal(send(bought.member, offerOf(bought)), 409, 'no_session_held');
  await holdInterview(bought);
  const asked = await send(bought.member, offerOf(bought));
  const { id } = v.parse(newFileReply, await asked.json());
  await expectRefusal(send(bought.member, offerOf(bought)), 409, 'refund_open');
  await expectRefusal(send(bought.member, { request: id }), 409, 'nothing_asked');
  await sql(
    "select operations.ask_for_more(number, 'the second page') from private.refund_requests where id = $1",
    id,
  );
  expect((await send(bought.member, { request: id })).status).toBe(200);
  expect((await send(bought.member, { request: id })).status).toBe(200);
  await expectRefusal(send(bought.member, { request: id }), 409, 'too_many_files');
});

test('§17.17 an operator is told that two members sent the same letter', async () => {
  const letter = pdf();
  crypto.getRandomValues(letter.subarray(8));
  const numbers: unknown[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const bought = await buy(functions);
    await holdInterview(bought);
    const reply = await postFile(functions.file, bought.member, 'refund', offerOf(bought), letter);
    const { id } = v.parse(newFileReply, await reply.json());
    const [row] = await sql('select number from private.refund_requests where id = $1', id);
    numbers.push(row?.['number']);
  }
  const [first, second] = numbers;
  expect(
    await sql('select equal_letters from operations.open_refunds where request = $1', second),
  ).toEqual([{ equal_letters: [first] }]);
});

test('D23 §17.7 an offer from a visitor or another member, with the wrong file or with impossible details, is refused', async () => {
  const bought = await buy(functions);
  await expectRefusal(send({}, offerOf(bought)), 401, 'session_expired');
  await expectRefusal(send(await newMember(), offerOf(bought)), 404, 'not_your_pack');
  await expectRefusal(send(bought.member, { request: randomUUID() }), 404, 'no_such_request');
  await expectRefusal(send(bought.member, { order: bought.order }), 400, 'invalid_request');
  for (const change of [
    { institute: '\0' },
    { offeredOn: '2026-02-31' },
    { offeredOn: '9999-12-31', interviewedOn: '0000-01-01' },
  ]) {
    const query = { ...offerOf(bought), ...change };
    await expectRefusal(send(bought.member, query), 400, 'invalid_request');
  }
});
