import type { Config } from '@netlify/functions';
import { readEnv } from './_lib/env/env.ts';
import { calls, handleJobs } from './_lib/jobs/jobs.ts';
import { createProvider } from './_lib/payments/razorpay.ts';
import { payRefunds } from './_lib/refunds/refunds.ts';

/** How long a run may call the provider, in milliseconds; the remaining time is for recording the results. */
const payFor = 18_000;

/**
 * Runs every ten minutes. Retries refund and dispute events that could not be applied before, and pays approved refunds
 * (§11.59, §17.9). Extra runs do no harm.
 */
export default handleJobs('refunds', readEnv, {
  repaired: calls('repair_events'),
  paid: ({ client, env }) =>
    payRefunds(client, createProvider(env.razorpay, AbortSignal.timeout(payFor))),
});

export const config: Config = { schedule: '*/10 * * * *', region: 'sin' };
