import type { Config } from '@netlify/functions';
import { database, unwrap } from './_lib/database/database.ts';
import { readWatchEnv } from './_lib/env/env.ts';
import { handle } from './_lib/http/handle.ts';
import { log } from './_lib/http/log.ts';
import { json } from './_lib/http/replies.ts';
import { watch } from './_lib/jobs/watch.ts';

/**
 * Runs every five minutes, tells somebody what needs a person, and lets an outside monitor notice when
 * nothing runs any more (§11.47). It has no public path. Extra runs do no harm.
 */
export default handle('watch', ['POST'], async () => {
  const env = readWatchEnv();
  const client = database(env);
  const watched = await watch(client, env);
  log(watched.reconciler === 'alive' ? 'info' : 'error', 'watched', watched);
  unwrap(await client.rpc('note_run', { p_job: 'watch' }));
  return json(watched);
});

export const config: Config = { schedule: '*/5 * * * *', region: 'sin' };
