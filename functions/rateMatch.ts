import type { Config } from '@netlify/functions';
import type * as v from 'valibot';
import type { rateMatchReply } from '../src/domain/loans/rate-match-api.ts';
import { newRateMatchQuery, rateMatchFileQuery } from '../src/domain/loans/rate-match-query.ts';
import { fileEndings } from '../src/domain/files/member-files.ts';
import { readFile } from './_lib/files/files.ts';
import { handle } from './_lib/http/handle.ts';
import { rateMatchesOf } from './_lib/loans/rate-matches.ts';
import { attachment, json } from './_lib/http/replies.ts';
import { readQuery, refuseCrossSite, requireMediaType } from './_lib/http/request.ts';
import { services } from './_lib/env/services.ts';
import { requireMember } from './_lib/account/signed-in.ts';

/**
 * `GET|POST /api/rateMatch` (§11.56): a better offer that a member found, with the written offer as a file
 * (§16.27). It goes through us both ways, like the files of sessions.
 */
export default handle('rateMatch', ['GET', 'POST'], async (req) => {
  const { env, client } = services();
  refuseCrossSite(req, env.siteUrl);
  const matches = rateMatchesOf(await requireMember(req, client), client);
  if (req.method === 'POST') {
    const offer = readQuery(req, newRateMatchQuery);
    requireMediaType(req, 'application/octet-stream');
    const match = await matches.add(offer, await readFile(req));
    return json({ success: true, match } satisfies v.InferInput<typeof rateMatchReply>);
  }
  const { bytes, type, purpose } = await matches.read(readQuery(req, rateMatchFileQuery).file);
  return attachment(bytes, type, `${purpose}.${fileEndings[type]}`);
});

export const config: Config = {
  // Netlify lower-cases the requested path before it compares it with these.
  path: ['/api/rateMatch', '/api/ratematch'],
  region: 'sin',
};
