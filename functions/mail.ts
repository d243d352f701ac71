import type { Config } from '@netlify/functions';
import { readMailEnv } from './_lib/env/env.ts';
import { calls, handleJobs, unlessIdle } from './_lib/jobs/jobs.ts';
import { deliver } from './_lib/mail/delivery.ts';
import { outbox } from './_lib/mail/outbox.ts';
import { mailServer } from './_lib/mail/server.ts';
import { linkMaker } from './_lib/mentors/mentor-link.ts';

/**
 * How long a run may go on claiming emails, in milliseconds. The last batch then takes up to 8 s to send, plus a moment
 * to be marked as sent.
 */
const claimFor = 12_000;

/**
 * Runs every minute. Queues the next part of an announcement (§18.93), sends the outbox's emails (§19.2), and erases
 * old emails. Extra runs do no harm.
 */
export default handleJobs('mail', readMailEnv, {
  announced: calls('queue_announcements'),
  delivered: async ({ client, env }) => {
    const done = await deliver(outbox(client), mailServer(env.server, env.sender), {
      siteUrl: env.siteUrl,
      seller: env.seller,
      sender: env.sender.address,
      mentorLink: linkMaker(env.siteUrl, env.linkSecrets),
      enough: AbortSignal.timeout(claimFor),
    });
    return unlessIdle(done, done.outages > 0);
  },
  forgotten: calls('forget_mails'),
});

export const config: Config = { schedule: '* * * * *', region: 'sin' };
