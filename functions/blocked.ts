import type { Config } from '@netlify/functions';
import { openDatabase, unwrap } from './_lib/database/database.ts';
import { blockedLoads } from './_lib/http/blocked-loads.ts';
import { callerOf } from './_lib/http/caller.ts';
import { handle } from './_lib/http/handle.ts';
import { noContent } from './_lib/http/replies.ts';
import { readBody, requireMediaType } from './_lib/http/request.ts';

/** The largest body we read, in bytes: a batch of reports, each quoting the whole policy. */
const bodyLimit = 64 * 1024;

/**
 * `POST /api/blocked` (§11.63): counts the loads that a checkout page's policy blocked, as reported by browsers. Pages
 * without a referrer do not send an `Origin`, so we rely on the media type to keep other sites out: a form cannot send
 * either type, and a script can do so only after a preflight.
 */
export default handle('blocked', ['POST'], async (req, { ip }) => {
  const { env, client } = openDatabase();
  requireMediaType(req, 'application/csp-report', 'application/reports+json');
  const loads = blockedLoads(await readBody(req, bodyLimit), env);
  const caller = callerOf(ip, env);
  if (loads.length > 0 && caller !== null) {
    unwrap(await client.rpc('count_blocked_loads', { p_loads: loads, p_caller: caller }));
  }
  return noContent();
});

export const config: Config = { path: '/api/blocked', region: 'sin' };
