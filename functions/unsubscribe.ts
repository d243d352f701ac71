import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { unsubscribeRefusals } from '../src/domain/refusals/messages.ts';
import { database, unwrapRefused } from './_lib/database/database.ts';
import { readPlainEnv } from './_lib/env/env.ts';
import { handle } from './_lib/http/handle.ts';
import { json, seeOther } from './_lib/http/replies.ts';
import { readQuery } from './_lib/http/request.ts';

/** The token of an account with its signature. */
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
 * `/api/unsubscribe?unsubscribe=` or `?times=` (§11.65): POST ends these mails for the account of the token, once or
 * again. GET, which mail scanners send too, ends nothing and leads to the page with the button.
 *
 * The caller is a mail service (RFC 8058): it sends no cookie, any origin or none, a body that says nothing more, and
 * the tokens of many members from few addresses, so none of these is judged or counted. The token is the right.
 */
export default handle('unsubscribe', ['GET', 'POST'], async (req) => {
  if (req.method === 'GET') return seeOther(`/unsubscribe#${new URL(req.url).searchParams}`);
  const call = readQuery(req, query);
  const client = database(readPlainEnv());
  unwrapRefused(await client.rpc('unsubscribe', call), unsubscribeRefusals);
  return json({ success: true });
});

export const config: Config = { path: '/api/unsubscribe', region: 'sin' };
