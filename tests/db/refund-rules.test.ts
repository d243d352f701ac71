/** Each limit, guard and check of refunds by itself (docs/product §17); refunds.test.ts follows whole refunds. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { captureLog } from '../samples/log.ts';
import { providerOf, refundsOn, share, type TestProvider } from '../samples/refunds.ts';
import type { Order } from '../samples/orders.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = refundsOn(onEmbedded(database));
const { query, one, newMember, newPack, newSlot, book, call, operate, requestOf, serve } = here;
captureLog();

let member: string;
let pack: Order;
let provider: TestProvider;
beforeEach(async () => {
  ({ member, pack, provider } = await here.newPurchase(database));
});

const stateOf = here.stateOfRequest;
const claim = (limit = 20) => query('select * from public.claim_refunds($1)', [limit]);
const leasesEnd = () => query("update private.refund_requests set leased_until = '-infinity'");
const seconds = (ago = 0) => Math.floor(Date.now() / 1000) - ago;

const setRequest = (number: string, change: string) =>
  here.edit(`private.refund_requests set ${change} where number = $1`, number);
const expectRequest = async (number: string, known: Row) =>
  expect(await requestOf(number)).toMatchObject(known);
const approved = () => here.approved(member, pack);
const wrong = () => here.approvedShare(member, pack);

/** Hands over the provider's list of refunds, as the job does. */
async function note(number: string, refunds: Row[]): Promise<string> {
  const { id } = await requestOf(number);
  return one('select public.note_refunds($1, $2::text::jsonb)', [id, JSON.stringify(refunds)]);
}

async function noteRefusal(number: string, isFinal = false): Promise<string> {
  const { id, attempt } = await requestOf(number);
  return serve('note_refusal', id, attempt, 'no balance', isFinal);
}

test('§17.7 a session counts as held unless the mentor’s feedback, the member’s report or its return says otherwise', async () => {
  const held = await here.hold(member, pack);
  const refusal = async () => (await here.refundable(member, pack)).offer.refusal;
  expect(await refusal()).toBe(null);
  for (const [attended, said] of [
    [false, 'no_session_held'],
    [true, null],
  ] as const) {
    await here.giveFeedback(held, { attended });
    expect(await refusal(), 'the newest feedback decides').toBe(said);
  }
  await query('update private.bookings set no_mentor_at = now() where id = $1', [held.id]);
  expect(await refusal()).toBe('no_session_held');
  await query('update private.bookings set no_mentor_at = null where id = $1', [held.id]);
  expect(await refusal()).toBe(null);
  await operate('give_session_back', held.id);
  expect(await refusal()).toBe('no_session_held');
});

test('§17.5 a pack whose sessions have all been held has nothing left to refund', async () => {
  const single = await newPack(member, 'single');
  await here.hold(member, single);
  expect((await here.refundable(member, single)).ordinary.refusal).toBe('nothing_left');
});

test('§17.6 a booking cancelled by a refund request or by the member does not count as a session that went wrong', async () => {
  const ended = await book(member, await newSlot(30), pack);
  await here.takeBack(member, await here.ask(member, pack));
  await expectRefusal(here.askSession(member, ended, share), 'no_such_booking');
  const cancelled = await book(member, await newSlot(31), pack);
  await here.cancel(member, cancelled);
  await expectRefusal(here.askSession(member, cancelled, share), 'no_such_booking');
});

test('§17.7 an open request for the whole price blocks requests for single sessions, but bookings can still be moved', async () => {
  const held = await here.hold(member, pack);
  const coming = await book(member, await newSlot(50), pack);
  await expectRefusal(here.askSession(member, held, share - 1), 'amount_changed');
  const discount = await here.newDiscount(pack.payment, 1000);
  await here.askOffer(member, pack);
  expect(await here.move(member, coming, await newSlot(70))).toMatchObject({ state: 'booked' });
  await setRequest(discount, 'held_at = now()');
  await operate('decline_refund', discount, 'Granted by mistake.');
  await expectRefusal(here.askSession(member, held, share), 'refund_open');
});

test('§17.5 a member can make ten refund requests a day, counting all kinds, and upload ten files', async () => {
  const held = await here.hold(member, pack);
  const count = (what: string) =>
    query('select private.limit_daily($1, $2)', [what, member]).catch(() => undefined);
  for (let times = 0; times < 10; times += 1) await count('session file');
  await expectRefusal(here.askOffer(member, pack), 'too_many_uploads');
  for (let times = 0; times < 10; times += 1) await count('refund request');
  await expectRefusal(here.ask(member, pack), 'too_many_today');
  await expectRefusal(here.askSession(member, held, share), 'too_many_today');
  await expectRefusal(here.askOffer(member, pack), 'too_many_today');
});

test('§17.4 only the member who made a request can withdraw or answer it, and no one can withdraw a discount', async () => {
  const stranger = (await newMember()).id;
  const discount = await requestOf(await here.newDiscount(pack.payment, 1));
  const id = String(discount['id']);
  await expectRefusal(here.takeBack(member, { id }), 'no_such_request');
  const asked = await here.ask(member, pack);
  await expectRefusal(here.takeBack(stranger, asked), 'no_such_request');
  await operate('ask_for_more', asked.number, '- more');
  const answer = (by: string) =>
    call<Row>(by, 'answer_refund', { p_request: asked.id, p_answer: 'x'.repeat(3000) });
  await expectRefusal(answer(stranger), 'no_such_request');
  await answer(member);
  expect(String((await requestOf(asked.number))['answer'])).toHaveLength(2000);
});

test('§17.7 a letter belongs to the member who made the request', async () => {
  await here.hold(member, pack);
  const { id } = await requestOf(await here.askOffer(member, pack));
  await expectRefusal(
    query(
      `insert into private.files (id, owner_id, purpose, refund_request_id, size, type, path)
      values (gen_random_uuid(), $1, 'letter', $2, 1, 'application/pdf', $3)`,
      [(await newMember()).id, id, `${randomUUID()}.pdf`],
    ),
    'no_such_request',
  );
});

test('§17.7 only the member who sent a letter can remove it, and only if storing it failed, and an answered request is kept', async () => {
  await here.hold(member, pack);
  const number = await here.askOffer(member, pack);
  const { id } = await requestOf(number);
  const [file] = await query('select id, path from private.files where refund_request_id = $1', [
    id,
  ]);
  const forget = async (by: string) => {
    await serve('forget_upload', by, file?.['id']);
    const left = await query('select id from private.files where refund_request_id = $1', [id]);
    return left.length;
  };
  expect(await forget((await newMember()).id)).toBe(1);
  await query("insert into storage.objects (bucket_id, name) values ('files', $1)", [
    file?.['path'],
  ]);
  expect(await forget(member)).toBe(1);
  await query('delete from storage.objects where name = $1', [file?.['path']]);
  await operate('ask_for_more', number, '- more');
  await call(member, 'answer_refund', { p_request: id, p_answer: 'Here.' });
  expect(await forget(member)).toBe(0);
  expect(await stateOf(number)).toBe('asked');
});

test('§17.10 a request is given to only one job in two minutes, and the request tried most recently comes last', async () => {
  const [first, second] = [await wrong(), await wrong()];
  const numbers = async (limit?: number) => (await claim(limit)).map(({ number }) => number);
  expect(await numbers(1)).toEqual([first]);
  expect(await numbers()).toEqual([second]);
  expect(await numbers()).toEqual([]);
  await query(
    `update private.refund_requests set leased_until = now() - case number
      when $1 then interval '1 second' else interval '1 minute' end where number in ($1, $2)`,
    [first, second],
  );
  expect(await numbers(1)).toEqual([second]);
  await setRequest(first, 'held_at = now()');
  await leasesEnd();
  expect(await numbers()).toEqual([second]);
});

test('§17.23 an earlier refusal does not let an operator switch a refund in progress to bank transfer', async () => {
  const number = await approved();
  await claim();
  expect(await noteRefusal(number)).toBe('paying');
  expect((await requestOf(number))['problem']).toBe('no balance');
  await leasesEnd();
  await claim();
  await expectRefusal(operate('refund_by_transfer', number), 'is at the bank');
  await noteRefusal(number);
  await setRequest(number, "refund_id = 'rfnd_known'");
  await expectRefusal(operate('refund_by_transfer', number), 'is at the bank');
  await setRequest(number, "problem = 'older'");
  await noteRefusal(number);
  expect((await requestOf(number))['problem']).toBe('older');
});

test('§17.22 a refund with the request’s number but a different amount does not settle the request', async () => {
  const number = await wrong();
  const notes = { refund_request: number };
  const less = provider.byHand(pack.payment, 100, { notes });
  await here.reportRefund(pack, less);
  expect(await stateOf(number)).toBe('approved');
  await here.runPayer(provider);
  await expectRequest(number, { state: 'paid' });
  expect((await requestOf(number))['refund_id']).not.toBe(less.id);
  expect(provider.refunds).toHaveLength(2);
});

test('§17.22 one refund made by hand settles only one of two equal requests', async () => {
  const numbers = [await wrong(), await wrong()];
  const hand = provider.byHand(pack.payment, share);
  await here.runPayer(provider);
  expect(await Promise.all(numbers.map(stateOf))).toEqual(['paid', 'paid']);
  expect(provider.refunds).toHaveLength(2);
  const [first] = numbers;
  expect((await requestOf(String(first)))['refund_id']).toBe(hand.id);
});

test('§17.22 a refund made by hand before a release does not put the request on hold again', async () => {
  const number = await wrong();
  await here.requestsPass(1);
  provider.byHand(pack.payment, 100, { created_at: seconds(60) });
  await here.runPayer(provider);
  expect((await requestOf(number))['held_at']).not.toBe(null);
  await operate('pay_refund', number);
  expect(await here.runPayer(provider)).toBe(1);
});

test('§17.10 a processed refund settles the request, even after failed attempts', async () => {
  const number = await approved();
  await claim();
  const refund = { amount: pack.amount, number, created_at: seconds() };
  const failed = { id: 'rfnd_1', status: 'failed', ...refund };
  const processed = { id: 'rfnd_2', status: 'processed', ...refund };
  expect(await note(number, [failed, processed])).toBe('paid');
  await expectRequest(number, { attempt: 1, refund_id: 'rfnd_2' });
});

test('§17.10 a failed refund does not affect the refund that is paying the request', async () => {
  const number = await approved();
  await claim();
  const refund = { amount: pack.amount, notes: { refund_request: number } };
  await here.reportRefund(pack, { id: 'rfnd_own', ...refund }, 'refund.created');
  await here.reportRefund(pack, { id: 'rfnd_older', ...refund }, 'refund.failed');
  const own = { state: 'paying', attempt: 1, refund_id: 'rfnd_own' };
  await expectRequest(number, { ...own, failed_refunds: ['rfnd_older'] });
  // News of a failed refund may arrive again, and late.
  await here.reportRefund(pack, { id: 'rfnd_older', ...refund });
  await expectRequest(number, { state: 'paying', refund_id: 'rfnd_own' });
});

test('§17.23 a refund is paid by bank transfer after three failures, unless one more attempt is in progress', async () => {
  const number = await approved();
  provider.answer('failed');
  for (let runs = 0; runs < 3; runs += 1) await here.runPayer(provider);
  await expectRequest(number, { state: 'failed', attempt: 4 });
  const refund = { amount: pack.amount, notes: { refund_request: number } };
  await here.reportRefund(pack, { id: 'rfnd_late', ...refund }, 'refund.created');
  await leasesEnd();
  expect(await claim()).toMatchObject([{ number }]);
});

test('§17.19 a refund above the remaining amount is put on hold, whether the provider’s list or a lost dispute reduced the amount', async () => {
  const number = await approved();
  const heldBy = async (refunds: Row[]) => {
    await leasesEnd();
    await claim();
    expect(await note(number, refunds)).toBe('held');
    expect((await requestOf(number))['problem']).toContain('more than what is left');
    await operate('pay_refund', number);
  };
  const pending = { id: 'rfnd_p', amount: 1, status: 'pending', created_at: seconds(60) };
  await heldBy([pending]);
  await expectRefusal(operate('pay_refund', number), 'is not held');
  await here.reportDispute(pack, 'lost');
  await heldBy([]);
});

test('§17.14 a dispute that arrives after a refund is claimed but before it is paid stops the refund', async () => {
  const number = await approved();
  await here.runPayer({
    ...provider,
    refundsOf: async (payment) => {
      await here.reportDispute(pack, 'created');
      return provider.refundsOf(payment);
    },
  });
  expect(provider.refunds).toEqual([]);
  expect(await stateOf(number)).toBe('paying');
});

test('§17.14 a dispute is matched with a payment reported later, and with its order', async () => {
  const later = await here.newOrder(member, 'single');
  await here.reportDispute({ ...later, providerOrder: '' }, 'created');
  await here.report(later);
  await expectRefusal(book(member, await newSlot(40), later), 'disputed');
  await here.reportDispute({ ...pack, providerOrder: '' }, 'created', 'disp_known');
  const of = await one("select order_id from private.disputes where id = 'disp_known'");
  expect(of).toBe(pack.order);
});

test('§17.12 upcoming bookings are cancelled when a dispute is lost or the whole price has been refunded', async () => {
  const coming = await book(member, await newSlot(60), pack);
  await here.reportDispute(pack, 'lost');
  await here.tend();
  expect(await here.stateOf(coming)).toBe('called_off');

  const other = await newPack(member);
  await here.hold(member, other);
  const later = await book(member, await newSlot(61), other);
  await operate('approve_refund', await here.askOffer(member, other));
  const bank = providerOf(new Map([[other.payment, other.amount]]));
  expect(await here.runPayer(bank), 'the payment’s webhook has not arrived yet').toBe(1);
  await expectRefusal(book(member, await newSlot(62), other), 'nothing_left');
  await here.tend();
  expect(await here.stateOf(later)).toBe('called_off');
});

describe('an operator’s decisions', () => {
  test('§17.4 an operator decides once, in writing, and can end a refund that is on hold or to be paid by bank transfer', async () => {
    const number = await approved();
    await expectRefusal(operate('approve_refund', number), 'already_decided');
    await here.requestsPass(3);
    const { decided_at: decided } = await requestOf(number);
    await operate('refund_by_transfer', number);
    await expectRefusal(operate('refund_by_transfer', number), 'already to be paid');
    for (const reference of ['pay_1ff0429b852349', 'rfnd_hand'])
      await expectRefusal(operate('record_transfer', number, reference), 'no such refund');
    for (const reference of [' ', 'x', 'UTR 123456', '------'])
      await expectRefusal(operate('record_transfer', number, reference), 'not_a_reference');
    await operate('decline_refund', number, 'Paid otherwise.');
    expect((await requestOf(number))['decided_at']).toEqual(decided);
    await expectRefusal(operate('decline_refund', number, 'x'), 'already_decided');
    expect((await requestOf(number))['reason']).toBe('Paid otherwise.');
    const { number: next } = await here.ask(member, pack);
    await expectRefusal(operate('ask_for_more', next, ' '), 'Write what you need');
  });

  test('§17.19 an operator cannot record a transfer during a dispute or a payment, or one above the remaining amount', async () => {
    const [first, second] = [await wrong(), await wrong()];
    await operate('refund_by_transfer', first);
    const transfer = () => operate('record_transfer', first, 'UTR100001');
    await here.reportDispute(pack, 'created');
    await expectRefusal(transfer(), 'disputed this payment');
    await here.reportDispute(pack, 'won');
    await claim();
    await expectRefusal(transfer(), 'is on its way');
    await leasesEnd();
    await here.runPayer(provider);
    expect(await stateOf(second)).toBe('paid');
    await here.reportRefund(pack, { id: 'rfnd_hand', amount: 3 * share + 1 });
    await expectRefusal(transfer(), 'more than what is left');
  });

  test('§17.7 an operator cannot approve a 100% refund when nothing is left of the payment', async () => {
    await here.hold(member, pack);
    const number = await here.askOffer(member, pack);
    const before = Math.floor(Date.now() / 1000) - 60;
    await here.reportRefund(pack, { id: 'rfnd_all', amount: pack.amount, created_at: before });
    await expectRefusal(
      operate('approve_refund', number),
      'Its whole payment has already been refunded',
    );
  });

  test('§17.13 a discount must be a positive whole number of paise, on the payment that paid for the order', async () => {
    const grant = (rupees: number, payment = pack.payment) => here.newDiscount(payment, rupees);
    for (const rupees of [0, -1, 1.005]) await expectRefusal(grant(rupees), 'less than');
    const twice = { ...pack, payment: `${pack.payment}twice` };
    await here.report(twice, { paidAt: new Date(Date.now() + 60_000) });
    await expectRefusal(grant(1, twice.payment), 'did not buy a pack');
    const number = await grant(1);
    expect(await here.mailsAbout('number', number)).toEqual(['refund_approved']);
  });

  test('§17.13 a purchase entered by hand must be dated in the past, and waits for an account with the verified address', async () => {
    const { email } = await newMember();
    const record = (paidAt: Date) =>
      operate('record_purchase', `UTR${Date.now()}`, 'single', email, 699, paidAt);
    await expectRefusal(record(new Date(Date.now() + 3_600_000)), 'not_paid_lately');
    expect(await record(new Date())).toMatch('who gets it in an account that has verified');
  });

  test('§17.14 a refund of a disputed payment entered by hand is left out of the job until the dispute ends', async () => {
    const reference = `UTR${randomUUID().slice(0, 12)}`;
    await operate('record_purchase', reference, 'single', 'a@example.com', 699);
    const number = await here.newDiscount(reference, 100);
    await query(
      "insert into private.disputes (id, payment_id, amount, status) values ($1, $1, 69900, 'open')",
      [reference],
    );
    expect(await claim()).toEqual([]);
    expect(await stateOf(number)).toBe('approved');
    await query("update private.disputes set status = 'won', ended_at = now() where id = $1", [
      reference,
    ]);
    await claim();
    expect(await stateOf(number)).toBe('by_transfer');
  });

  test('§17.15 the operator is told of a late confirmation, a problem with a refund and an open dispute', async () => {
    const asked = await here.ask(member, pack);
    const matters = () => here.texts('select matter from private.matters_now');
    const matter = `refund confirmation ${asked.number}`;
    expect(await matters()).not.toContain(matter);
    await here.requestsPass(2);
    expect(await matters()).toContain(matter);
    const key = `refund_asked ${asked.id}`;
    await here.edit('private.outbox set sent_at = now() where dedupe_key = $1', key);
    expect(await matters()).not.toContain(matter);
    await operate('approve_refund', asked.number);
    await operate('refund_by_transfer', asked.number);
    expect(await matters()).toContain(`refund trouble ${asked.number} by_transfer`);
    await here.reportDispute(pack, 'created', 'disp_told');
    expect(await matters()).toContain('dispute disp_told');
    await here.reportDispute(pack, 'won', 'disp_told');
    expect(await matters()).not.toContain('dispute disp_told');
  });
});

test('§17.16 the emails about a 100% refund wait until its letter is stored, and are dropped when they are no longer true', async () => {
  await here.hold(member, pack);
  const number = await here.askOffer(member, pack);
  expect(await here.mailsAbout('number', number)).toEqual([]);
  const { id } = await requestOf(number);
  const holds = async (request = id) => {
    const kinds = ['refund_asked', 'refund_to_decide', 'refund_needs_more', 'refund_by_transfer'];
    const rows = await query(
      `select kind from unnest($1::text[]) as kind
      where private.refund_mail_holds(kind, jsonb_build_object('request', $2::text))`,
      [kinds, request],
    );
    return rows.map(({ kind }) => kind);
  };
  expect(await holds()).toEqual(['refund_asked', 'refund_to_decide']);
  await operate('ask_for_more', number, '- more');
  expect(await holds()).toEqual(['refund_asked', 'refund_to_decide', 'refund_needs_more']);
  await operate('approve_refund', number);
  expect(await here.mailsAbout('number', number)).toContain('refund_approved');
  expect(await holds()).toEqual(['refund_asked']);
  await operate('refund_by_transfer', number);
  expect(await holds()).toEqual(['refund_asked', 'refund_by_transfer']);
  await operate('record_transfer', number, 'UTR100001');
  expect(await holds()).toEqual(['refund_asked']);
  const other = await newPack(member);
  const taken = await here.ask(member, other);
  await here.takeBack(member, taken);
  expect(await holds(taken.id)).toEqual([]);
  const { number: next } = await here.ask(member, other);
  await operate('approve_refund', next);
  await operate('refund_by_transfer', next);
  await expectRefusal(operate('record_transfer', next, 'utr100001'), 'Another refund');
});

test('§17.16 emails about a purchase without an account go to the payer', async () => {
  const bought = await here.newOrder(null, 'single');
  await here.report(bought, { email: 'payer@example.com' });
  const number = await here.newDiscount(bought.payment, 1);
  expect(
    await query("select recipient from private.outbox where payload ->> 'number' = $1", [number]),
  ).toEqual([{ recipient: 'payer@example.com' }]);
});

test('§17.24 erasing an account deletes what was written about that member, and nothing about others', async () => {
  const other = (await newMember()).id;
  const asked = [await here.ask(member, pack), await here.ask(other, await newPack(other))];
  for (const { number } of asked) await operate('decline_refund', number, 'A private reason.');
  await serve('erase_account', member, true);
  expect(await Promise.all(asked.map(({ number }) => requestOf(number)))).toMatchObject([
    { member_id: null, reason: null },
    { member_id: other, reason: 'A private reason.' },
  ]);
});

test('§17.22 releasing one held request does not release any other', async () => {
  const first = await wrong();
  const second = await here.approvedShare(member, await newPack(member));
  for (const number of [first, second]) await setRequest(number, 'held_at = now()');
  await operate('pay_refund', first);
  expect((await requestOf(second))['held_at']).not.toBe(null);
});
