import type { Config } from '@netlify/functions';
import { handle } from './_lib/http/handle.ts';
import { unwrap } from './_lib/database/database.ts';
import { log } from './_lib/http/log.ts';
import { reconcile } from './_lib/payments/reconciliation.ts';
import { json } from './_lib/http/replies.ts';
import { services } from './_lib/env/services.ts';

/** Milliseconds after which every call ends: the host stops a scheduled function after 30 s. */
const runFor = 25_000;

/**
 * Runs every five minutes and finds payments whose callback and webhook were both lost (§8.18), then
 * forgets callers after a day (§11.42). It has no public path, so no visitor can start it (§11.25).
 * Extra runs do no harm.
 */
export default handle('reconcile', ['POST'], async () => {
  const deadline = AbortSignal.timeout(runFor);
  const { client, orders, provider } = services(deadline);
  const result = await reconcile(orders, provider, { now: new Date(), deadline });
  log('info', 'reconciled', result);
  unwrap(await client.rpc('forget_callers'));
  unwrap(await client.rpc('note_run', { p_job: 'reconcile' }));
  return json(result);
});

export const config: Config = { schedule: '*/5 * * * *', region: 'sin' };
