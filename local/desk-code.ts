/**
 * `npm run desk-code` prints the sample owner's current authenticator code. `npm run desk-code -- <address>` prints the
 * code of another account on the running local site.
 */
import * as v from 'valibot';
import { totp } from './backend/totp.ts';
import { run } from './run.ts';
import { runningSite } from './running-site.ts';

const newestSecret = `
  select secret from auth.mfa_factors as factors
  join auth.users as users on users.id = factors.user_id
  where users.email = $1 and factors.status = 'verified'
  order by factors.created_at desc limit 1`;

run(async () => {
  const [address = 'owner@example.com'] = process.argv.slice(2);
  const [row] = await runningSite().editor(newestSecret, address.toLowerCase());
  if (!row) throw new Error(`The account ${address} has no authenticator.`);
  console.log(totp(v.parse(v.string(), row['secret']), new Date()));
});
