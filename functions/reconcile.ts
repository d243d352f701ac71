import type { Config } from '@netlify/functions';
import { readEnv } from './_lib/env/env.ts';
import { calls, handleJobs, unlessIdle } from './_lib/jobs/jobs.ts';
import { reconcile } from './_lib/payments/reconciliation.ts';
import { services } from './_lib/payments/services.ts';

/**
 * Runs every five minutes. Finds payments whose callback and webhook were both lost (§8.18), then erases callers'
 * hashes that are a day old (§11.42). Extra runs do no harm.
 */
export default handleJobs('reconcile', readEnv, {
  reconciled: async ({ deadline }) => {
    const { orders, provider } = services(deadline);
    const done = await reconcile(orders, provider, { now: new Date(), deadline });
    return unlessIdle(done, done.asked > 0 && done.failed === done.asked);
  },
  forgotten: calls('forget_callers'),
});

export const config: Config = { schedule: '*/5 * * * *', region: 'sin' };
