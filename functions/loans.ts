import type { Config } from '@netlify/functions';
import { unwrap, type DatabaseClient } from './_lib/database/database.ts';
import { readEnv } from './_lib/env/env.ts';
import { handleJobs } from './_lib/jobs/jobs.ts';

/** The hours of the world's clock in which figures are published: from 2.30 to 5.30 at night in India. */
const nightHours: readonly number[] = [21, 22, 23];

/** The figures of the groups change at night alone (§16.14); three runs, so that one may fail. */
async function publishAtNight(client: DatabaseClient): Promise<unknown> {
  if (!nightHours.includes(new Date().getUTCHours())) return 0;
  return unwrap(await client.rpc('publish_loan_groups'));
}

/**
 * Runs every hour: publishes the figures of the groups at night (§16.14), ends choices whose offer is over
 * (§16.24), tells members of new offers (§16.58), and forgets loans that are older than a year (§16.62),
 * once functions/sessions.ts has deleted their files. Extra runs do no harm.
 */
export default handleJobs('loans', readEnv, {
  published: ({ client }) => publishAtNight(client),
  expired: async ({ client }) => unwrap(await client.rpc('expire_choices')),
  told: async ({ client }) => unwrap(await client.rpc('tell_new_offers')),
  forgotten: async ({ client }) => unwrap(await client.rpc('forget_old_loans')),
});

export const config: Config = { schedule: '7 * * * *', region: 'sin' };
