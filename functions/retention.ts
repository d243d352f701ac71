import type { Config } from '@netlify/functions';
import { unwrap, type DatabaseClient } from './_lib/database/database.ts';
import { readEnv } from './_lib/env/env.ts';
import { calls, handleJobs } from './_lib/jobs/jobs.ts';
import { describe, log } from './_lib/http/log.ts';
import { eraseAccount } from './_lib/personal-data/member-rights.ts';

/**
 * Erases accounts that have not been used for three years, just as closing them would (§18.57). If an account cannot be
 * erased, a later run tries again, and `operations.health` lists it (§18.62). Resolves to the number erased.
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
 * Runs every hour. Erases, a few at a time, whatever the privacy policy keeps for a limited time (§18.9): messages,
 * expired links, addresses of codes, the log of logins, buyers' details in old bookkeeping, and unused accounts. Extra
 * runs do no harm. The table in §18.56 lists what other jobs erase.
 */
export default handleJobs('retention', readEnv, {
  messages: calls('forget_old_messages'),
  links: calls('forget_old_proofs'),
  codes: calls('forget_old_codes'),
  log: calls('forget_old_log'),
  buyers: calls('forget_old_buyers'),
  told: calls('tell_idle_accounts'),
  accounts: ({ client }) => eraseIdleAccounts(client),
});

export const config: Config = { schedule: '37 * * * *', region: 'sin' };
