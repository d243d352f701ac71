/** What the watch remembers between its runs. */
import { afterEach, describe, expect, test } from 'vitest';
import { testDatabase, texts } from './support/database.ts';
import { as } from '../samples/caller.ts';

const database = await testDatabase();
// A slow machine makes this database long before its tests run.
await database.exec('update private.job_runs set finished_at = now()');
afterEach(() =>
  database.exec('delete from private.matters; select public.note_run($$reconcile$$)'),
);

const setting = { matter: 'setting X', what: 'X is missing' };

/** Takes matters as the service; returns their names. */
async function take(...found: object[]): Promise<string[]> {
  return as(database, 'service_role', (transaction) =>
    texts(transaction, 'select matter from public.take_matters($1::jsonb)', [
      JSON.stringify(found),
    ]),
  );
}

const later = (minutes: number) =>
  database.exec(
    `update private.matters set taken_at = taken_at - interval '${minutes} minutes';
    update private.job_runs set finished_at = finished_at - interval '${minutes} minutes'
    where job = 'reconcile'`,
  );

const told = (...matters: string[]) => database.query('select public.note_told($1)', [matters]);

test('R13 a problem is reported once, and never again after someone was told', async () => {
  expect(await take(setting)).toEqual(['setting X']);
  expect(await take(setting)).toEqual([]);
  await told('setting X');
  await later(600);
  await database.exec('select public.note_run($$reconcile$$)');
  expect(await take(setting)).toEqual([]);
});

test('R13 a problem whose message was lost is reported again in the next run', async () => {
  await take(setting);
  await later(3);
  expect(await take(setting)).toEqual([]);
  await later(2);
  expect(await take(setting)).toEqual(['setting X']);
});

test('R13 a problem that is over is forgotten, so it is reported again if it returns', async () => {
  await take(setting);
  await told('setting X');
  expect(await take()).toEqual([]);
  expect(await take(setting)).toEqual(['setting X']);
});

test('R13 up to 20 problems are reported at a time, each of them once', async () => {
  const many = Array.from({ length: 45 }, (_, n) => ({ matter: `setting ${n}`, what: 'x' }));
  const rounds = [await take(...many), await take(...many), await take(...many)];
  expect(rounds.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(new Set(rounds.flat()).size).toBe(45);
});

describe('R13 the reconciler', () => {
  const isAlive = () => texts(database, 'select public.jobs_are_alive()::text');

  test('the reconciler and the mail job count as alive until 15 minutes after a run', async () => {
    expect(await isAlive()).toEqual(['true']);
    await later(14);
    expect(await isAlive()).toEqual(['true']);
    await later(1);
    expect(await isAlive()).toEqual(['false']);
    await database.exec(`select public.note_run('reconcile');
      update private.job_runs set finished_at = now() - interval '16 minutes' where job = 'mail'`);
    expect(await isAlive()).toEqual(['false']);
    await database.exec("select public.note_run('mail')");
  });

  test('the reconciler is reported once for each time it falls silent', async () => {
    await later(16);
    const [first = ''] = await take();
    expect(first).toMatch(/^reconciler 20/);
    await told(first);
    await later(5);
    await database.exec('select public.note_run($$reconcile$$)');
    expect(await take()).toEqual([]);
    await later(16);
    const [second = ''] = await take();
    expect(second).toMatch(/^reconciler 20/);
    expect(second).not.toBe(first);
  });
});

test('§11.63 loads blocked for ten callers are reported once for each of the last two days', async () => {
  const insert = (callers: number, daysAgo: number, source: string) =>
    database.query(
      `insert into private.blocked_loads (day, page, directive, source, callers)
      values (private.india_day(now()) - $2::integer, '/buy', 'img-src', $3, $1)`,
      [callers, daysAgo, source],
    );
  for (const daysAgo of [0, 1, 2]) await insert(9, daysAgo, 'https://few.example');
  await insert(30, 2, 'https://past.example');
  expect(await take()).toEqual([]);
  for (const source of ['https://a.example', 'https://b.example']) await insert(10, 1, source);
  const [first = '', ...more] = await take();
  expect(first).toMatch(/^blocked 20/);
  expect(more).toEqual([]);
  await told(first);
  await insert(12, 0, 'https://a.example');
  const what = 'select what from private.matters_now order by matter desc';
  expect((await texts(database, what))[0]).toMatch(
    /^Browsers of 12 visitors blocked something on \d+ \w{3} 20/,
  );
  expect(await take()).toHaveLength(1);
  await database.exec('delete from private.blocked_loads');
});

test('§19.17 an unchanged list of problems is emailed only once a day', async () => {
  const mail = (...matters: string[]) =>
    database.query('select public.mail_matters($1, $1)', [matters]);
  for (const matters of [['a', 'b'], ['a', 'b'], ['a']]) await mail(...matters);
  const lines = "select payload ->> 'lines' from private.outbox where kind = 'matters' order by 1";
  expect(await texts(database, lines)).toEqual(['["a", "b"]', '["a"]']);
});

test.each([
  ['mail', 15],
  ['sessions', 15],
  ['refunds', 30],
  ['loans', 180],
  ['retention', 180],
])('§19.11 the %s job is reported after %i minutes without finishing', async (job, late) => {
  const after = async (minutes: number) => {
    const ended = `now() - interval '${minutes} minutes'`;
    await database.exec(`update private.job_runs set finished_at = ${ended} where job = '${job}'`);
    const { rows } = await database.query(
      `select is_alive, array(select what from private.matters_now
        where matter like job || ' job %') as told from operations.jobs where job = $1`,
      [job],
    );
    return rows;
  };
  expect(await after(late - 1)).toEqual([{ is_alive: true, told: [] }]);
  const told = [
    expect.stringMatching(
      `^The ${job} job has not finished since \\w{3}, \\d+ \\w{3} 20.* [ap]m\\. Ask a developer to read its log\\.$`,
    ),
  ];
  expect(await after(late + 1)).toEqual([{ is_alive: false, told }]);
});
