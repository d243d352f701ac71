import type { Config } from '@netlify/functions';
import { unwrap } from './_lib/database/database.ts';
import { readEnv } from './_lib/env/env.ts';
import { handleJobs } from './_lib/jobs/jobs.ts';
import { createProvider } from './_lib/payments/razorpay.ts';
import { payRefunds } from './_lib/refunds/refunds.ts';

/** Milliseconds for the calls to the provider, so that the run can note what came of them. */
const payFor = 18_000;

/**
 * Runs every ten minutes: takes news of refunds and disputes again that could not be taken, and pays the
 * refunds that the operator approved (§11.59, §17.9). Extra runs do no harm.
 */
export default handleJobs('refunds', readEnv, {
  repaired: async ({ client }) => unwrap(await client.rpc('repair_events')),
  paid: ({ client, env }) =>
    payRefunds(client, createProvider(env.razorpay, AbortSignal.timeout(payFor))),
});

export const config: Config = { schedule: '*/10 * * * *', region: 'sin' };
