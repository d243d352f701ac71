/** What is deleted automatically, and not a day too early (docs/product §18.9). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { schemaScripts } from '../../local/postgres/schema-scripts.ts';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = bookingsOn(onEmbedded(database));
const { query, one, count, edit, serve, newMember, newOrder, report, newPack, newSlot, book } =
  here;

/** Runs statements on orders and payments with our triggers off, because only time makes such rows. */
async function withoutTriggers(work: () => Promise<unknown>): Promise<void> {
  const switched = (how: string) =>
    database.exec(
      `alter table public.orders ${how} trigger user; alter table public.payments ${how} trigger user`,
    );
  await switched('disable');
  await work();
  await switched('enable');
}

/** Runs a retention job; returns how much it changed. */
const run = (job: string) => one<number>(`select public.${job}()`);

/** Runs a job twice, because the second run must find nothing. */
async function runTwice(job: string): Promise<number> {
  const found = await run(job);
  expect(await run(job), `${job} changes nothing the second time`).toBe(0);
  return found;
}

test.each(['keep_for', 'period', 'period_days', 'daily_limit'])(
  '§18.9 every name that SQL passes to private.%s has a value',
  async (list) => {
    const sql = (await schemaScripts()).map((script) => script.sql).join('\n');
    const asked =
      list === 'daily_limit'
        ? sql.matchAll(/private\.(?:limit_daily|within_day)\('([^']+)'/g)
        : sql.matchAll(new RegExp(`private\\.${list}\\('([^']+)'\\)`, 'g'));
    const names = [...new Set([...asked].map(([, name]) => name))];
    expect(names.length).toBeGreaterThan(0);
    const unknown = `select name from unnest($1::text[]) as name where private.${list}(name) is null`;
    expect(await query(unknown, [names])).toEqual([]);
  },
);

test('§18.56 reports of blocked loads are deleted after 30 days', async () => {
  await query(`insert into private.blocked_loads (day, page, directive, source, callers)
    select private.india_day(now()) - ago, '/buy', 'img-src', 'inline', 1
    from unnest(array[30, 31]) as ago`);
  await query('select public.forget_callers()');
  expect(
    await query('select private.india_day(now()) - day as ago from private.blocked_loads'),
  ).toEqual([{ ago: 30 }]);
});

test('§18.56 counts of calls are deleted after a day', async () => {
  await query(`insert into private.call_counts (purpose, caller, began, calls)
    select 'test', repeat('a', 64), now() - hours * interval '1 hour', hours
    from unnest(array[23, 25]) as hours`);
  await query('select public.forget_callers()');
  const kept = "select calls from private.call_counts where purpose = 'test'";
  expect(await here.texts(kept)).toEqual(['23']);
});

describe('messages', () => {
  async function newMessage(times: string, about = 'question') {
    return one<number>(
      `insert into private.messages (
        idempotency_key, about, name, email, body, settle_by, received_at, answered_at, settled_at,
        is_aside
      )
      select gen_random_uuid(), $1, 'Asha', 'asha@example.com', 'Hello', current_date, ${times}
      returning number`,
      [about],
    );
  }

  test('§18.56 a message is deleted three years after it is settled, and advertising after 30 days', async () => {
    const settled = "now() - interval '4 years', now() - interval '4 years', now() - interval";
    const old = await newMessage(`${settled} '3 years 1 day', false`);
    const young = await newMessage(`${settled} '3 years' + interval '1 day', false`);
    const open = await newMessage("now() - interval '4 years', null, null, false");
    const spam = await newMessage("now() - interval '31 days', null, null, true");
    const youngSpam = await newMessage("now() - interval '29 days', null, null, true");
    expect(await runTwice('forget_old_messages')).toBe(2);
    const kept = 'select number from private.messages where number = any ($1) order by number';
    const made = [old, young, open, spam, youngSpam];
    expect(await here.texts(kept, made)).toEqual([young, open, youngSpam].map(String));
  });

  test('§18.56 a question answered a month ago is settled automatically, and a complaint is not', async () => {
    const times = (days: number) =>
      `now() - interval '60 days', now() - interval '${days} days', null, false`;
    const settled = await newMessage(times(31));
    const waits = await newMessage(times(29));
    const complaint = await newMessage(times(31), 'complaint');
    expect(await runTwice('forget_old_messages')).toBe(1);
    const open = 'operations.open_messages where number = $1';
    const left = [settled, waits, complaint].map((number) => count(open, number));
    expect(await Promise.all(left)).toEqual([0, 1, 1]);
  });
});

test('§18.56 expired links and year-old entries in the login log are deleted, but newer rows stay', async () => {
  const { id } = await newMember();
  for (const [address, ended] of [
    ['a@example.com', '25 hours'],
    ['b@example.com', '23 hours'],
  ]) {
    await query(
      `insert into private.mailed_links (token_hash, user_id, purpose, address, expires_at)
      values (sha256($1::text::bytea), $2, 'address_proof', $1, now() - $3::interval)`,
      [address, id, ended],
    );
  }
  expect(await runTwice('forget_old_proofs')).toBe(1);
  const links = await here.texts('select address from private.mailed_links');
  expect(links).toEqual(['b@example.com']);

  await query(
    `insert into auth.audit_log_entries (id, payload, created_at)
    values (gen_random_uuid(), '{"n": 1}', now() - interval '1 year 1 day'),
      (gen_random_uuid(), '{"n": 2}', now() - interval '1 year' + interval '1 day')`,
  );
  const inPart = (hour: number) => one<number>('select public.forget_old_log($1)', [hour]);
  expect(await inPart(1), 'each run deletes only its own part of the log').toBe(0);
  expect([await inPart(0), await inPart(0)]).toEqual([1, 0]);
  const log = await here.texts("select payload ->> 'n' from auth.audit_log_entries");
  expect(log).toEqual(['2']);
});

test('§18.56 together, the 24 hourly runs of a day read the whole login log', async () => {
  await query(
    `insert into auth.audit_log_entries (id, payload, created_at)
    select gen_random_uuid(), json_build_object('n', repeat(n::text, 200)), now() - interval '2 years'
    from generate_series(1000, 3000) as n`,
  );
  for (let hour = 0; hour < 24; hour += 1) await one('select public.forget_old_log($1)', [hour]);
  expect(await count("auth.audit_log_entries where created_at < now() - interval '1 year'")).toBe(
    0,
  );
});

test('§18.56 buyers’ details are deleted eight years after the financial year, but the amounts stay', async () => {
  const { id, email } = await newMember();
  const packs = [await newOrder(id), await newOrder(id), await newOrder(id)];
  for (const pack of packs) await report(pack, { email });
  // The last moment of the books that end, the first of those that stay, and an order from the former that was paid
  // in the latter.
  const last = "- interval '1 second'";
  await withoutTriggers(async () => {
    for (const [index, [ordered, paid]] of [
      [last, last],
      ['', ''],
      [last, ''],
    ].entries()) {
      await query(
        `with orders as (
          update public.orders set created_at = private.books_kept_from() ${ordered} where id = $1
        )
        update public.payments set created_at = private.books_kept_from() ${paid} where order_id = $1`,
        [packs[index]?.order],
      );
    }
  });
  expect(await runTwice('forget_old_buyers')).toBe(1);
  const kept = await query(
    `select orders.user_id, orders.amount, payments.email
    from public.orders as orders join public.payments as payments on payments.order_id = orders.id
    where orders.id = any ($1) order by array_position($1::uuid[], orders.id)`,
    [packs.map(({ order }) => order)],
  );
  const stays = { user_id: id, amount: 69_900, email };
  expect(kept).toEqual([{ user_id: null, amount: 69_900, email: null }, stays, stays]);
  expect(await count("public.payment_events where body like '%' || $1 || '%'", email)).toBe(2);
});

test('§18.56 an event without a matching order is deleted together with that year’s accounts', async () => {
  const { order } = await newOrder();
  await query(
    `insert into public.payment_events (id, type, body, order_id, received_at)
    values ('old', 'payment.captured', '{}', null, private.books_kept_from() - interval '1 second'),
      ('young', 'payment.captured', '{}', null, private.books_kept_from()),
      ('of an order', 'payment.captured', '{}', $1, private.books_kept_from() - interval '1 second')`,
    [order],
  );
  expect(await runTwice('forget_old_buyers')).toBe(1);
  const kept = 'select id from public.payment_events where order_id is null or order_id = $1';
  expect(await here.texts(`${kept} order by 1`, order)).toEqual(['of an order', 'young']);
});

test.each([
  ['2027-03-31', '2018-03-31T18:30:00.000Z'],
  ['2027-04-01', '2019-03-31T18:30:00.000Z'],
])(
  '§18.56 a financial year ends on 31 March in Indian time: on %s books are kept from %s',
  async (day, from) => {
    const kept = await one<Date>('select private.books_kept_from($1::date)', [day]);
    expect(kept.toISOString()).toBe(from);
  },
);

describe('§18.57 unused accounts', () => {
  /** A member last seen this long ago. */
  async function seen(ago: string) {
    const member = await newMember();
    await query(
      `update auth.users
      set created_at = now() - interval '5 years', email_confirmed_at = now(),
        last_sign_in_at = now() - $2::interval
      where id = $1`,
      [member.id, ago],
    );
    return member;
  }
  const toErase = () => serve<string[]>('accounts_to_erase');
  const mailsTo = (email: string) => here.mailsOf('account_idle', 'recipient', email);
  /** Lets days pass since members were told. */
  const later = (days: number) =>
    database.exec(`update private.idle_accounts set told_at = told_at - interval '${days} days';
      update private.outbox set created_at = created_at - interval '${days} days',
        sent_at = sent_at - interval '${days} days' where kind = 'account_idle'`);
  const send = () =>
    edit("private.outbox set sent_at = now() where kind = 'account_idle' and sent_at is null");

  test('an account unused for three years gets an email and is erased a week later, not a day earlier', async () => {
    const old = await seen('3 years 1 day');
    const young = await seen('2 years 364 days');
    const renewed = await seen('4 years');
    await query(
      `insert into auth.sessions (id, user_id, created_at, updated_at)
      values (gen_random_uuid(), $1, now() - interval '4 years', now() - interval '2 years 364 days')`,
      [renewed.id],
    );
    expect(await runTwice('tell_idle_accounts')).toBe(1);
    const payload = { ends_on: await here.day(7) };
    expect(await mailsTo(old.email)).toMatchObject([{ holds: true, payload }]);
    for (const { email } of [young, renewed]) expect(await mailsTo(email)).toEqual([]);
    expect(await toErase()).toEqual([]);

    await later(8);
    expect(await toErase(), 'the email has not been sent yet').toEqual([]);
    await send();
    expect(await toErase(), 'the email was sent less than 48 hours ago').toEqual([]);
    await later(3);
    expect(await toErase()).toEqual([old.id]);
    await serve('erase_account', old.id, true);
    expect(await toErase()).toEqual([]);
    expect(await run('tell_idle_accounts')).toBe(0);
  });

  test('a login after the email keeps the account, and the next email comes three years later', async () => {
    const member = await seen('3 years 1 day');
    await run('tell_idle_accounts');
    await send();
    await later(9);
    expect(await toErase()).toEqual([member.id]);
    await query('update auth.users set last_sign_in_at = now() where id = $1', [member.id]);
    expect(await toErase()).toEqual([]);
    expect(await mailsTo(member.email)).toMatchObject([{ holds: false }]);
    expect(await runTwice('tell_idle_accounts')).toBe(0);
    expect(await count('private.idle_accounts where user_id = $1', member.id)).toBe(0);
  });

  test('an account that no one has used since the sign-up gets the email too', async () => {
    const { id, email } = await seen('4 years');
    await edit('auth.users set last_sign_in_at = null where id = $1', id);
    await run('tell_idle_accounts');
    expect(await mailsTo(email)).toMatchObject([{ holds: true }]);
    await query('delete from auth.users where id = $1', [id]);
  });

  test('a purchase or a booking counts as use of the account', async () => {
    const [buyer, guest] = [await seen('4 years'), await seen('4 years')];
    await newOrder(buyer.id, 'single');
    const pack = await newPack(guest.id);
    await book(guest.id, await newSlot(30), pack);
    const old = "public.orders set created_at = now() - interval '4 years' where id = $1";
    await withoutTriggers(() => edit(old, pack.order));
    expect(await run('tell_idle_accounts')).toBe(0);
  });

  test('§18.62 an account that cannot be erased does not delay other erasures, and is shown to the operator', async () => {
    const told = async (days: number, count: number) => {
      const members = await Promise.all(Array.from({ length: count }, () => seen('4 years')));
      const ids = members.map(({ id }) => id);
      await query(
        `insert into private.idle_accounts (user_id, told_at)
        select unnest($1::uuid[]), now() - $2 * interval '1 day'`,
        [ids, days],
      );
      return ids.toSorted();
    };
    const first = await told(12, 5);
    const second = await told(10, 3);
    expect(await run('tell_idle_accounts')).toBe(0);
    const hourLater = () =>
      database.exec("update private.idle_accounts set tried_at = tried_at - interval '1 hour'");
    const failed = () => count('operations.accounts_not_erased');
    const named = () =>
      here.texts(`select replace(subject, 'account ', '') from operations.health
        where subject like 'account %' order by 1`);

    expect((await toErase()).toSorted()).toEqual(first);
    expect(await failed(), 'accounts that are being erased have not failed').toBe(0);
    await hourLater();
    expect(await failed()).toBe(5);
    expect(await named()).toEqual(first);
    const next = await toErase();
    expect(next).toHaveLength(5);
    expect(next).toEqual(expect.arrayContaining(second));
    expect(await failed(), 'a new attempt does not hide a failure').toBe(5);
    await hourLater();
    expect(await failed()).toBe(8);
    await query('delete from auth.users where id = any ($1)', [[...first, ...second]]);
    expect([await failed(), await named(), await toErase()]).toEqual([0, [], []]);
  });

  test('an unused account is erased without an email if no one has confirmed its address', async () => {
    const member = await seen('3 years 1 day');
    await edit('auth.users set email_confirmed_at = null where id = $1', member.id);
    // A waiting email keeps only its own member's account.
    await seen('3 years 1 day');
    expect(await run('tell_idle_accounts')).toBe(2);
    expect(await mailsTo(member.email)).toEqual([]);
    // An email of an earlier notice that was never sent.
    await query(
      `insert into private.outbox (kind, recipient, payload, dedupe_key, next_attempt, created_at)
      values ('account_idle', $2, jsonb_build_object('user_id', $1::text), 'before', now(),
        now() - interval '1 year')`,
      [member.id, member.email],
    );
    await later(7);
    expect(await toErase(), 'the week is not over yet').toEqual([]);
    await later(1);
    expect(await toErase()).toEqual([member.id]);
  });
});

describe('§19.17 operations.health', () => {
  const health = () => query('select subject, is_well, note from operations.health');
  const jobs = ['reconcile', 'watch', 'mail', 'sessions', 'loans', 'retention'];
  const allRan = () => query('select public.note_run(job) from unnest($1::text[]) as job', [jobs]);

  test('operations.health reports in one row that all is well', async () => {
    await allRan();
    await database.exec('delete from private.messages');
    expect(await health()).toEqual([{ subject: 'all', is_well: true, note: 'All is well.' }]);
  });

  test('a day of sales without a webhook is reported for a week; today, and days with only transfers, are not reported', async () => {
    await database.exec(
      `alter table public.payments disable trigger user;
      update public.payments set created_at = now() - interval '30 days',
        provider_created_at = now() - interval '30 days'`,
    );
    const { id } = await newMember();
    const packs = [];
    for (const days of [0, 1, 3, 7, 8]) {
      const pack = await newOrder(id, 'single');
      await report(pack);
      const at = `now() - interval '${days} days'`;
      await edit(`public.payments set provider_created_at = ${at} where id = $1`, pack.payment);
      packs.push(pack);
    }
    await query(
      `insert into public.payments (id, order_id, amount, currency, status, provider_created_at)
      values ('transfer_1', $1, 100, 'INR', 'captured', now() - interval '4 days')`,
      [packs[0]?.order],
    );
    await query(
      `insert into public.payment_events (id, type, body, received_at)
      values ('evt_1', 'payment.captured', '{}', now() - interval '1 day')`,
    );
    await database.exec('alter table public.payments enable trigger user');
    const found = await query(
      `select private.india_day(now()) - split_part(matter, ' ', 2)::date as ago
      from private.matters_of_payments where matter like 'webhooks %' order by 1`,
    );
    expect(found.map(({ ago }) => ago)).toEqual([3, 7]);
  });

  test('operations.health reports a stopped job, a waiting message and a day of sales without webhooks', async () => {
    await allRan();
    await edit(
      "private.job_runs set finished_at = now() - interval '4 hours' where job = 'retention'",
    );
    await query(
      `insert into private.messages
        (idempotency_key, about, name, email, body, settle_by, received_at)
      values ($1, 'complaint', 'Asha', 'asha@example.com', 'Hello', current_date,
        now() - interval '5 days')`,
      [randomUUID()],
    );
    await database.exec(
      `alter table public.payments disable trigger user;
      update public.payments set created_at = now() - interval '2 days',
        provider_created_at = now() - interval '2 days';
      alter table public.payments enable trigger user;
      update public.payment_events set received_at = now() - interval '2 days', id = 'callback:' || id`,
    );
    const found = await health();
    expect(found[0]).toMatchObject({ subject: 'all', is_well: false });
    const subjects = found.map(({ subject }) => String(subject).replace(/ [\d-]{4,}.*/, ''));
    expect(subjects).toEqual(expect.arrayContaining(['retention job', 'messages', 'webhooks']));
    expect(subjects, 'a stopped job is listed once').not.toContain('job retention');
    expect(found.slice(1).every(({ is_well }) => is_well === false)).toBe(true);
  });
});

test('§15.77 a login that has ended is remembered for as long as its token could still work', async () => {
  const { id } = await newMember();
  await query(
    `insert into private.ended_logins (id, user_id, ended_at)
    select gen_random_uuid(), $1, now() - hours * interval '1 hour'
    from unnest(array[2, 25]) as hours`,
    [id],
  );
  await run('forget_old_proofs');
  expect(await count('private.ended_logins where user_id = $1', id)).toBe(1);
});
