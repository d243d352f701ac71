import type { Config } from '@netlify/functions';
import { unwrap, type DatabaseClient } from './_lib/database/database.ts';
import { readEnv } from './_lib/env/env.ts';
import { handleJobs } from './_lib/jobs/jobs.ts';
import { describe, log } from './_lib/http/log.ts';
import { eraseAccount } from './_lib/rights/member-rights.ts';

/**
 * Erases accounts that nobody has used for three years, as a request of their owner would (§18.57). One that
 * cannot be erased now waits for a later run, and `operations.health` names it (§18.62). Resolves to how many
 * were erased.
 */
async function eraseIdleAccounts(client: DatabaseClient): Promise<number> {
  const members = unwrap(await client.rpc('accounts_to_erase')) ?? [];
  let erased = 0;
  for (const member of members) {
    try {
      await eraseAccount(client, member, 'member');
      erased += 1;
    } catch (error) {
      log('error', 'account_not_erased', { account: member, detail: describe(error) });
    }
  }
  return erased;
}

/**
 * Runs every hour and ends what the privacy policy gives an end (§18.9), in small parts: messages, links that
 * stopped working, addresses of codes, the log of logins, buyers in old books, and accounts that nobody uses. Extra runs do no
 * harm. What other jobs end is in the table of §18.56.
 */
export default handleJobs('retention', readEnv, {
  messages: async ({ client }) => unwrap(await client.rpc('forget_old_messages')),
  links: async ({ client }) => unwrap(await client.rpc('forget_old_proofs')),
  codes: async ({ client }) => unwrap(await client.rpc('forget_old_codes')),
  log: async ({ client }) => unwrap(await client.rpc('forget_old_log')),
  buyers: async ({ client }) => unwrap(await client.rpc('forget_old_buyers')),
  told: async ({ client }) => unwrap(await client.rpc('tell_idle_accounts')),
  accounts: ({ client }) => eraseIdleAccounts(client),
});

export const config: Config = { schedule: '37 * * * *', region: 'sin' };
