/**
 * `npm run bench:growth [orders]`: fills a database with a million orders (or the number given), and
 * prints how long each query of the site and the functions takes and which indexes it uses. Exits
 * with code 1 if a query reads a whole table.
 */
import * as v from 'valibot';
import { runWithoutEnvFile } from '../local/run.ts';
import { startDatabase, type BenchDatabase } from './database.ts';

const members = 10_000;

/** The queries of the REST API and the functions. `$member` stands for the id of a member. */
const queries = {
  'the packs of a member (dashboard)': `
    select orders.*, (select json_agg(payments) from payments where order_id = orders.id)
    from orders where user_id = $member order by created_at desc`,
  'packs bought without an account (dashboard)': `
    select * from orders
    where user_id is null and status in ('paid', 'partially_refunded', 'refunded') and exists (
      select from payments join auth.users as users on lower(users.email) = lower(payments.email)
      where order_id = orders.id and payments.status in ('captured', 'refunded')
        and review is null and users.id = $member)
    order by created_at desc`,
  'the profile of a member': 'select * from profiles where id = $member',
  'the order with an idempotency key (checkout)': `
    select * from orders where user_id is not distinct from $member
      and coalesce(user_id, '00000000-0000-0000-0000-000000000000') = $member
      and idempotency_key = gen_random_uuid()`,
  'the order of a callback or webhook': `
    select * from orders where provider_order_id = 'order_500000'`,
  'a payment by its reference': `
    select payments.status, review, orders.status from payments
    join orders on orders.id = order_id where payments.id = 'pay_500000'`,
  'the open orders of the last five days (reconciler)': `
    select * from orders where status in ('created', 'attempted')
      and created_at >= now() - interval '5 days' and created_at < now() - interval '45 minutes'
      and provider_order_id is not null
    order by created_at, id limit 50`,
  'payments that wait for a refund (reconciler)': `
    select id from payments where review is not null and status = 'captured' order by id limit 20`,
};

/** Inserts orders 30 s apart. Nine in ten are paid, and four in five belong to a member. */
async function fill(database: BenchDatabase, orders: number): Promise<void> {
  await database.query(`
    insert into auth.users (id, email, role, aud, created_at)
    select gen_random_uuid(), 'member' || n || '@example.com', 'authenticated', 'authenticated', now()
    from generate_series(1, ${members}) as n`);
  await database.query(`
    insert into orders (user_id, pack, amount, receipt, provider_order_id, idempotency_key, status, created_at)
    select
      case when n % 5 > 0 then people.ids[1 + n % ${members}] end, 'single', 69900, 'ac_' || n,
      'order_' || n, gen_random_uuid(), case when n % 10 > 0 then 'paid' else 'created' end,
      now() - n * interval '30 seconds'
    from generate_series(1, ${orders}) as n,
      (select array_agg(id) as ids from auth.users) as people`);
  await database.query(`
    insert into payments (id, order_id, amount, currency, status, method, email)
    select 'pay_' || substr(provider_order_id, 7), id, amount, 'INR', 'captured', 'upi',
      'payer' || substr(provider_order_id, 7) || '@example.com'
    from orders where status = 'paid'`);
  await database.query('analyze orders, payments, profiles');
}

type Node = {
  'Node Type': string;
  'Index Name'?: string | undefined;
  'Relation Name'?: string | undefined;
  Plans?: Node[] | undefined;
};

const node: v.GenericSchema<Node> = v.object({
  'Node Type': v.string(),
  'Index Name': v.optional(v.string()),
  'Relation Name': v.optional(v.string()),
  Plans: v.optional(v.array(v.lazy(() => node))),
});
const explained = v.tuple([v.object({ Plan: node, 'Execution Time': v.number() })]);

function nodesOf(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

runWithoutEnvFile(async () => {
  const orders = v.parse(
    v.pipe(v.string(), v.toNumber('Say how many orders.'), v.integer(), v.minValue(1)),
    process.argv[2] ?? '1000000',
  );
  const database = await startDatabase();
  console.log(`${database.description}, ${members} members, filling in ${orders} orders ...`);
  await fill(database, orders);
  const [somebody] = await database.query('select id from auth.users limit 1 offset 4711');
  const member = `'${v.parse(v.string(), somebody?.['id'])}'::uuid`;

  const slow: string[] = [];
  console.log('\n| query | ms | indexes |\n| --- | ---: | --- |');
  for (const [name, sql] of Object.entries(queries)) {
    const query = sql.replaceAll('$member', member);
    // The first run fills the caches.
    await database.query(query);
    const [row] = await database.query(`explain (analyze, format json) ${query}`);
    const [{ Plan: plan, 'Execution Time': ms }] = v.parse(explained, row?.['QUERY PLAN']);
    const nodes = nodesOf(plan);
    const whole = nodes.some(
      (one) =>
        one['Node Type'] === 'Seq Scan' &&
        /^(?:orders|payments|profiles|users)$/.test(one['Relation Name'] ?? ''),
    );
    if (whole) slow.push(name);
    const indexes = [...new Set(nodes.flatMap((one) => one['Index Name'] ?? []))].join(', ');
    console.log(`| ${name} | ${ms.toFixed(2)} | ${whole ? 'reads a whole table' : indexes} |`);
  }
  await database.stop();
  console.log(
    slow.length === 0
      ? '\nNo query reads a whole table.'
      : `\nWithout an index: ${slow.join('; ')}`,
  );
  process.exit(slow.length === 0 ? 0 : 1);
});
