/** The scheduled functions that run several steps in turn (docs/product §19.10). */
import { expect, inject, test } from 'vitest';
import { sql } from './samples.ts';
import { deadUrl, faultyProxy, intercept } from './servers.ts';
import { expectRefusal, loadFunctions, log } from './support.ts';

const post = { method: 'POST' };
const count: unknown = expect.any(Number);

/** The database function of each step. */
const runs = [
  {
    name: 'sessions',
    rules: '§15.14 §15.45 §15.88 §15.91',
    jobs: {
      finished: 'finish_sessions',
      called_off: 'call_off_small_gds',
      settled: 'settle_missing_mentors',
      told: 'tell_waiting',
      lapsed: 'lapse_free_interviews',
      repaired: 'repair_bookings',
      forgotten: 'forget_old_sessions',
    },
  },
  {
    name: 'loans',
    rules: '§11.57',
    jobs: { expired: 'expire_choices', told: 'tell_new_offers', forgotten: 'forget_old_loans' },
    atNight: { published: count },
  },
  {
    name: 'retention',
    rules: '§18.9',
    jobs: {
      codes: 'forget_old_codes',
      log: 'forget_old_log',
      messages: 'forget_old_messages',
      links: 'forget_old_proofs',
      buyers: 'forget_old_buyers',
      told: 'tell_idle_accounts',
      accounts: 'accounts_to_erase',
    },
  },
] as const;

/** The functions, and the names of their calls to a database that never receives `broken`. */
async function watched(broken?: string) {
  const asked: string[] = [];
  const database = await faultyProxy(inject('stack').backendUrl, (called) => {
    const name = called.replace(/^.*\//, '');
    asked.push(name);
    return name === broken ? 'lose_request' : 'pass';
  });
  return { functions: await loadFunctions({ PUBLIC_SUPABASE_URL: database }), asked };
}

const logged = () => log.map((line): unknown => JSON.parse(line));

test.for(runs)(
  '$rules the $name job reports its work in numbers, and its run is recorded',
  async (run) => {
    const functions = await loadFunctions();
    const reply: unknown = await (await functions[run.name](post)).json();
    const done = Object.fromEntries(Object.keys(run.jobs).map((job) => [job, count]));
    expect(reply).toEqual({ ...done, ...('atNight' in run && run.atNight) });
    expect(logged()).toContainEqual(
      expect.objectContaining({ event: `${run.name}_tended`, ...Object(reply) }),
    );
    const [noted] = await sql('select * from operations.jobs where job = $1', run.name);
    expect(noted).toMatchObject({ is_alive: true });
  },
);

test.for(runs)(
  '$rules a failing step of the $name job does not stop the other steps',
  async ({ name, jobs }) => {
    const [[failing, broken] = ['', ''], ...others] = Object.entries(jobs);
    const { functions, asked } = await watched(broken);
    await expectRefusal(functions[name](post), 503, 'database_unavailable');
    expect(asked).toEqual(expect.arrayContaining(others.map(([, called]) => called)));
    expect(asked, 'the failed run is not noted').not.toContain('note_run');
    expect(logged()).toContainEqual(
      expect.objectContaining({ event: 'refused', function: `${name}: ${failing}` }),
    );
    expect(logged()).toContainEqual(expect.objectContaining({ event: `${name}_tended` }));
  },
);

test.for(['sessions', 'loans', 'retention', 'refunds', 'reconcile', 'mail'] as const)(
  '§20.41 the %s job does nothing while an owner has stopped scheduled work',
  async (name) => {
    const { functions, asked } = await watched();
    intercept('/rpc/may_run', () => Response.json(false));
    expect(await (await functions[name](post)).json()).toEqual({});
    expect(asked).toEqual([]);
    expect(logged()).toEqual([{ level: 'warn', event: `${name}_stopped` }]);
  },
);

test.for([
  ['refunds', ['repair_events', 'claim_refunds']],
  ['reconcile', ['forget_callers']],
  ['mail', ['queue_announcements', 'claim_mails', 'forget_mails']],
] as const)('§11.59 §11.42 the %s job also calls %j', async ([name, wanted]) => {
  const { functions, asked } = await watched();
  await functions[name](post);
  expect(asked).toEqual(expect.arrayContaining([...wanted]));
});

test.for(['sessions', 'loans', 'retention', 'refunds', 'reconcile', 'mail'] as const)(
  'P43 the %s job answers 503 while the database is down',
  async (name) => {
    const functions = await loadFunctions({ PUBLIC_SUPABASE_URL: await deadUrl() });
    await expectRefusal(functions[name](post), 503, 'database_unavailable');
  },
);
