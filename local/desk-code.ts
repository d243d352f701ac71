/**
 * `npm run desk-code`: prints the sample owner's current authenticator code, or with
 * `npm run desk-code -- <address>` that of another account of the running local site.
 */
import * as v from 'valibot';
import { sqlEditor } from './backend/sql-editor.ts';
import { totp } from './backend/totp.ts';
import { readStackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { readKeys } from './keys.ts';
import { run } from './run.ts';

const newestSecret = `
  select secret from auth.mfa_factors as factors
  join auth.users as users on users.id = factors.user_id
  where users.email = $1 and factors.status = 'verified'
  order by factors.created_at desc limit 1`;

run(async () => {
  const [address = 'owner@example.com'] = process.argv.slice(2);
  const config = readStackConfig(process.env);
  const editor = sqlEditor(stackUrls(config).backend, readKeys(config.dataDir).secretKey);
  const [row] = await editor(newestSecret, address.toLowerCase());
  if (!row) throw new Error(`The account ${address} has no authenticator.`);
  console.log(totp(v.parse(v.string(), row['secret']), new Date()));
});
