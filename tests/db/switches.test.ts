/** What an owner can switch off, and what a restored database does at first (§20.41 to §20.43). */
import { afterEach, expect, test } from 'vitest';
import { onEmbedded } from '../samples/caller.ts';
import { refundsOn } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const caller = onEmbedded(database);
const here = refundsOn(caller);
const { query, one, texts } = here;

afterEach(() =>
  database.exec(
    'delete from private.switches; delete from private.job_runs; delete from private.outbox',
  ),
);

const mayRun = (job: string) => one('select public.may_run($1)', [job]);
const switchTo = (verb: 'stop' | 'start', name: string) =>
  one(`select operations.${verb}($1)`, [name]);
const matters = (like: string) =>
  texts('select what from private.matters_now where matter like $1 order by 1', [like]);

/** Makes the latest run of every job this long ago. */
const silentFor = (minutes: number) =>
  query(
    `insert into private.job_runs (job, finished_at)
    values ('mail', now() - make_interval(mins => $1)), ('loans', now() - interval '3 hours')
    on conflict (job) do update set finished_at = excluded.finished_at`,
    [minutes],
  );

test('§20.41 while an owner has stopped the jobs, only the watch runs, and it reports the stop', async () => {
  expect(await mayRun('mail')).toBe(true);
  expect(await switchTo('stop', 'jobs')).toBe('The scheduled work is stopped.');
  expect(await switchTo('stop', 'jobs'), 'a second press changes nothing').toBe(
    'This is already stopped.',
  );
  expect([await mayRun('mail'), await mayRun('refunds'), await mayRun('watch')]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await matters('jobs stopped%')).toEqual([
    expect.stringMatching(
      /^The scheduled work has been stopped since .+: we mail and refund nothing\.$/,
    ),
  ]);
  expect(await switchTo('start', 'jobs')).toBe('The scheduled work is running again.');
  expect(await mayRun('mail')).toBe(true);
  expect(await matters('jobs stopped%')).toEqual([]);
});

test('§20.41 if no job has run for an hour, as after a restore, none runs until an owner starts the jobs', async () => {
  await silentFor(59);
  expect(await mayRun('mail')).toBe(true);
  await silentFor(61);
  expect(await mayRun('watch'), 'the watch still runs, because it alerts the operator').toBe(true);
  expect(await mayRun('mail')).toBe(false);
  await switchTo('start', 'jobs');
  expect(await mayRun('mail'), 'an owner’s start is enough').toBe(true);
});

test('§20.41 a stopped job is not reported as late', async () => {
  await silentFor(61);
  expect(await matters('mail job%')).toHaveLength(1);
  await switchTo('stop', 'jobs');
  expect(await matters('mail job%')).toEqual([]);
});

test('§20.42 while sales are stopped no purchase can start, a started purchase can be paid, and visitors can read the switch', async () => {
  const begun = await here.newOrder();
  await switchTo('stop', 'sales');
  await expectRefusal(here.newOrder(), 'sales_stopped');
  expect(await caller.as('anon', 'select public.sales_are_stopped() as stopped')).toEqual([
    { stopped: true },
  ]);
  const paid = await here.apply('payment.captured', {
    order_id: begun.providerOrder,
    id: `pay_${begun.providerOrder}`,
  });
  expect(paid).toMatchObject({ outcome: 'applied' });
  await switchTo('start', 'sales');
  await here.newOrder();
});

test('§20.42 only jobs and sales can be switched off', async () => {
  await expectRefusal(switchTo('stop', 'everything'), 'There are two switches');
});

const queue = (kind: string, key: string) =>
  query(`select private.queue_mail($1, 'asha@example.com', '{}', $2)`, [kind, key]);
const waiting = () =>
  texts(`select dedupe_key from private.outbox
    where next_attempt <= now() and sent_at is null and dropped_at is null order by 1`);

test('§20.43 after a restore, jobs and sales are stopped, and waiting emails are held until an operator decides', async () => {
  for (const [kind, key] of [
    ['welcome', 'old 1'],
    ['receipt', 'old 2'],
    ['receipt', 'old 3'],
  ] as const) {
    await queue(kind, key);
  }
  await queue('receipt', 'sent');
  await query("update private.outbox set sent_at = now() where dedupe_key = 'sent'");
  expect(await one('select operations.after_restore()')).toBe(3);
  expect(await texts('select switch from operations.switches where is_off order by 1')).toEqual([
    'jobs',
    'sales',
  ]);
  await queue('receipt', 'new');
  expect(await waiting()).toEqual(['new']);
  expect(await query('select kind, mails::integer from operations.mails_held')).toEqual([
    { kind: 'receipt', mails: 2 },
    { kind: 'welcome', mails: 1 },
  ]);
  expect(await matters('mails held%')).toEqual([
    'Held emails of the kind receipt: 2.',
    'Held emails of the kind welcome: 1.',
  ]);
  expect(await one(`select operations.drop_mails('welcome')`)).toMatch(/: 1\. No one gets them\.$/);
  expect(await one(`select operations.release_mails('receipt')`)).toMatch(/: 2\.$/);
  for (const action of ['drop_mails', 'release_mails'])
    await expect(one(`select operations.${action}('receipt')`)).rejects.toThrow('No such email');
  expect(await waiting()).toEqual(['new', 'old 2', 'old 3']);
  expect(await query('select * from operations.mails_held')).toEqual([]);
  expect(await one(`select reason from private.outbox where dedupe_key = 'old 1'`)).toMatch(
    'dropped after a restore',
  );
});
