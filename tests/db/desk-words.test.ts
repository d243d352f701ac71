/** What the desk answers, writes and announces (docs/product §18). */
import { beforeAll, describe, expect, test } from 'vitest';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { operatorsOn } from '../samples/operators.ts';
import { ordersOn } from '../samples/orders.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const here = onEmbedded(database);
const { as } = here;
const { query, one, call, operate, newMember, newMessage, proveAddress, row, texts } =
  ordersOn(here);

const logged = async (action: string, about: unknown) =>
  query('select member_id, details from private.actions where action = $1 and about = $2', [
    action,
    String(about),
  ]);

const answers = (number: number) =>
  query(
    `select recipient, payload ->> 'answer' as answer from private.outbox
    where kind = 'message_answered' and payload ->> 'message' = $1 order by created_at`,
    [String(number)],
  );

test('§18.92 an answer is emailed to the sender once and saved with the message', async () => {
  const { id: member, email } = await newMember();
  const number = await newMessage({ email, member });
  expect(await operate('reply_to_message', number, ' In June.\u202e\n\nPractise! ')).toBe(
    `The answer to Asha (message ${number}) is on its way.`,
  );
  await operate('reply_to_message', number, 'In June.\n\nPractise!');
  expect(await answers(number)).toEqual([{ recipient: email, answer: 'In June.\n\nPractise!' }]);
  expect(
    await query('select state, answer, member_id from operations.open_messages where number = $1', [
      number,
    ]),
  ).toEqual([{ state: 'answered', answer: 'In June.\n\nPractise!', member_id: member }]);
  expect((await logged('reply_to_message', number))[0]).toEqual({
    member_id: member,
    details: { settled: false },
  });
  expect(await operate('reply_to_message', number, 'Good luck.', true)).toMatch(
    /is on its way, and the message is resolved\.$/,
  );
  expect(await answers(number)).toHaveLength(2);
  expect(await query('select from operations.open_messages where number = $1', [number])).toEqual(
    [],
  );
  await query('select public.erase_account($1, true)', [member]);
  expect(await answers(number)).toEqual([]);
});

test('§18.92 an answer is not sent if it is empty or too long, or if the message is settled', async () => {
  const number = await newMessage();
  await expectRefusal(operate('reply_to_message', number, ' \n '), 'Write an answer');
  await expectRefusal(
    operate('reply_to_message', number, 'x'.repeat(4001)),
    'messages_answer_check',
  );
  await operate('settle_message', number);
  await expectRefusal(operate('reply_to_message', number, 'Late.'), 'already resolved');
  await expectRefusal(operate('reply_to_message', 0, 'Late.'), 'We have no message 0');
  await expectRefusal(operate('reopen_message', 0), 'We have no message 0');
  expect(await answers(number)).toEqual([]);
});

test('§18.60 an operator can write, publish, hide and delete a preparation text', async () => {
  await query("select operations.put_material('wat', 'Of the desk', $1, published => false)", [
    '- one\n- two',
  ]);
  const material = await one<number>(
    "select material from operations.material where title = 'Of the desk'",
  );
  const listed = () =>
    row(
      'select kind, title, body, published, is_sample from operations.material where material = $1',
      material,
    );
  const text = { kind: 'wat', title: 'Of the desk', body: '- one\n- two', is_sample: false };
  expect(await listed()).toEqual({ ...text, published: false });
  expect(await operate('publish_material', material, true)).toBe('“Of the desk” is published.');
  expect(await listed()).toEqual({ ...text, published: true });
  expect(await operate('publish_material', material, false)).toBe('“Of the desk” is hidden.');
  expect(await listed()).toEqual({ ...text, published: false });
  expect(await operate('delete_material', material)).toBe('“Of the desk” is deleted.');
  expect(await listed()).toBeUndefined();
  await expectRefusal(operate('publish_material', material, true), 'This text no longer exists');
  await expectRefusal(operate('delete_material', material), 'This text no longer exists');
  expect([
    await logged('publish_material', material),
    await logged('hide_material', material),
    await logged('delete_material', material),
  ]).toMatchObject([[{}], [{}], [{}]]);
});

test('§22.34 a text replaces another with the same title only on request, and its earlier versions can be restored', async () => {
  const put = (...args: unknown[]) => operate('put_material', 'cv', ...args);
  await put('One page', 'First');
  await expectRefusal(
    put('one  page', 'Second'),
    "already has this title. To replace it, tick 'Replace the text that has this title'. We keep",
  );
  expect(await row("select body from operations.material where title = 'One page'")).toEqual({
    body: 'First',
  });
  expect(await put('One page', 'Second', false, true, null, true)).toBe(
    '“One page” is replaced. Members can read it now.',
  );
  await expectRefusal(put('\uff2fne\u200d page', 'Second'), 'already has this title');
  const other = await put('None yet', 'Text', false, true, null, true);
  expect(other, 'there was nothing to replace').toBe(
    '“None yet” is saved. Members can read it now.',
  );
  const id = await one<number>("select material from operations.material where title = 'One page'");
  expect(await put('Two pages', 'Third', false, false, id)).toBe(
    '“Two pages” is saved as a draft. Publish it when it is ready.',
  );
  await expectRefusal(put('NONE YET', 'Third', false, false, id), 'material_title');
  const versions = () =>
    query(
      'select version, title, body from operations.material_versions where material = $1 order by version',
      [id],
    );
  const kept = await versions();
  expect(kept).toMatchObject([
    { title: 'One page', body: 'First' },
    { title: 'One page', body: 'Second' },
  ]);
  await operate('restore_material', kept[0]?.['version']);
  expect(
    await row('select title, body, published from operations.material where material = $1', id),
    'a restored text stays hidden',
  ).toEqual({ title: 'One page', body: 'First', published: false });
  expect((await versions()).at(-1)).toMatchObject({ title: 'Two pages', body: 'Third' });
  await put('TWO PAGES', 'By someone else');
  await expectRefusal(
    operate('restore_material', (await versions()).at(-1)?.['version']),
    'Another text of this kind is called “Two pages” by now. Change its title first.',
  );
  for (let change = 0; change < 60; change += 1)
    await put('One page', `${change}`, false, true, id);
  expect(await versions(), 'fifty versions are kept').toHaveLength(50);
  await expectRefusal(put('Of no number', 'x', false, true, 0), 'no longer exists');
});

test('§18.15 an operator can add, change and delete a community link', async () => {
  const url = 'https://chat.example.com/desk';
  const place = () => query("select * from operations.community where name = 'Chat of the desk'");
  await expectRefusal(
    operate('put_community', 'Chat of the desk', ' ', url),
    'Write what happens there',
  );
  await operate('put_community', 'Chat of the desk', 'Talk', url);
  expect(await place()).toEqual([{ name: 'Chat of the desk', text: 'Talk', url }]);
  await operate('put_community', 'Chat of the desk', 'Questions', `${url}2`);
  expect(await place()).toMatchObject([{ text: 'Questions', url: `${url}2` }]);
  await expectRefusal(
    operate('put_community', 'chat of the\u00a0DESK', 'Talk', url),
    'Use that name',
  );
  expect(await operate('delete_community', 'Chat of the desk')).toBe(
    'The link to Chat of the desk is deleted.',
  );
  expect(await place()).toEqual([]);
  await expectRefusal(
    operate('delete_community', 'Chat of the desk'),
    'This link no longer exists',
  );
});

describe('§18.93 announcements', () => {
  const { addOperator, atDesk } = operatorsOn(here);
  let operator: { number: number; email: string };
  beforeAll(async () => {
    operator = await addOperator('owner');
  });
  /** Emails an announcement to its operator. */
  const tried = (number: number) =>
    atDesk(operator.number, 'operations.test_announcement($1)', [number]);

  async function written(isDuty = false) {
    await atDesk(operator.number, 'operations.write_announcement($1, $2, $3)', [
      ' The new season ',
      'It begins.\n\nBook!',
      isDuty,
    ]);
    return one<number>('select max(announcement) from operations.announcements');
  }
  /** Writes, tests and sends an announcement, and queues its emails: as many as the desk announced. */
  async function announced(isDuty = false) {
    const number = await written(isDuty);
    const said = await tried(number);
    await operate('send_announcement', number);
    while (Number(await one('select public.queue_announcements()')) > 0);
    expect(said).toBe(
      `The draft is on its way to you. Members who would get it: ${(await mailsOf(number)).length}.`,
    );
    return number;
  }
  const mailsOf = (number: number) =>
    query(
      `select recipient, payload, priority, due_at + interval '3 days' = not_after as for_three_days
      from private.outbox
      where kind = 'announcement' and (payload ->> 'announcement')::integer = $1 and not payload ? 'is_test'`,
      [number],
    );
  const got = async (number: number, email: string) =>
    (await mailsOf(number)).some(({ recipient }) => recipient === email);
  const listed = (number: number) =>
    row('select * from operations.announcements where announcement = $1', number);

  test('an announcement is emailed to its operator first, counts its recipients, and is sent once', async () => {
    await newMember();
    // The operator's own test goes out even to an operator who unsubscribed.
    await query(
      'insert into private.unsubscribed (user_id) select user_id from private.operators where id = $1',
      [operator.number],
    );
    const number = await written();
    await expectRefusal(operate('send_announcement', number), 'to yourself first');
    await expectRefusal(operate('test_announcement', number), 'Ask for the draft at the desk');
    const members = await one<number>('select private.count_announced(false)');
    expect(await tried(number)).toBe(
      `The draft is on its way to you. Members who would get it: ${members}.`,
    );
    expect(await listed(number)).toMatchObject({
      subject: 'The new season',
      body: 'It begins.\n\nBook!',
      state: 'tested',
      operator: 'Meena',
      recipients: members,
    });
    expect(
      await one('select public.queue_announcements()'),
      'a news email that was only tried is not queued',
    ).toBe(0);
    await tried(number);
    const mailed = { recipient: operator.email, holds: true, priority: 0, for_a_day: true };
    expect(
      await query(
        `select recipient, private.mail_still_holds(kind, payload) as holds, priority,
          due_at + interval '1 day' = not_after as for_a_day
        from private.outbox where kind = 'announcement' and payload -> 'is_test' = 'true'`,
      ),
      'each try sends a test email',
    ).toEqual([mailed, mailed]);
    const { email } = await newMember({ proven: true });
    expect(await operate('send_announcement', number)).toBe(
      `The email goes to ${members + 1} members.`,
    );
    await expectRefusal(operate('send_announcement', number), 'has already been sent');
    await expectRefusal(tried(number), 'has already been sent');
    expect(await listed(number)).toMatchObject({ state: 'under way' });
    await one('select public.queue_announcements()');
    expect(await listed(number)).toMatchObject({ state: 'sent' });
    expect(await mailsOf(number)).toHaveLength(members + 1);
    expect((await mailsOf(number))[0]).toMatchObject({ priority: 3, for_three_days: true });
    expect(await got(number, email)).toBe(true);
    const actions =
      "select action from private.actions where about = $1 and action ~ 'announcement'";
    expect(await texts(`${actions} order by id`, String(number)), '§22.7').toEqual([
      'write_announcement',
      'test_announcement',
      'test_announcement',
      'send_announcement',
    ]);
  });

  test('an announcement goes only to verified addresses, with the wording it has when it is sent', async () => {
    const verified = await newMember({ proven: true });
    const unverified = await newMember();
    await proveAddress(unverified.id, 'another.one@example.com');
    const number = await announced();
    expect([await got(number, verified.email), await got(number, unverified.email)]).toEqual([
      true,
      false,
    ]);
    const late = (announcement: number) =>
      one('select private.late_payload($1, $2::text::jsonb)', [
        'announcement',
        JSON.stringify({ announcement, user_id: verified.id }),
      ]);
    expect(await late(number)).toMatchObject({
      subject: 'The new season',
      body: 'It begins.\n\nBook!',
      is_duty: false,
      token: await tokenOf(verified.id),
    });
    expect(await late(await announced(true)), 'an obligatory one').toMatchObject({ is_duty: true });
  });

  const tokenOf = (member: string) => one<string>('select private.unsubscribe_token($1)', [member]);
  const unsubscribe = (token: string | null) =>
    as('anon', 'select public.unsubscribe($1)', [token]);

  test('an announcement skips members who unsubscribed, unless we have a duty to send it', async () => {
    const { id, email } = await newMember({ proven: true });
    const number = await announced();
    const holds = () =>
      one('select private.mail_still_holds($1, $2::text::jsonb)', [
        'announcement',
        JSON.stringify({ announcement: number, user_id: id }),
      ]);
    expect(await holds()).toBe(true);
    const token = await tokenOf(id);
    await unsubscribe(token);
    await unsubscribe(token);
    expect(await holds(), 'a waiting email no longer holds').toBe(false);
    expect(await got(await announced(), email)).toBe(false);
    expect(await got(await announced(true), email)).toBe(true);
    expect(await call(id, 'wants_announcements', {})).toBe(false);
    expect(await call((await newMember()).id, 'wants_announcements', {}), 'others').toBe(true);
    expect(await call(id, 'set_announcements', { p_wanted: true })).toBe(true);
    expect(await got(await announced(), email)).toBe(true);
    expect(await call(id, 'set_announcements', { p_wanted: false })).toBe(false);
    const { unsubscribedAt } = await one<Row>('select public.export_member($1)', [id]);
    expect(unsubscribedAt).not.toBeNull();
  });

  test('SQL cannot send an announcement that no one has tested', async () => {
    const send = query('update private.announcements set sent_at = now() where id = $1', [
      await written(),
    ]);
    await expectRefusal(send, 'announcement_is_tested_first');
  });

  test('the unsubscribe link cannot be forged and stops working when the account is erased', async () => {
    const { id } = await newMember({ proven: true });
    const token = await tokenOf(id);
    const other = await tokenOf((await newMember()).id);
    for (const wrong of [null, '', id, `${id}.${other.split('.')[1]}`, `${token}0`, "' or 1"]) {
      await expectRefusal(unsubscribe(wrong), 'link_not_valid');
    }
    await query("update private.unsubscribe_key set key = 'another'");
    await expectRefusal(unsubscribe(token), 'link_not_valid');
    const renewed = await tokenOf(id);
    await query('select public.erase_account($1, true)', [id]);
    await expectRefusal(unsubscribe(renewed), 'link_not_valid');
  });

  test('an announcement is queued for 500 accounts at a time, and the next 500 wait until earlier emails have been sent', async () => {
    await query(`with people as (
        insert into auth.users (id, email)
        select gen_random_uuid(), 'many' || n || '@example.com' from generate_series(1, 1100) as n
        returning id, email
      )
      insert into private.proven_addresses (user_id, address) select id, email from people`);
    await query("update private.outbox set sent_at = now() where kind = 'announcement'");
    const number = await written();
    await tried(number);
    await operate('send_announcement', number);
    const run = () => one<number>('select public.queue_announcements()');
    /** Changes this many of the announcement emails that wait. */
    const change = (how: string, most: number) =>
      query(`update private.outbox set ${how} where id in (
        select id from private.outbox
        where priority = 3 and num_nonnulls(sent_at, dropped_at, given_up_at) = 0
        limit ${most})`);
    expect(await run()).toBe(500);
    await change('sent_at = now()', 10);
    expect(await run()).toBe(500);
    expect(await run()).toBe(0);
    expect(await listed(number)).toMatchObject({ state: 'under way' });
    const next = await written();
    await tried(next);
    await operate('send_announcement', next);
    await change('dropped_at = now()', 500);
    while ((await run()) === 500);
    expect(await mailsOf(next), 'the second news email waits for the first').toEqual([]);
    expect(await listed(number)).toMatchObject({ state: 'sent' });
    expect(
      await texts('select announcement from operations.announcements limit 2'),
      'the newest news email comes first',
    ).toEqual([String(next), String(number)]);
    expect(await mailsOf(number)).toHaveLength(Number((await listed(number))?.['recipients']));
    expect(await run()).toBe(0);
    await change('given_up_at = now()', 1000);
    expect(await run()).toBe(500);
    await change('sent_at = now()', 10);
    expect(await run()).toBe(500);
    expect(await run()).toBe(0);
    await change('priority = 2', 500);
    expect(await run()).toBeGreaterThan(0);
  });

  test('§22.34 an announcement can be changed and deleted until it is sent, and a changed announcement needs a new test', async () => {
    const number = await written();
    await tried(number);
    await operate('write_announcement', 'Another season', 'It ends.', true, number);
    expect(
      await row(
        'select subject, body, is_duty, tested_at, recipients from operations.announcements where announcement = $1',
        number,
      ),
    ).toEqual({
      ...{ subject: 'Another season', body: 'It ends.', is_duty: true },
      ...{ tested_at: null, recipients: null },
    });
    await expectRefusal(operate('send_announcement', number), 'Mail the draft to yourself');
    expect(await operate('delete_announcement', number)).toBe(
      'The draft “Another season” is deleted.',
    );
    expect(
      await query(
        `select private.announcement_mail_holds(kind, payload) as holds from private.outbox
        where kind = 'announcement' and payload ->> 'announcement' = $1`,
        [String(number)],
      ),
    ).toEqual([{ holds: false }]);
    await expectRefusal(tried(number), 'There is no email to all members with the number');
    const sent = await written();
    await tried(sent);
    await operate('send_announcement', sent);
    expect(
      await query('select action, name from operations.log order by id desc limit 1'),
      'the log names the email',
    ).toEqual([{ action: 'send_announcement', name: 'The new season' }]);
    for (const change of [
      operate('delete_announcement', sent),
      operate('write_announcement', 'Other', 'Text', false, sent),
    ])
      await expectRefusal(change, 'has already been sent');
  });

  test('an announcement needs a subject, a text and a decision on whether we have a duty to send it', async () => {
    await expectRefusal(
      operate('write_announcement', ' ', 'x', false),
      'announcements_subject_check',
    );
    await expectRefusal(
      operate('write_announcement', 'x'.repeat(151), 'x', false),
      'announcements_subject_check',
    );
    await expectRefusal(
      operate('write_announcement', 'x', 'x'.repeat(8001), false),
      'announcements_body_check',
    );
    await expectRefusal(operate('write_announcement', 'x', 'x', null), 'is_duty');
    await expectRefusal(
      operate('send_announcement', 0),
      'There is no email to all members with the number',
    );
  });
});
