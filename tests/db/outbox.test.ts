/** The queue of emails: what is queued, handed out, repeated, dropped and given up. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from './support/database.ts';
import { describeRaces, times } from './support/races.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { type Order, ordersOn } from '../samples/orders.ts';
import { single } from '../samples/packs.ts';
import type { ReportedPayment } from '../samples/payment-event.ts';
import { newAddress } from '../samples/people.ts';

const database = await testDatabase();
const caller = onEmbedded(database);
const here = ordersOn(caller);
beforeEach(() => database.exec('delete from private.outbox; delete from private.mail_faults'));

async function rows<T = Row>(sql: string, parameters: unknown[] = []): Promise<T[]> {
  return (await database.query<T>(sql, parameters)).rows;
}

type Queued = {
  kind?: string;
  recipient?: string | null;
  payload?: Row | null;
  key?: string;
  priority?: number;
  dueAt?: string;
  notAfter?: string | null;
};

/** Queues an email; times are words of Postgres such as 'now' or intervals such as '-1 minute'. */
function queue({
  kind = 'news',
  recipient = 'asha@example.com',
  payload = {},
  key = randomUUID(),
  priority = 1,
  dueAt = '0 s',
  notAfter = null,
}: Queued = {}) {
  return database.query(
    'select private.queue_mail($1, $2, $3, $4, $5, now() + $6::interval, now() + $7::interval)',
    [kind, recipient, JSON.stringify(payload), key, priority, dueAt, notAfter],
  );
}

type Claimed = { id: string; lease: string; kind: string; recipient: string; payload: Row };

function claim(limit = 10): Promise<Claimed[]> {
  return rows<Claimed>('select * from public.claim_mails($1)', [limit]);
}

const claimedKinds = async (limit?: number) => (await claim(limit)).map(({ kind }) => kind);

async function claimOne(): Promise<Claimed> {
  const [mail, ...others] = await claim();
  if (!mail || others.length > 0) throw new Error('There is not exactly one email to claim.');
  return mail;
}

const sent = ({ id, lease }: Claimed) => here.texts('select public.mail_sent($1, $2)', id, lease);

const failed = ({ id, lease }: Claimed, why = 'ECONNECTION', permanent = false) =>
  here.texts('select public.mail_failed($1, $2, $3, $4)', id, lease, why, permanent);

/** Lets time pass for every email. */
const later = (interval: string) =>
  database.query(
    `update private.outbox set
      due_at = due_at - $1::interval, not_after = not_after - $1::interval,
      first_attempt_at = first_attempt_at - $1::interval,
      next_attempt = next_attempt - $1::interval, leased_until = leased_until - $1::interval,
      sent_at = sent_at - $1::interval, dropped_at = dropped_at - $1::interval,
      given_up_at = given_up_at - $1::interval, created_at = created_at - $1::interval`,
    [interval],
  );

/** Why emails failed, as the operator sees it. */
const reasons = () => here.texts('select reason from operations.mails_failed');

const outbox = (columns: string) => rows(`select ${columns} from private.outbox order by kind`);

test('§19.2 the queue gives an email to only one job within two minutes', async () => {
  await queue({ payload: { a: 1 } });
  const mail = await claimOne();
  expect(mail).toMatchObject({ kind: 'news', recipient: 'asha@example.com', payload: { a: 1 } });
  expect(await claim()).toEqual([]);
  await later('119 s');
  expect(await claim()).toEqual([]);
  await later('2 s');
  expect((await claimOne()).id).toBe(mail.id);
});

test('§19.6 a sent email is never given to a job again', async () => {
  await queue();
  await failed(await claimOne());
  await later('1 minute');
  const mail = await claimOne();
  expect(await sent(mail)).toEqual(['true']);
  await later('2 days');
  expect(await sent(mail)).toEqual(['true']);
  expect(await failed(mail)).toEqual(['lost']);
  expect(await outbox("reason, sent_at < now() - interval '1 day' as is_first")).toEqual([
    { reason: null, is_first: true },
  ]);
  expect(await claim()).toEqual([]);
});

test('§15.29 §18.81 a link’s token is deleted from the outbox when its email is sent, and not before', async () => {
  await queue({ payload: { token: 'secret', address: 'asha@example.com' } });
  const first = await claimOne();
  await failed(first);
  expect(await outbox('payload')).toMatchObject([{ payload: { token: 'secret' } }]);
  await later('1 minute');
  const mail = await claimOne();
  expect(mail.payload).toMatchObject({ token: 'secret' });
  await sent(mail);
  expect(await outbox('payload')).toEqual([{ payload: { address: 'asha@example.com' } }]);
});

test('§19.2 only the last job to claim an email decides its outcome, and only once', async () => {
  await queue();
  const first = await claimOne();
  await later('3 minutes');
  const second = await claimOne();
  expect(await failed(first, 'x', true)).toEqual(['lost']);
  expect(await sent(first)).toEqual(['false']);
  expect(await failed(second)).toEqual(['waiting']);
  expect(await failed(second, 'x', true)).toEqual(['lost']);
  await later('2 minutes');
  const third = await claimOne();
  expect(await failed(third, 'x', true)).toEqual(['given_up']);
  expect(await sent(third)).toEqual(['false']);
});

test('§19.1 an email about the same event is queued only once, even after it was sent', async () => {
  await queue({ key: 'same' });
  await queue({ key: 'same', recipient: 'other@example.com' });
  const mail = await claimOne();
  expect(mail.recipient).toBe('asha@example.com');
  await sent(mail);
  await queue({ key: 'same' });
  expect(await claim()).toEqual([]);
  expect(await outbox('recipient')).toEqual([{ recipient: 'asha@example.com' }]);
});

test('§19.5 urgent emails go first, then those that have waited longest, and bulk emails last', async () => {
  await queue({ kind: 'bulk', priority: 2, dueAt: '-1 day' });
  await queue({ kind: 'second', dueAt: '-1 minute' });
  await queue({ kind: 'first', dueAt: '-2 minutes' });
  await queue({ kind: 'booking', priority: 0 });
  const order: string[][] = [];
  for (let turn = 0; turn < 4; turn += 1) order.push(await claimedKinds(1));
  expect(order, 'each claim takes one email').toEqual([
    ['booking'],
    ['first'],
    ['second'],
    ['bulk'],
  ]);
});

test('§19.5 emails due at the same time go in the order in which they were queued', async () => {
  for (const kind of ['one', 'two', 'three']) await queue({ kind });
  await database.exec("update private.outbox set due_at = '2026-01-01'");
  expect(await claimedKinds()).toEqual(['one', 'two', 'three']);
});

test('§19.5 an email is sent neither before it is due nor after its deadline', async () => {
  await queue({ kind: 'early', dueAt: '1 hour' });
  await queue({ kind: 'late', dueAt: '-1 hour', notAfter: '-1 minute' });
  expect(await claim()).toEqual([]);
  const dropped = 'select kind, reason from private.outbox where dropped_at is not null';
  expect(await rows(dropped)).toEqual([{ kind: 'late', reason: 'too late' }]);
  await later('61 minutes');
  expect((await claimOne()).kind).toBe('early');
});

test('§19.3 an email is dropped if what it says is no longer true', async () => {
  for (const kind of ['welcome', 'password_changed'])
    await queue({ kind, payload: { user_id: randomUUID() } });
  await queue({ kind: 'other' });
  expect(await claimedKinds()).toEqual(['other']);
  const recipient = 'asha@example.com';
  expect(await outbox('kind, reason, recipient')).toEqual([
    { kind: 'other', reason: null, recipient },
    { kind: 'password_changed', reason: 'no longer true', recipient },
    { kind: 'welcome', reason: 'no longer true', recipient },
  ]);
});

test('§19.3 a failing check holds back only its own email', async () => {
  await queue({ kind: 'welcome', payload: { user_id: 'no id' } });
  await queue({ kind: 'other' });
  const other = await claimOne();
  expect(other.kind).toBe('other');
  await sent(other);
  const [row] = await rows("select attempts, reason from private.outbox where kind = 'welcome'");
  expect(row).toMatchObject({ attempts: 1, reason: expect.stringContaining('cannot tell') });
  expect(await reasons(), 'waits').toEqual([]);
  await later('25 hours');
  await claim();
  expect(await reasons(), '§19.4').toEqual([expect.stringContaining('cannot tell')]);
});

test('§19.4 §19.16 an email is retried at growing intervals, and marked as failed after a day', async () => {
  await queue({ recipient: '=asha@example.com' });
  const waits: number[] = [];
  for (let [mail] = await claim(); mail; [mail] = await claim()) {
    expect(await failed(mail, 'EENVELOPE RCPT TO 450')).toEqual(['waiting']);
    const [wait = ''] = await here.texts(
      "select extract(epoch from date_trunc('minute', next_attempt - now() + '30 s')) / 60 from private.outbox",
    );
    waits.push(Number(wait));
    expect(await claim()).toEqual([]);
    await later(`${wait} minutes`);
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  const tried = waits.reduce((sum, wait) => sum + wait, 0);
  expect(tried).toBeGreaterThan(24 * 60);
  expect(tried).toBeLessThan(25 * 60 + 1);
  const [given] = await rows('select * from operations.mails_failed');
  expect(given, 'an address cannot become a formula').toMatchObject({
    kind: 'news',
    recipient: "'=asha@example.com",
  });
  expect(await reasons()).toEqual(['EENVELOPE RCPT TO 450']);
  await here.operate('send_again');
  expect(await failed(await claimOne()), '§19.13 the attempts start again').toEqual(['waiting']);
  expect(await outbox('attempts')).toEqual([{ attempts: 1 }]);
});

test('§19.16 an email fails right away if the mail server permanently refuses the address', async () => {
  await queue();
  const why = `EENVELOPE 550 ${'x'.repeat(500)}`;
  expect(await failed(await claimOne(), why, true)).toEqual(['given_up']);
  expect(await reasons()).toEqual([why.slice(0, 500)]);
});

test('§19.4 an email fails a day after its first attempt if no job has ever confirmed sending it', async () => {
  await queue();
  await claimOne();
  await queue();
  await failed(await claimOne(), 'ETIMEDOUT');
  await later('2 minutes');
  await claim();
  await later('1 day');
  await later('1 s');
  expect(await claim()).toEqual([]);
  expect((await reasons()).toSorted()).toEqual(['ETIMEDOUT', 'never confirmed']);
});

test('§19.4 emails wait for as long as no job is sending', async () => {
  await queue();
  await later('5 days');
  await claimOne();
});

test('§19.13 an operator can resend failed emails, and the watch reports new failures', async () => {
  await queue({ kind: 'receipts', recipient: 'a@example.com' });
  await queue({ kind: 'receipts', recipient: 'b@example.com' });
  for (const mail of await claim()) await failed(mail, 'EENVELOPE 550 b@example.com', true);
  const told = await here.texts('select what from public.take_matters()');
  const few = '2 emails of the kind receipts could not be sent.';
  expect(told).toEqual([few]);
  const failedTo = "select mail_id from operations.mails_failed where recipient = 'b@example.com'";
  expect(await here.operate('send_again', await here.one(failedTo))).toBe(
    'Emails that we send again: 1.',
  );
  const first = await claimOne();
  expect(first.recipient).toBe('b@example.com');
  await sent(first);
  expect(await here.operate('send_again')).toBe('Emails that we send again: 1.');
  const again = await claimOne();
  expect(again.recipient).toBe('a@example.com');
  await later('1 hour');
  await failed(again, 'first', true);
  await later('1 hour');
  await queue({ kind: 'receipts' });
  for (const mail of await claim()) await failed(mail, 'last', true);
  expect(await rows('select what, matter from private.matters_of_mail order by matter')).toEqual(
    await rows(`select 'An email of the kind receipts could not be sent.' as what,
      'mails receipts ' || to_char(given_up_at at time zone 'UTC', 'YYYY-MM-DD HH24') as matter
      from private.outbox where given_up_at is not null order by given_up_at`),
  );
  expect(await reasons()).toEqual(['last', 'first']);
  await later('30 days');
  expect(await reasons()).toEqual([]);
  await expect(here.operate('send_again')).rejects.toThrow('no such email');
  const actions = "select details ->> 'mails' from private.actions where action = 'send_again'";
  const noted = await here.texts(`${actions} order by id`);
  expect(noted.slice(-2), '§22.7').toEqual(['1', '1']);
});

test.each(['void@razorpay.com', ' VOID@Razorpay.com', '', '  ', null])(
  '§19.7 no email is queued for the recipient %j',
  async (recipient) => {
    await queue({ recipient });
    expect(await outbox('*')).toEqual([]);
    expect(await rows('select * from private.mail_faults')).toEqual([]);
  },
);

test.each([
  'nobody',
  'a@b',
  'a@example.com, b@example.com',
  'a@example.com\nBcc: b@example.com',
  'Asha <a@example.com>',
  `${'x'.repeat(250)}@example.com`,
  `${'x'.repeat(2000)}@example.com`,
])('§19.7 the address %j is refused and shown to the operator', async (recipient) => {
  await queue({ recipient });
  expect(await claim()).toEqual([]);
  expect(await reasons()).toEqual(['not an address']);
  await expect(here.operate('send_again')).rejects.toThrow('no such email');
});

test.each(['a@example.com', "o'neil+mba@sub.example.co.in", 'अ@example.com'])(
  '§19.7 the address %j is accepted',
  async (recipient) => {
    await queue({ recipient: ` ${recipient} ` });
    expect((await claimOne()).recipient).toBe(recipient);
  },
);

test('§19.12 an email that cannot be queued is recorded without an error, and the job queues it later', async () => {
  await database.exec('alter table private.outbox add constraint planted check (false)');
  await queue({ key: 'kept', payload: { a: 1 }, priority: 0 });
  expect(await rows('select kind, error from private.mail_faults')).toMatchObject([
    { kind: 'news', error: expect.stringContaining('planted') },
  ]);
  await database.exec('alter table private.outbox rename constraint planted to replanted');
  expect(await claim()).toEqual([]);
  expect(await rows('select tries, error from private.mail_faults')).toMatchObject([
    { tries: 1, error: expect.stringContaining('replanted') },
  ]);
  await database.exec('alter table private.outbox drop constraint replanted');
  expect(await claimOne()).toMatchObject({ kind: 'news', payload: { a: 1 } });
  expect(await rows('select * from private.mail_faults')).toEqual([]);
});

test.each<Queued>([
  { kind: 'No Kind' },
  { key: '' },
  { priority: 9 },
  { payload: { text: randomUUID().repeat(2000) } },
])(
  '§19.12 an email that can never be queued does not raise an error or stop any other email: %o',
  async (mail) => {
    await queue({ recipient: '=asha@example.com', ...mail });
    await queue({ kind: 'good' });
    expect((await claimOne()).kind).toBe('good');
    await database.exec("update private.mail_faults set noted_at = now() - interval '59 minutes'");
    expect(await reasons()).toEqual([]);
    await database.exec("update private.mail_faults set noted_at = now() - interval '61 minutes'");
    expect(await rows('select recipient, reason, attempts from operations.mails_failed')).toEqual([
      {
        recipient: "'=asha@example.com",
        reason: expect.stringContaining('could not be queued'),
        attempts: 1,
      },
    ]);
  },
);

test('§19.12 a run repairs 20 emails, starting with those tried least often', async () => {
  for (let nth = 0; nth < 20; nth += 1) await queue({ kind: 'No Kind' });
  expect(await claim()).toEqual([]);
  await database.exec(`insert into private.mail_faults (kind, call)
    values ('news', '{"recipient": "asha@example.com", "dedupe_key": "last"}')`);
  await claimOne();
  expect(
    await rows('select tries, count(*)::integer from private.mail_faults group by 1 order by 1'),
  ).toEqual([
    { tries: 1, count: 1 },
    { tries: 2, count: 19 },
  ]);
});

test('§19.12 payments, sign-ups and password changes keep working while the outbox is broken', async () => {
  await database.exec('alter table private.outbox rename to broken');
  try {
    const member = await here.openAccount();
    await changePassword(member.id);
    expect((await pay()).status).toBe('paid');
    await database.exec('alter table private.mail_faults rename to broken_faults');
    try {
      expect((await pay()).status).toBe('paid');
    } finally {
      await database.exec('alter table private.broken_faults rename to mail_faults');
    }
  } finally {
    await database.exec('alter table private.broken rename to outbox');
  }
  await database.exec("update private.mail_faults set noted_at = noted_at - interval '1 day'");
  const [urgent, ...others] = await claim();
  expect(
    Date.parse(String(urgent?.payload['changed_at'])),
    'the email gives the time of the change',
  ).toBeLessThan(Date.now() - 86_000_000);
  expect(others).toHaveLength(2);
  expect(
    await outbox('kind, priority, extract(day from not_after - due_at)::integer as days'),
  ).toEqual([
    { kind: 'password_changed', priority: 0, days: 7 },
    { kind: 'receipt', priority: 1, days: null },
    { kind: 'welcome', priority: 1, days: 7 },
  ]);
});

const changePassword = (id: string, hash: string = randomUUID()) =>
  database.query('update auth.users set encrypted_password = $2 where id = $1', [id, hash]);

/** Applies an event for this order, or for a visitor's new order. */
async function pay(
  { type = 'payment.captured', ...payment }: Partial<ReportedPayment> & { type?: string } = {},
  of?: Order,
) {
  const order = of ?? (await here.newOrder());
  const applied = await here.apply(type, { order_id: order.providerOrder, ...payment });
  return { ...order, status: applied['order_status'] };
}

/** The report of a full refund. */
const refunded = { type: 'refund.processed', status: 'refunded', amount_refunded: single.paise };

test('§19.7 a visitor’s receipt goes to the payer and says what was paid', async () => {
  const { order } = await pay({ id: 'pay_v', email: 'Payer@example.com' });
  const { recipient, payload } = await claimOne();
  expect(recipient).toBe('Payer@example.com');
  expect(payload).toEqual({
    user_id: null,
    name: null,
    order_id: order,
    number: `ac_${order.replaceAll('-', '')}`,
    pack: 'single',
    sessions: single.sessions,
    persons: single.persons,
    amount: single.paise,
    discount: 0,
    refunded: 0,
    status: 'paid',
    method: 'upi',
    reference: 'pay_v',
    paid_at: '2023-11-14T22:13:20+00:00',
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('§19.7 a member’s receipt goes to the member, even if someone else paid', async () => {
  const member = await here.openAccount(newAddress(), { firstname: 'Asha', lastname: 'Rao' });
  await claimOne();
  await pay({ email: 'friend@example.com' }, await here.newOrder(member.id));
  const mail = await claimOne();
  expect(mail.recipient).toBe(member.email);
  expect(mail.payload).toMatchObject({ user_id: member.id, name: 'Asha Rao' });
});

test('§4.13 the address that a receipt went to is shown only on the first day, and never if the email failed', async () => {
  await pay({ id: 'pay_told', email: 'payer@example.com' });
  const addressOf = async (id: string) =>
    (await rows('select public.receipt_address($1) as address', [id]))[0]?.['address'];
  expect(await addressOf('pay_told')).toBe('payer@example.com');
  expect(await addressOf('pay_other')).toBeNull();
  await rows("update private.outbox set created_at = now() - interval '25 hours'");
  expect(await addressOf('pay_told')).toBeNull();
  await rows('update private.outbox set created_at = now(), given_up_at = now()');
  expect(await addressOf('pay_told')).toBeNull();
});

test('§19.7 a payment gets one receipt, however often and by whatever route we hear of it', async () => {
  const order = await pay({ type: 'payment.authorized', status: 'authorized' });
  expect(await claim()).toEqual([]);
  for (const type of ['payment.captured', 'order.paid', 'payment.captured'])
    await pay({ type }, order);
  await pay(refunded, order);
  await claimOne();
  expect(await outbox('kind')).toEqual([{ kind: 'receipt' }]);
});

test('§19.7 a payment gets its receipt even if the first report already says that it was refunded', async () => {
  for (const amount_refunded of [10000, single.paise]) {
    await pay({ type: 'payment.refunded', amount_refunded });
    expect((await claimOne()).payload).toMatchObject({ refunded: amount_refunded });
  }
});

test('§19.7 an order paid again after a refund gets another receipt', async () => {
  const order = await pay({ id: 'pay_1' });
  await pay({ id: 'pay_1', ...refunded }, order);
  const again = await pay({ id: 'pay_2', created_at: 1_700_000_060 }, order);
  expect(again.status).toBe('paid');
  expect((await claim()).map(({ payload }) => payload['reference'])).toEqual(['pay_1', 'pay_2']);
});

test('§19.7 a receipt is not sent without an address, for a failed payment or for a wrong amount', async () => {
  await pay({ email: 'void@razorpay.com' });
  await pay({ type: 'payment.failed', status: 'failed' });
  await pay({ amount: 100 });
  expect(await outbox('*')).toEqual([]);
});

test('§19.7 refunding an earlier order does not send a receipt', async () => {
  const order = await pay({ id: 'pay_old' });
  await database.exec('delete from private.outbox');
  for (const amount_refunded of [10000, single.paise]) {
    await pay({ id: 'pay_old', type: 'payment.refunded', amount_refunded }, order);
  }
  expect(await outbox('*')).toEqual([]);
});

test('§19.14 an erasure clears the emails to an address, whether sent, failed or in progress', async () => {
  await pay({ email: 'Gone@example.com' });
  await sent(await claimOne());
  await pay({ email: 'gone@example.com' });
  await failed(await claimOne(), 'gone@example.com', true);
  await pay({ email: 'gone@example.com' });
  const underWay = await claimOne();
  await pay({ email: 'gone@example.com' });
  await pay({ email: 'stays@example.com' });
  await database.exec("select public.erase_payer('gone@example.com')");
  expect([await sent(underWay), await failed(underWay)]).toEqual([['false'], ['lost']]);
  expect((await claimOne()).recipient).toBe('stays@example.com');
  expect(await here.count('private.outbox where payload is null')).toBe(4);
  expect(JSON.stringify(await outbox('*'))).not.toMatch(/gone/i);
  expect(await here.texts('select reason from private.outbox where sent_at is not null')).toEqual([
    'null',
  ]);
});

test('§19.14 erasing a member also clears the emails to an earlier address', async () => {
  const member = await here.openAccount();
  await here.edit("auth.users set email = 'new@example.com' where id = $1", member.id);
  await here.serve('erase_account', member.id, true);
  const last = { kind: 'account_closed', recipient: 'new@example.com' };
  expect(await claimOne(), 'only the last email is left').toMatchObject(last);
  const erased = "private.outbox where payload is null and recipient is null and reason = 'erased'";
  expect(
    await here.count(erased),
    'the welcome email and the email about the change are erased',
  ).toBe(2);
});

test('§19.15 the welcome email is sent when the address is confirmed, whether at sign-up or later', async () => {
  const atOnce = await here.openAccount();
  const welcome = ({ id, email }: typeof atOnce, name: string | null) => ({
    kind: 'welcome',
    recipient: email,
    payload: { user_id: id, name },
  });
  expect(await claimOne()).toMatchObject(welcome(atOnce, 'Asha'));
  const later = await here.openAccount(newAddress(), {}, false);
  expect(await claim()).toEqual([]);
  const confirm = 'update auth.users set email_confirmed_at = now() where id = $1';
  await database.query(confirm, [later.id]);
  await database.query(confirm, [later.id]);
  expect(await claimOne()).toMatchObject(welcome(later, null));
});

test('§19.15 a member is emailed about each password change, but not about other changes', async () => {
  const { id, email } = await here.openAccount();
  await claimOne();
  await database.query('update auth.users set last_sign_in_at = now() where id = $1', [id]);
  await changePassword(id, 'first');
  expect(await claim()).toEqual([]);
  await changePassword(id);
  const mail = await claimOne();
  expect(mail).toMatchObject({ kind: 'password_changed', recipient: email });
  expect(Date.parse(String(mail.payload['changed_at']))).toBeGreaterThan(Date.now() - 60_000);
});

test.each([
  [true, ['10:00:10', '10:01:00', '10:00:30']],
  [false, ['10:00:10', '10:00:30']],
])(
  '§19.15 emails about password changes are sent once a minute, but once a day to an address that no one has verified (verified: %s)',
  async (proven, told) => {
    const { id } = await here.openAccount();
    await claimOne();
    if (proven) await here.proveAddress(id);
    const moments = ['01T10:00:10', '01T10:00:50', '01T10:01:00', '02T10:00:30'];
    for (const at of moments) {
      const about = "select private.add_mail_about('password_changed', $1, $2::timestamptz)";
      await database.query(about, [id, `2026-01-${at}Z`]);
    }
    const mails = await rows<{ priority: number; changed_at: string }>(
      `select priority, payload ->> 'changed_at' as changed_at from private.outbox
      where kind = 'password_changed' order by created_at, dedupe_key`,
    );
    expect(mails.map(({ priority }) => priority)).toEqual(told.map(() => 0));
    expect(mails.map(({ changed_at: at }) => new Date(at).toISOString().slice(11, 19))).toEqual(
      told,
    );
  },
);

test('§19.15 we do not email an unconfirmed address', async () => {
  const { id } = await here.openAccount(newAddress(), {}, false);
  await changePassword(id);
  expect(await outbox('*')).toEqual([]);
});

test('§19.14 an email’s recipient and data are deleted after 30 days, and its row after a year', async () => {
  await queue({ kind: 'sent' });
  await queue({ kind: 'failed' });
  await queue({ kind: 'dropped', notAfter: '-1 s' });
  for (const mail of await claim())
    await (mail.kind === 'sent' ? sent(mail) : failed(mail, 'x', true));
  await queue({ kind: 'waiting' });
  await later('29 days');
  await database.exec('select public.forget_mails()');
  expect(await here.texts('select count(recipient) from private.outbox')).toEqual(['4']);
  await later('25 hours');
  await database.exec('select public.forget_mails()');
  expect(await outbox('kind, recipient, payload')).toEqual([
    { kind: 'dropped', recipient: null, payload: null },
    { kind: 'failed', recipient: null, payload: null },
    { kind: 'sent', recipient: null, payload: null },
    { kind: 'waiting', recipient: 'asha@example.com', payload: {} },
  ]);
  await later('336 days');
  await database.exec('select public.forget_mails()');
  expect(await outbox('kind')).toEqual([{ kind: 'waiting' }]);
});

test('§19.14 an email that could not be queued is erased after 30 days', async () => {
  for (const days of [29, 31]) {
    await rows(
      `insert into private.mail_faults (kind, noted_at)
      values ($1, now() - make_interval(days => $2))`,
      [`${days} days old`, days],
    );
  }
  await database.exec('select public.forget_mails()');
  expect(await here.texts('select kind from private.mail_faults')).toEqual(['29 days old']);
});

describeRaces('concurrent email jobs on a real Postgres', (sql) => {
  test('§19.2 concurrent jobs together get every email, and none of them twice', async () => {
    await sql`
      select private.queue_mail('news', n || '@example.com', '{}', 'key ' || n)
      from generate_series(1, 200) as n`;
    const runs = times(20, async () => {
      const mine: string[] = [];
      for (;;) {
        const mails = await sql<{ id: string }[]>`select id from public.claim_mails(5)`;
        if (mails.length === 0) return mine;
        mine.push(...mails.map(({ id }) => id));
      }
    });
    const claimed = (await Promise.all(runs)).flat();
    expect(claimed).toHaveLength(200);
    expect(new Set(claimed).size).toBe(200);
  });

  test('§19.2 a job leaves out emails that another transaction has locked, and sends the others without waiting', async () => {
    await sql`
      select private.queue_mail('news', n || '@example.com', '{}', 'locked ' || n)
      from generate_series(1, 2) as n`;
    await sql`
      insert into private.mail_faults (kind, call)
      values ('news', '{"recipient": "3@example.com", "dedupe_key": "locked 3"}')`;
    await sql.begin(async (other) => {
      await other`select from private.outbox where dedupe_key = 'locked 1' for update`;
      await other`select from private.mail_faults for update`;
      const claimed = await sql.begin(async (job) => {
        await job`set local lock_timeout = '5s'`;
        return job`select recipient from public.claim_mails(10)`;
      });
      expect(claimed).toEqual([{ recipient: '2@example.com' }]);
    });
    await sql`delete from private.mail_faults`;
  });

  test('§19.1 twenty transactions about the same event queue only one email', async () => {
    await Promise.all(
      times(20, () => sql`select private.queue_mail('news', 'a@example.com', '{}', 'once')`),
    );
    const found = await sql`select from private.outbox where dedupe_key = 'once'`;
    expect(found).toHaveLength(1);
    expect(await sql`select from private.mail_faults`).toHaveLength(0);
  });
});
