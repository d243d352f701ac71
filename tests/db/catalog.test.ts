import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { migrationScripts } from '../../supabase/schema-scripts.ts';
import { openDatabase } from '../../local/postgres/embedded.ts';
import { as, texts } from './support/database.ts';
import { lint } from './support/lint.ts';
import { rowRights } from './support/row-rights.ts';

const database = await openDatabase();
afterAll(() => database.close());

const clients = ['anon', 'authenticated', 'service_role'];

test('D22 the schema passes our lint rules', async () => {
  expect(await lint(database)).toEqual([]);
});

test.each([
  ['table without row level security', 'create table public.planted (id integer primary key)'],
  [
    'table without a primary key',
    'create table public.planted (id integer); alter table public.planted enable row level security',
  ],
  [
    'policy that evaluates auth.uid() for every row',
    'create policy planted on public.home for update to authenticated using (auth.uid() is null)',
  ],
  [
    'policy for everybody instead of named roles',
    'create policy planted on public.home for update using (true)',
  ],
  [
    'more than one policy for a role and verb',
    'create policy planted on public.home for select to anon using (false)',
  ],
  [
    'policy on a column without an index',
    "create policy planted on public.orders for update to authenticated using (pack = 'single')",
  ],
  [
    'function without an empty search_path',
    'create function private.planted() returns integer language sql return 1; revoke all on function private.planted() from public',
  ],
  [
    'function that everybody may execute',
    "create function public.planted() returns integer language sql set search_path = '' return 1",
  ],
  ['foreign key without an index', 'drop index public.payment_events_order_id'],
  ['duplicate index', 'create index planted on public.orders (user_id)'],
  [
    'view that runs with the rights of its owner',
    'create view public.planted as select * from public.orders',
  ],
])('finds a planted mistake: %s', async (kind, sql) => {
  await database.transaction(async (transaction) => {
    await transaction.exec(sql);
    expect((await lint(transaction)).map((finding) => finding.split(':')[0])).toEqual([kind]);
    await transaction.rollback();
  });
});

test('rowRights lists every table and nothing else', async () => {
  const tables = await texts(
    database,
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  );
  expect(Object.keys(rowRights).sort()).toEqual(tables);
});

test('D1 nobody has more rights on a table than the product needs', async () => {
  const rights = await texts(
    database,
    `select format('%s %s %s', grantee, relname, string_agg(privilege, ' ' order by privilege))
    from (
      select relname, acl.grantee::regrole::text as grantee, lower(acl.privilege_type) as privilege
      from pg_class, aclexplode(relacl) as acl
      where relkind in ('r', 'v', 'm', 'S') and relnamespace = 'public'::regnamespace
      union all
      select relname, acl.grantee::regrole::text, lower(acl.privilege_type) || '(' || attname || ')'
      from pg_attribute
      join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace,
        aclexplode(attacl) as acl
    ) as rights
    where grantee = any ($1) or grantee = '-'
    group by grantee, relname order by 1`,
    [clients],
  );
  expect(rights).toEqual([
    'anon home select',
    'authenticated home select',
    'authenticated orders select',
    'authenticated payments select(amount) select(amount_refunded) select(id) select(method) ' +
      'select(order_id) select(provider_created_at) select(review) select(status)',
    'authenticated profiles select update(email) update(firstname) update(lastname) ' +
      'update(phonenumber) update(profileimage) update(referralcode)',
    ...['home', 'orders', 'page_views', 'payment_events', 'payments', 'profiles'].map(
      (table) => `service_role ${table} delete insert select update`,
    ),
  ]);
});

test('D17 nobody may call more functions than the product needs', async () => {
  const rights = await texts(
    database,
    `select acl.grantee::regrole || ' ' || pg_proc.oid::regprocedure
    from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and acl.grantee <> proowner
    order by 1`,
  );
  expect(rights).toEqual([
    'authenticated claim_order(uuid)',
    'authenticated claimable_orders()',
    'authenticated private.has_room_for_picture(text)',
    'service_role apply_payment_event(text,text,text)',
    'service_role attach_provider_order(uuid,text)',
    'service_role count_page_view(text)',
    'service_role erase_member(uuid)',
    'service_role erase_payer(text)',
    'service_role open_order(text,integer,uuid,uuid)',
    'service_role payments_by(text)',
    'service_role pictures_of(uuid)',
  ]);
});

test('a table added by a later migration grants nothing by default', async () => {
  await database.transaction(async (transaction) => {
    await transaction.exec('create table public.later (id integer primary key)');
    const open = await texts(
      transaction,
      `select acl.grantee::regrole from pg_class, aclexplode(relacl) as acl
      where relname = 'later' and grantee <> relowner`,
    );
    expect(open).toEqual([]);
    await transaction.rollback();
  });
});

test('no API role can call the private helpers', async () => {
  for (const actor of ['anon', 'service_role', { member: randomUUID() }] as const) {
    for (const helper of ["clean_text('x', 1)", "has_room_for_picture('x/y')"]) {
      const call = as(database, actor, (transaction) =>
        transaction.query(`select private.${helper}`),
      );
      await expect(call).rejects.toThrow('permission denied for schema private');
    }
  }
});

test('applying the grants again changes nothing', async () => {
  const acls = () =>
    texts(
      database,
      `select concat_ws(' ', relname, relacl) from pg_class
      where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', attrelid::regclass, attname, attacl) from pg_attribute
      where attacl is not null
      union all select concat_ws(' ', proname, proacl) from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      order by 1`,
    );
  const before = await acls();

  for (const { name, sql } of await migrationScripts()) {
    if (name.endsWith('_grants.sql')) await database.exec(sql);
  }
  expect(await acls()).toEqual(before);
});

test('the page counter counts by Indian day and truncates long paths', async () => {
  const count = (path: string) =>
    as(database, 'service_role', (transaction) =>
      transaction.query('select public.count_page_view($1)', [path]),
    );
  await count('/buy');
  await count('/buy');
  await count(`/${'x'.repeat(500)}`);
  const { rows } = await database.query(
    `select left(path, 4) as path, char_length(path) as length, views,
      day = (now() at time zone interval '05:30')::date as is_today
    from public.page_views order by path`,
  );
  expect(rows).toEqual([
    { path: '/buy', length: 4, views: 2, is_today: true },
    { path: '/xxx', length: 200, views: 1, is_today: true },
  ]);
});
