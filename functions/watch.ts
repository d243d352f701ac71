import type { Config } from '@netlify/functions';
import { readWatchEnv } from './_lib/env/env.ts';
import { handleJobs } from './_lib/jobs/jobs.ts';
import { problemsNow, watch } from './_lib/jobs/watch.ts';

/**
 * Runs every five minutes. Reports what needs the owner, and calls an outside monitor, which raises the alarm if these
 * calls stop (§11.47). Extra runs do no harm.
 */
export default handleJobs('watch', readWatchEnv, {
  told: async ({ client, env, deadline }) => watch(client, env, await problemsNow(deadline)),
});

export const config: Config = { schedule: '*/5 * * * *', region: 'sin' };
