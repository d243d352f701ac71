import type { Config } from '@netlify/functions';
import type * as v from 'valibot';
import { closeRequest, type closeReply } from '../src/domain/personal-data/account-api.ts';
import { openDatabase } from './_lib/database/database.ts';
import { handle } from './_lib/http/handle.ts';
import { log } from './_lib/http/log.ts';
import { eraseAccount, memberWith } from './_lib/personal-data/member-rights.ts';
import { requirePassword } from './_lib/account/password.ts';
import { json } from './_lib/http/replies.ts';
import { readJson, refuseCrossSite } from './_lib/http/request.ts';
import { requireMember } from './_lib/account/signed-in.ts';

/** The largest body we read, in bytes: a password and the confirmation word. */
const largestBody = 8192;

/** Time limit in milliseconds for the whole call, because the host stops a function after 26 s. */
const closeFor = 22_000;

/**
 * `POST /api/closeAccount` (§11.60): closes the member's account for good. A run that is interrupted has deleted only
 * files, and the next run finishes the job.
 */
export default handle('closeAccount', ['POST'], async (req) => {
  const { env, client } = openDatabase(AbortSignal.timeout(closeFor));
  refuseCrossSite(req, env.siteUrl);
  const id = await requireMember(req, client);
  const { password } = await readJson(req, closeRequest, largestBody);
  const member = await memberWith(client, { id });
  await requirePassword(env, client, { id, email: member?.email ?? '', password });
  // We log the id, because a database restored from a backup contains the account again, and it must then be erased
  // again.
  log('info', 'account_closed', { member: id, ...(await eraseAccount(client, id, 'member')) });
  return json({ success: true } satisfies v.InferInput<typeof closeReply>);
});

export const config: Config = { path: ['/api/closeAccount', '/api/closeaccount'], region: 'sin' };
