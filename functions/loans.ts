import type { Config } from '@netlify/functions';
import { unwrap, type DatabaseClient } from './_lib/database/database.ts';
import { readEnv } from './_lib/env/env.ts';
import { calls, handleJobs } from './_lib/jobs/jobs.ts';

/** The UTC hours in which figures are published: from 2.30 to 5.30 am in Indian time. */
const nightHours: readonly number[] = [21, 22, 23];

/** Groups' figures change only at night (§16.14). There are three runs in these hours, so one of them may fail. */
async function publishAtNight(client: DatabaseClient): Promise<unknown> {
  if (!nightHours.includes(new Date().getUTCHours())) return 0;
  return unwrap(await client.rpc('publish_loan_groups'));
}

/**
 * Runs every hour. Publishes the groups' figures at night (§16.14), closes choices whose offer has expired (§16.24),
 * emails members about new offers (§16.58), and erases loan data older than a year (§16.62) once functions/sessions.ts
 * has deleted the files. Extra runs do no harm.
 */
export default handleJobs('loans', readEnv, {
  published: ({ client }) => publishAtNight(client),
  expired: calls('expire_choices'),
  told: calls('tell_new_offers'),
  forgotten: calls('forget_old_loans'),
});

export const config: Config = { schedule: '7 * * * *', region: 'sin' };
