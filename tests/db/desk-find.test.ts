/** What the operator finds about a person (docs/product §21). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { onEmbedded } from '../samples/caller.ts';
import { aYearAgo } from '../samples/bookings.ts';
import { loansOn } from '../samples/loans.ts';
import { newAddress, newPhone } from '../samples/people.ts';
import { refundsOn, share } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const caller = onEmbedded(database);
const here = refundsOn(caller);
const loans = loansOn(caller);
const { query, one, newMember, newMessage, newPack, newOrder, report, newSlot, book } = here;

/** The results, each as 'kind key', best first. */
async function find(words: string): Promise<string[]> {
  const found = await query('select kind, key from operations.find($1)', [words]);
  return found.map(({ kind, key }) => `${String(kind)} ${String(key)}`);
}

/** A unique name, because the search also finds what other tests made. */
const newName = () => `N${randomUUID().replaceAll('-', '')}`;

const rename = (member: string, first: string, last = '') =>
  query('update public.profiles set firstname = $2, lastname = $3 where id = $1', [
    member,
    first,
    last,
  ]);

const list = (name: string, member: string) =>
  query(`select * from operations.${name}($1)`, [member]);

/** A purchase by someone without an account, with this address and number. */
async function newPayer(email: string, contact = newPhone()) {
  const bought = await newOrder();
  await report(bought, { email });
  await query('update public.payments set contact = $2 where id = $1', [bought.payment, contact]);
  return { ...bought, contact };
}

describe('the desk’s search', () => {
  test('the search finds a member by the start of a name or by both names', async () => {
    const { id } = await newMember();
    const [first, last] = [newName(), newName()];
    await rename(id, first, last);
    for (const words of [first, first.toLowerCase(), last, `  ${first}  ${last.slice(0, 5)}`])
      expect(await find(words), words).toEqual([`member ${id}`]);
    expect(await find(`${first.slice(0, -1)}_`)).toEqual([]);
  });

  test('the search finds a member by the account’s address, a verified address, or the start of either', async () => {
    const member = await newMember();
    const other = newAddress();
    await here.proveAddress(member.id, other);
    for (const words of [
      ...[member.email, member.email.toUpperCase(), other, other.slice(0, 20)],
      `\u202A${member.email}\u2060\u202C`,
    ])
      expect(await find(words), words).toEqual([`member ${member.id}`]);
  });

  test('the search finds a member by a phone number, however it is written', async () => {
    const phonenumber = newPhone();
    const { id } = await newMember({ phonenumber });
    const spaced = `+91 ${phonenumber.slice(0, 5)}-${phonenumber.slice(5)}`;
    const devanagari = phonenumber.replaceAll(/\d/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)));
    for (const words of [phonenumber, spaced, `0${phonenumber}`, devanagari])
      expect(await find(words), words).toEqual([`member ${id}`]);
    expect(await find(phonenumber.slice(1))).toEqual([]);
  });

  test('the search finds a payment by its reference and by its order’s number', async () => {
    const { id } = await newMember();
    const { order, payment } = await newPack(id);
    const receipt = await one<string>('select receipt from public.orders where id = $1', [order]);
    const short = `AC-${receipt.slice(-8).toUpperCase()}`;
    for (const words of [payment, ` ${payment} `, short, short.toLowerCase(), receipt])
      expect(await find(words), words).toEqual([`payment ${payment}`]);
  });

  test('the search finds a payment without an account by the payer’s address or phone number', async () => {
    const email = newAddress();
    const { payment, contact } = await newPayer(email);
    for (const words of [email.toUpperCase(), email.slice(0, 18), contact, `+91${contact}`])
      expect(await find(words), words).toEqual([`payment ${payment}`]);
  });

  test('the search lists a member once, and a payment separately only if someone else paid', async () => {
    const member = await newMember();
    const payer = newAddress();
    const bought = await newOrder(member.id);
    await report(bought, { email: member.email });
    const given = await newOrder(member.id);
    await report(given, { email: payer });
    expect(await find(member.email)).toEqual([`member ${member.id}`]);
    expect(await find(payer)).toEqual([`payment ${given.payment}`]);
  });

  test('the search finds a refund or message by its number, and a visitor’s message by its address', async () => {
    const { id } = await newMember();
    const { number } = await here.ask(id, await newPack(id));
    const digits = number.slice(2);
    for (const words of [number.toLowerCase(), `r${digits}`, digits])
      expect(await find(words), words).toEqual([`refund ${number}`]);
    const visitor = newAddress();
    const message = await newMessage({ email: visitor });
    for (const words of [String(message), `#${message}`, visitor])
      expect(await find(words), words).toEqual([`message ${message}`]);
  });

  test('the search returns up to 20 results and needs at least three characters', async () => {
    const name = newName();
    for (let member = 0; member < 22; member += 1) await rename((await newMember()).id, name);
    expect(await find(name)).toHaveLength(20);
    for (const words of ['', '  ', 'N', name.slice(0, 2), '%', '___', '***'])
      expect(await find(words), words).toEqual([]);
  });

  test('a search result shows the member’s name and email, the payment’s amount or the refund’s state', async () => {
    const member = await newMember({ phonenumber: '' });
    const name = newName();
    await rename(member.id, name, 'Rao');
    const pack = await newPack(member.id);
    const { number } = await here.ask(member.id, pack);
    const shown = async (words: string) => query('select * from operations.find($1)', [words]);
    expect(await shown(name)).toMatchObject([{ title: `${name} Rao`, note: member.email }]);
    expect(await shown(pack.payment)).toMatchObject([
      { title: 'x@example.com', pack: 'super-value', status: 'captured', amount: '2399.00' },
    ]);
    expect(await shown(number)).toMatchObject([
      { title: number, note: `${name} Rao`, about: 'ordinary', state: 'asked', amount: '2399.00' },
    ]);
  });
});

describe('listing what belongs to a member', () => {
  test('§22.15 a member’s page lists every refund, message, loan, free interview and dispute that is open', async () => {
    const member = await newMember({ proven: true });
    const pack = await newPack(member.id);
    const { number } = await here.ask(member.id, pack);
    const message = await newMessage({ email: member.email, member: member.id });
    expect(await list('member_facts', member.id)).toMatchObject([
      {
        member: member.id,
        name: 'Asha',
        email: member.email,
        phone: '9876543210',
        verified_addresses: [member.email],
        referral_code: '0000',
        is_operator: false,
      },
    ]);
    const matters = () => list('member_matters', member.id);
    const asked = { matter: 'message', key: String(message), state: 'received' };
    expect(await matters()).toEqual([{ matter: 'refund', key: number, state: 'asked' }, asked]);
    await here.operate('decline_refund', number, 'Used');
    await here.operate('answer_message', message);
    expect(await matters()).toEqual([{ ...asked, state: 'answered' }]);
    await here.operate('settle_message', message);
    expect(await matters()).toEqual([]);
    await query("insert into private.free_requests select $1, repeat('0', 64), repeat('0', 64)", [
      member.id,
    ]);
    await here.reportDispute(pack, 'created');
    const { id } = await loans.newBorrower();
    const lender = await loans.newLender();
    await loans.chooseShown(id, await loans.newOffer({ lender }));
    expect(await matters()).toMatchObject([{ matter: 'free_interview' }, { matter: 'dispute' }]);
    expect(await list('member_matters', id)).toMatchObject([{ matter: 'choice', state: 'chosen' }]);
    expect(await list('member_facts', randomUUID())).toEqual([]);
  });

  test('a member’s packs include those the member bought and those another member shares with them', async () => {
    const buyer = await newMember();
    const single = await newPack(buyer.id, 'single', aYearAgo(30));
    await newOrder(buyer.id);
    const pack = await newPack(buyer.id);
    const second = await here.newSecond(buyer.id, pack);
    await book(second.id, await newSlot(48), pack);
    const shared = {
      order_id: pack.order,
      pack: 'super-value',
      price: '2399.00',
      payment: pack.payment,
      status: 'paid',
      sessions: 5,
      remaining: 4,
      disputed: false,
    };
    const [first, ...others] = await list('member_packs', buyer.id);
    expect(first).toMatchObject({
      ...shared,
      shared_with: second.email,
      role: 'buyer',
      name: 'Asha',
    });
    expect(others).toMatchObject([{ order_id: single.order, shared_with: null, role: 'buyer' }]);
    expect(await list('member_packs', second.id)).toMatchObject([
      { ...shared, shared_with: buyer.email, role: 'second' },
    ]);
  });

  test('the list of a member’s bookings shows which can be moved and which sessions can be returned', async () => {
    const { id, pack } = await here.newBuyer();
    const over = await here.hold(id, pack);
    const soon = await book(id, await newSlot(3), pack);
    const later = await book(id, await newSlot(48), pack);
    await here.call(id, 'rate_session', { p_booking: over.id, p_score: 4 });
    const bookings = () => list('member_bookings', id);
    expect(await bookings()).toMatchObject([
      { booking: later.id, state: 'booked', can_move: true, can_give_back: false },
      { booking: soon.id, state: 'booked', can_move: false, can_give_back: false },
      { booking: over.id, state: 'held', can_move: false, can_give_back: true, rating: 4 },
    ]);
    const refunds = (await bookings()).map(({ gives }) => gives);
    expect(refunds, '§22.10 what a refund would return').toEqual([null, null, '479.80']);
    expect((await bookings())[0]).toMatchObject({
      slot: later.slot,
      kind: 'interview',
      mentor: 'Meera',
      name: 'Asha',
    });
    await here.askSession(id, over, share);
    expect((await bookings())[2]).toMatchObject({ can_give_back: false, gives: null });
  });

  test('a member’s emails are listed as sent, dropped, failed or waiting', async () => {
    const member = await newMember();
    const mails = async () => {
      const found = await query(
        'select kind, state from operations.member_mails($1) order by kind',
        [member.id],
      );
      return Object.fromEntries(found.map(({ kind, state }) => [String(kind), state]));
    };
    await query(
      `insert into private.outbox
        (kind, recipient, payload, dedupe_key, next_attempt, sent_at, dropped_at, given_up_at, reason)
      select kind, upper($1), '{}', kind || $1, now(),
        case when kind = 'a' then now() end, case when kind = 'b' then now() end,
        case when kind = 'c' then now() end, case when kind = 'c' then '550 unknown' end
      from unnest(array['a', 'b', 'c', 'd']) as kind`,
      [member.email],
    );
    expect(await mails()).toMatchObject({
      a: 'sent',
      b: 'not sent, because it was out of date',
      c: 'could not be sent: 550 unknown',
      d: 'waiting to be sent',
    });
  });

  test('a member’s refunds show the promised date until the request is decided', async () => {
    const { id, pack } = await here.newBuyer();
    const { number } = await here.ask(id, pack);
    const refunds = () => list('member_refunds', id);
    const day = await one<Date>('select private.india_day(now()) + 21');
    expect(await refunds()).toMatchObject([
      { request: number, kind: 'ordinary', state: 'asked', amount: '2399.00', promised_for: day },
    ]);
    await here.operate('decline_refund', number, 'Used');
    expect(await refunds()).toMatchObject([{ state: 'declined', promised_for: null }]);
  });

  test('a member’s messages include those sent while logged in and those from a verified address', async () => {
    const member = await newMember({ proven: true });
    const stranger = await newMember();
    const { id, email } = member;
    const numbers = [await newMessage({ email }), await newMessage({ member: id })];
    await newMessage({ email: stranger.email });
    await here.operate('answer_message', numbers[0]);
    expect(await list('member_messages', member.id)).toMatchObject([
      { number: numbers[1], about: 'question', state: 'received' },
      { number: numbers[0], state: 'answered', message: 'When does the season start?' },
    ]);
    expect(await list('member_messages', stranger.id)).toEqual([]);
  });

  test('a member’s loan shows the request first, and then each choice', async () => {
    const { id } = await loans.newBorrower();
    const loan = () => list('member_loan', id);
    expect(await loan()).toMatchObject([
      { choice: null, state: null, request_amount: '2500000.00' },
    ]);
    const lender = await loans.newLender();
    const choice = await loans.chooseShown(id, await loans.newOffer({ lender }));
    expect(await loan()).toMatchObject([
      { choice, state: 'chosen', amount: '2500000.00', request_amount: '2500000.00' },
    ]);
  });
});

describe('showing the facts about a payment', () => {
  const facts = (payment: string) =>
    here.row('select * from operations.payment_facts($1)', payment);

  test('a visitor’s payment names the member who was given its pack, until an owner takes the unused pack back', async () => {
    const email = newAddress();
    const bought = await newPayer(email);
    expect(await facts(bought.payment)).toMatchObject({
      payment: bought.payment,
      amount: '699.00',
      status: 'captured',
      email,
      contact: bought.contact,
      pack: 'single',
      order_status: 'paid',
      order_id: bought.order,
      member: null,
      member_email: null,
      disputed: false,
      is_ours_by_mistake: false,
    });
    expect(await find(String((await facts(bought.payment))?.['receipt']))).toEqual([
      `payment ${bought.payment}`,
    ]);
    const member = await newMember({ proven: true });
    await query('select operations.hand_over($1, $2)', [bought.payment, member.email]);
    expect(await facts(bought.payment)).toMatchObject({
      member: member.id,
      member_email: member.email,
    });
    expect(await facts('pay_none')).toBeUndefined();

    const undo = () => here.operate('undo_hand_over', bought.payment);
    expect(await facts(bought.payment)).toMatchObject({ was_handed_over: true });
    const slot = await here.newSlot(48);
    const { id } = await here.book(member.id, slot, bought);
    await expectRefusal(undo(), 'This pack has been used. Cancel its sessions first');
    await here.operate('cancel_for', id);
    expect(await undo()).toMatch('belongs to no account now. Its payer can claim it');
    expect(await facts(bought.payment)).toMatchObject({ member: null, was_handed_over: false });
    const other = await newMember({ proven: true });
    await query('select operations.hand_over($1, $2)', [bought.payment, other.email]);
    expect(await facts(bought.payment)).toMatchObject({ member: other.id });
    const own = await newPack(member.id, 'single');
    await expectRefusal(here.operate('undo_hand_over', own.payment), 'The buyer has this pack');
  });

  test('the facts about a payment show whether the bank disputes it or the payer paid twice', async () => {
    const { pack } = await here.newBuyer('single', aYearAgo(30));
    const second = `pay_${randomUUID().slice(0, 8)}`;
    await report({ ...pack, payment: second });
    expect(await facts(second)).toMatchObject({ is_ours_by_mistake: true, disputed: false });
    await here.reportDispute(pack, 'created');
    expect(await facts(pack.payment)).toMatchObject({ is_ours_by_mistake: false, disputed: true });
  });
});

test('a timeline lists the actions about a number, a member or both, newest first', async () => {
  const { id } = await newMember();
  const subject = `R-${randomUUID().slice(0, 8)}`;
  for (const [action, about, member] of [
    ['approve_refund', subject, id],
    ['book_for', randomUUID(), id],
    ['pay_refund', subject, null],
    ['add_operator', '', null],
  ])
    await query('select private.log_action($1, $2, $3)', [action, about, member]);
  const actions = async (...args: (string | null)[]) =>
    await here.texts('select action from operations.timeline($1, $2)', ...args);
  expect(await actions(subject, null)).toEqual(['pay_refund', 'approve_refund']);
  expect(await actions('', id)).toEqual(['book_for', 'approve_refund']);
  expect(await actions(subject, id)).toEqual(['pay_refund', 'book_for', 'approve_refund']);
  expect(await actions('', null)).toEqual([]);
});
