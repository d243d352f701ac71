import * as v from 'valibot';
import { type DatabaseClient, unwrap } from '../database/database.ts';
import type { readWatchEnv } from '../env/env.ts';
import { log, PlainError } from '../http/log.ts';

/** Milliseconds one call to an outside service may take. */
const callTimeout = 5000;

const matterRows = v.array(v.object({ matter: v.string(), what: v.string() }));

/** The watch's environment, and what is wrong with that of the other functions. */
type WatchEnv = ReturnType<typeof readWatchEnv> & { problems: readonly string[] };

async function call(variable: string, address: string, init?: RequestInit): Promise<void> {
  const signal = AbortSignal.timeout(callTimeout);
  const reply = await fetch(address, { ...init, signal }).catch(() => undefined);
  // The address itself is a secret and stays out of the log.
  if (!reply?.ok) throw new PlainError(`${variable} answered ${reply?.status ?? 'nothing'}`);
}

function tell(alertUrl: string, siteUrl: string, lines: readonly string[]): Promise<void> {
  const text = [
    `${new URL(siteUrl).host} needs a person (docs/operations.md says what to do):`,
    ...lines.map((line) => `• ${line}`),
  ].join('\n');
  return call('ALERT_URL', alertUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
}

/**
 * Tells ALERT_URL, if there is one, and support by mail what needs a person, once for each matter, then calls
 * HEARTBEAT_URL if the reconciler is alive (§11.47). Resolves to how many matters were told. Throws if the database
 * or one of the addresses does not answer; the heartbeat is then missing, and the matters are told at the next run.
 */
export async function watch(client: DatabaseClient, env: WatchEnv): Promise<number> {
  const alive = v.parse(v.boolean(), unwrap(await client.rpc('reconciler_is_alive')));
  const p_found = env.problems.map((what) => ({ matter: `setting ${what}`, what }));
  const matters = v.parse(matterRows, unwrap(await client.rpc('take_matters', { p_found })));
  if (matters.length > 0) {
    const p_lines = matters.map(({ what }) => what);
    const p_matters = matters.map(({ matter }) => matter);
    // First, so that an alert that fails at every run keeps nobody from reading it.
    unwrap(await client.rpc('mail_matters', { p_matters, p_lines }));
    if (env.alertUrl !== undefined) await tell(env.alertUrl, env.siteUrl, p_lines);
    unwrap(await client.rpc('note_told', { p_matters }));
  }
  if (!alive) log('error', 'reconciler_silent');
  else if (env.heartbeatUrl !== undefined) await call('HEARTBEAT_URL', env.heartbeatUrl);
  return matters.length;
}
