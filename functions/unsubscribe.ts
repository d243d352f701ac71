import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { unsubscribeRefusals } from '../src/domain/refusals/messages.ts';
import { database, unwrapRefused } from './_lib/database/database.ts';
import { readPlainEnv } from './_lib/env/env.ts';
import { handle } from './_lib/http/handle.ts';
import { json, seeOther } from './_lib/http/replies.ts';
import { readQuery } from './_lib/http/request.ts';

/** An unsubscribe token: an account's token and its signature. */
const token = v.pipe(v.string(), v.maxLength(200));

const query = v.union([
  v.pipe(
    v.object({ times: token }),
    v.transform(({ times }) => ({ p_token: times, p_mails: 'times' })),
  ),
  v.pipe(
    v.object({ unsubscribe: token }),
    v.transform(({ unsubscribe }) => ({ p_token: unsubscribe, p_mails: 'news' })),
  ),
]);

/**
 * `/api/unsubscribe?unsubscribe=` or `?times=` (§11.65): POST unsubscribes the token's account from these emails, and
 * may be repeated. GET, which mail scanners also send, changes nothing and redirects to the page with the button.
 *
 * The caller is a mail service (RFC 8058). It sends no cookie, an arbitrary Origin or none, a fixed phrase as the body,
 * and many members' tokens from a few network addresses. So none of these is checked or counted: a valid token is
 * enough.
 */
export default handle('unsubscribe', ['GET', 'POST'], async (req) => {
  if (req.method === 'GET') return seeOther(`/unsubscribe#${new URL(req.url).searchParams}`);
  const call = readQuery(req, query);
  const client = database(readPlainEnv());
  unwrapRefused(await client.rpc('unsubscribe', call), unsubscribeRefusals);
  return json({ success: true });
});

export const config: Config = { path: '/api/unsubscribe', region: 'sin' };
