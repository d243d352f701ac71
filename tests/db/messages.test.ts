/** What operators do with messages, and which messages an erasure deletes (docs/product §18). */
import { expect, test } from 'vitest';
import { onEmbedded } from '../samples/caller.ts';
import { ordersOn } from '../samples/orders.ts';
import { newAddress } from '../samples/people.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const { query, operate, newMember, newMessage, newOrder, proveAddress, report, row, texts } =
  ordersOn(onEmbedded(database));

/** Lets days pass since a message arrived. */
const later = (number: number, days: number) =>
  query(
    `update private.messages
    set received_at = received_at - $2::integer * interval '1 day', settle_by = settle_by - $2::integer
    where number = $1`,
    [number, days],
  );

const open = (number: number) =>
  row('select * from operations.open_messages where number = $1', number);

const matters = () => texts("select what from private.matters_now where matter like 'messages %'");

test('§18.14 a message is received, answered and settled, and only an operator can reopen a message', async () => {
  const number = await newMessage();
  expect(await open(number)).toMatchObject({ state: 'received', is_late: false });
  await operate('answer_message', number, 'In June.');
  expect(await open(number)).toMatchObject({ state: 'answered', answer: 'In June.' });
  await operate('settle_message', number);
  expect(await open(number)).toBeUndefined();
  const facts = () =>
    query('select state, settle_by is null as is_done from operations.message_facts($1)', [number]);
  expect(await facts()).toEqual([{ state: 'settled', is_done: true }]);
  expect(await operate('reopen_message', number)).toBe(`Message ${number} is open again.`);
  expect(await facts()).toEqual([{ state: 'answered', is_done: false }]);
  await expectRefusal(operate('reopen_message', number), 'This message is already open');
  await operate('settle_message', number);
  for (const change of ['answer_message', 'settle_message']) {
    await expectRefusal(operate(change, number), 'This message is already resolved');
  }
  const [kept] = await query('select answer from private.messages where number = $1', [number]);
  expect(kept).toEqual({ answer: 'In June.' });
});

test('§18.14 a later note does not overwrite the answer, and settling a message counts as answering it', async () => {
  const number = await newMessage();
  await operate('settle_message', number);
  const kept =
    'select answer, answered_at = settled_at as at_once from private.messages where number = $1';
  expect(await query(kept, [number])).toEqual([{ answer: null, at_once: true }]);
  const answered = await newMessage();
  await operate('answer_message', answered, 'In June.');
  await operate('answer_message', answered, '');
  expect(await open(answered)).toMatchObject({ answer: 'In June.' });
});

test('§18.14 SQL cannot settle a message that no one has answered', async () => {
  const settle = query('update private.messages set settled_at = now() where number = $1', [
    await newMessage(),
  ]);
  await expectRefusal(settle, 'settled_after_answered');
});

test('§18.13 the confirmation quotes the message only to an address that the sender has verified', async () => {
  const [{ id: member }, email] = [await newMember(), newAddress()];
  const quoted = async (sender: { member?: string }) => {
    const number = await newMessage({ email, body: 'Buy www.canary.example', ...sender });
    const mails = await query('select payload from private.outbox where dedupe_key = $1', [
      `message_received ${number}`,
    ]);
    return mails.map(({ payload }) => JSON.stringify(payload).includes('canary'));
  };
  expect(await quoted({})).toEqual([false]);
  expect(await quoted({ member }), 'the member wrote with another person’s address').toEqual([
    false,
  ]);
  await proveAddress(member, email);
  expect(await quoted({ member })).toEqual([true]);
});

test('§18.13 support is told whether the sender of a message was logged in', async () => {
  const { id: member } = await newMember();
  for (const sender of [{}, { member }]) {
    const number = await newMessage(sender);
    const told = "select payload ->> 'is_member' from private.outbox where dedupe_key = $1";
    expect(await texts(told, `message_for_support ${number}`)).toEqual([
      String('member' in sender),
    ]);
  }
});

test('§18.13 an empty, too long or malformed message is refused', async () => {
  for (const wrong of [
    { body: '' },
    { body: 'x'.repeat(4001) },
    { email: 'nobody' },
    { email: 'a@example.com\nb' },
    { about: 'praise' },
  ]) {
    await expectRefusal(newMessage(wrong), 'message_not_valid', JSON.stringify(wrong));
  }
});

test('§18.55 a complaint is acknowledged within two days and due for settlement within a month', async () => {
  const number = await newMessage({ about: 'complaint' });
  const [row] = await query(
    `select settle_by = (private.india_day(received_at) + interval '1 month')::date as in_a_month,
      (
        select extract(day from not_after - outbox.created_at)::integer from private.outbox
        where kind = 'message_received' and payload ->> 'message' = number::text
      ) as days
    from private.messages where number = $1`,
    [number],
  );
  expect(row).toEqual({ in_a_month: true, days: 2 });
});

test('§18.53 a message that looks like advertising is set aside until it is answered, but a complaint never is', async () => {
  await query('delete from private.messages');
  const aside = await newMessage({ aside: true });
  const complaint = await newMessage({ about: 'complaint', aside: true });
  expect(await open(complaint)).toMatchObject({ is_aside: false });
  await later(aside, 20);
  expect(await open(aside)).toMatchObject({ is_aside: true, is_late: true });
  expect(await matters()).toEqual([]);
  const order = await query('select number from operations.open_messages');
  expect(order.at(-1)).toEqual({ number: aside });
  await operate('answer_message', aside);
  expect(await open(aside)).toMatchObject({ is_aside: false });
});

test('§18.55 a message counts as late after two working days without an answer, and a complaint also counts as late from a week before its due date', async () => {
  const isLate = async (number: number) => (await open(number))?.['is_late'];
  const number = await newMessage();
  for (const [days, late] of [
    [1, false],
    [2, true],
  ] as const) {
    await query(
      `update private.messages set received_at = (
        select max(moment)
        from generate_series(now() - interval '10 days', now(), interval '1 hour') as moment
        where private.business_days_since(moment) = $2
      ) where number = $1`,
      [number, days],
    );
    expect(await isLate(number), `${days} working days`).toBe(late);
    const isOver =
      "private.business_days_since(answer_by::timestamp at time zone 'Asia/Kolkata') > 0 as is_over";
    expect(
      await row(`select ${isOver} from operations.open_messages where number = $1`, number),
    ).toEqual({ is_over: late });
  }
  const complaint = await newMessage({ about: 'complaint' });
  for (const message of [number, complaint]) {
    await operate('answer_message', message);
    for (const days of [8, 7]) {
      await query(
        'update private.messages set settle_by = private.india_day(now()) + $2::integer where number = $1',
        [message, days],
      );
      expect(await isLate(message), `${days} days before`).toBe(
        message === complaint && days === 7,
      );
    }
  }
});

test('§18.55 the operator is told about an open complaint, and again a week before its due date', async () => {
  await query('delete from private.messages');
  const number = await newMessage({ about: 'complaint' });
  expect(await matters()).toEqual([]);
  // Five days contain two working days, wherever the weekend falls.
  await later(number, 5);
  expect(await matters()).toEqual([
    expect.stringMatching(/^A complaint is waiting, the oldest since /),
  ]);
  await operate('answer_message', number);
  expect(await matters()).toEqual([]);
  await later(number, 20);
  expect(await matters()).toHaveLength(1);
  await operate('settle_message', number);
  expect(await matters()).toEqual([]);
});

test('§18.55 a flood of late messages is reported as one problem and does not hide payments', async () => {
  await query('delete from private.messages');
  for (let sent = 0; sent < 30; sent += 1) await later(await newMessage(), 6);
  const order = await newOrder();
  await report(order);
  const again = { ...order, payment: `${order.payment}again` };
  await report(again, { paidAt: new Date(Date.now() + 60_000) });
  const [first, ...others] = await texts('select what from public.take_matters()');
  expect(first).toContain(again.payment);
  expect(others.filter((what) => what.includes('questions are waiting'))).toEqual([
    expect.stringMatching(/^30 questions are waiting/),
  ]);
});

test('§18.6 an erasure deletes the messages from an account and from its address, and the emails about them', async () => {
  const { id: member, email } = await newMember();
  const gone = [await newMessage({ member }), await newMessage({ email: email.toUpperCase() })];
  const kept = await newMessage();
  await query('select public.erase_account($1, true)', [member]);
  expect(
    await query('select number from private.messages where number = any ($1)', [[...gone, kept]]),
  ).toEqual([{ number: kept }]);
  const mails = await query(
    `select payload ->> 'message' as message from private.outbox
    where kind = 'message_for_support' and (payload ->> 'message')::integer = any ($1)`,
    [[...gone, kept]],
  );
  expect(mails).toEqual([{ message: String(kept) }]);
});

test('§18.50 deleting an account in any way deletes its messages and the emails about them', async () => {
  const { id: member } = await newMember();
  const number = await newMessage({ member });
  const kept = await newMessage();
  await operate('reply_to_message', number, 'In June.');
  for (const about of [number, kept]) {
    await query("insert into private.mail_faults (kind, call) values ('message_received', $1)", [
      JSON.stringify({ payload: { message: about } }),
    ]);
  }
  await query('delete from auth.users where id = $1', [member]);
  expect(await query('select from private.messages where number = $1', [number])).toEqual([]);
  const mails = await query(
    `select from private.outbox where payload ->> 'message' = $1 or dedupe_key like '% ' || $1
      and (recipient is not null or dropped_at is null)`,
    [String(number)],
  );
  expect(mails).toEqual([]);
  expect(await query('select call from private.mail_faults')).toEqual([
    { call: { payload: { message: kept } } },
  ]);
});

test('§18.50 erasing an address keeps the messages that a member sent with that address', async () => {
  const [{ id: member }, email] = [await newMember(), newAddress()];
  const gone = await newMessage({ email });
  const kept = await newMessage({ email, member });
  await query('select public.erase_payer($1)', [email]);
  const left = 'select number from private.messages where number = any ($1)';
  expect(await query(left, [[gone, kept]])).toEqual([{ number: kept }]);
});
