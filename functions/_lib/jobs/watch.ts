import * as v from 'valibot';
import { pathOfMatter } from '../../../src/domain/desk/matter-screens.ts';
import { type DatabaseClient, unwrap } from '../database/database.ts';
import { configurationProblems, type readWatchEnv } from '../env/env.ts';
import { services } from '../payments/services.ts';
import { describe, log, PlainError } from '../http/log.ts';

/** Time limit in milliseconds for one call to an outside service. */
const callTimeout = 5000;

const matterRows = v.array(v.object({ matter: v.string(), what: v.string() }));

/**
 * Problems with our settings, each described in a sentence that starts with the variable's name: missing and wrong
 * variables, and keys that the payment provider rejects.
 */
export async function problemsNow(deadline: AbortSignal): Promise<readonly string[]> {
  const problems = configurationProblems();
  if (problems.some((problem) => problem.startsWith('RAZORPAY_'))) return problems;
  try {
    const { provider } = services(deadline);
    if (await provider.takesKey()) return problems;
    return [...problems, 'RAZORPAY_KEY_ID is rejected by Razorpay, so no one can pay'];
  } catch (error) {
    // If the provider stays down, the reconciler reports it instead.
    log('warn', 'provider_not_asked', { detail: describe(error) });
    return problems;
  }
}

async function call(variable: string, address: string, init?: RequestInit): Promise<void> {
  const signal = AbortSignal.timeout(callTimeout);
  const reply = await fetch(address, { ...init, signal }).catch(() => undefined);
  // The address is itself a secret, so the log names only its variable.
  if (!reply?.ok) throw new PlainError(`${variable} answered ${reply?.status ?? 'nothing'}`);
}

/** One line of an alert, ending with the address of the screen on which the operator settles the matter (§22.12). */
function leading(matter: string, what: string, siteUrl: string): string {
  const screen = pathOfMatter(matter);
  return screen ? `${what} ${siteUrl}${screen}` : what;
}

function tell(alertUrl: string, siteUrl: string, lines: readonly string[]): Promise<void> {
  const text = [
    `${new URL(siteUrl).host} needs your attention (docs/operations.md says what to do):`,
    ...lines.map((line) => `• ${line}`),
  ].join('\n');
  return call('ALERT_URL', alertUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
}

/**
 * Reports each matter that needs the owner, `problems` included, once: by mail to support, and to ALERT_URL if set.
 * Then calls HEARTBEAT_URL if the reconciler and the mail job are alive (§11.47). Resolves to the number of matters
 * reported. If the database or an address does not answer, throws and sends no heartbeat; the next run then reports the
 * matters.
 */
export async function watch(
  client: DatabaseClient,
  env: ReturnType<typeof readWatchEnv>,
  problems: readonly string[],
): Promise<number> {
  const alive = v.parse(v.boolean(), unwrap(await client.rpc('jobs_are_alive')));
  const p_found = problems.map((what) => ({ matter: `setting ${what}`, what }));
  const matters = v.parse(matterRows, unwrap(await client.rpc('take_matters', { p_found })));
  if (matters.length > 0) {
    const p_lines = matters.map(({ matter, what }) => leading(matter, what, env.siteUrl));
    const p_matters = matters.map(({ matter }) => matter);
    // The email goes out first, so that support gets it even if ALERT_URL never replies.
    unwrap(await client.rpc('mail_matters', { p_matters, p_lines }));
    if (env.alertUrl !== undefined) await tell(env.alertUrl, env.siteUrl, p_lines);
    unwrap(await client.rpc('note_told', { p_matters }));
  }
  if (!alive) log('error', 'jobs_silent');
  else if (env.heartbeatUrl !== undefined) await call('HEARTBEAT_URL', env.heartbeatUrl);
  return matters.length;
}
