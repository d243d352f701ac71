import type { Config } from '@netlify/functions';
import { database, unwrap } from './_lib/database/database.ts';
import { readMailEnv } from './_lib/env/env.ts';
import { handle } from './_lib/http/handle.ts';
import { log } from './_lib/http/log.ts';
import { deliver } from './_lib/mail/delivery.ts';
import { outbox } from './_lib/mail/outbox.ts';
import { mailServer } from './_lib/mail/server.ts';
import { linkMaker } from './_lib/mentor/mentor-link.ts';
import { json } from './_lib/http/replies.ts';

/** Milliseconds after which every call to the database ends: the host stops this function after 30 s. */
const runFor = 25_000;

/** Milliseconds for claiming mails: the last ones take at most 8 s to send, and some to be marked. */
const claimFor = 12_000;

/**
 * Runs every minute and sends the mails of the outbox (§19.2), then forgets old ones. It has no public
 * path, so no visitor can start it. Extra runs do no harm.
 */
export default handle('mail', ['POST'], async () => {
  const env = readMailEnv();
  const client = database(env, AbortSignal.timeout(runFor));
  const result = await deliver(outbox(client), mailServer(env.server, env.sender), {
    siteUrl: env.siteUrl,
    seller: env.seller,
    mentorLink: linkMaker(env.siteUrl, env.linkSecrets),
    enough: AbortSignal.timeout(claimFor),
  });
  log('info', 'mails', result);
  unwrap(await client.rpc('forget_mails'));
  unwrap(await client.rpc('note_run', { p_job: 'mail' }));
  return json(result);
});

export const config: Config = { schedule: '* * * * *', region: 'sin' };
