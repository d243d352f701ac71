import type { Config } from '@netlify/functions';
import type * as v from 'valibot';
import { fileEndings } from '../src/domain/files/member-files.ts';
import type { refundFileReply } from '../src/domain/refunds/refund-api.ts';
import { letterQuery, newLetterQuery } from '../src/domain/refunds/refund-query.ts';
import { readFile } from './_lib/files/files.ts';
import { handle } from './_lib/http/handle.ts';
import { refundFilesOf } from './_lib/refunds/refund-files.ts';
import { attachment, json } from './_lib/http/replies.ts';
import { readQuery, refuseCrossSite, requireMediaType } from './_lib/http/request.ts';
import { services } from './_lib/env/services.ts';
import { requireMember } from './_lib/account/signed-in.ts';

/**
 * `GET|POST /api/refundFile` (§11.58): asks for the 100 % refund with the letter of the offer (§17.7), and
 * adds a letter where more is needed. It goes through us both ways, like the files of sessions.
 */
export default handle('refundFile', ['GET', 'POST'], async (req) => {
  const { env, client } = services();
  refuseCrossSite(req, env.siteUrl);
  const letters = refundFilesOf(await requireMember(req, client), client);
  if (req.method === 'POST') {
    const letter = readQuery(req, newLetterQuery);
    requireMediaType(req, 'application/octet-stream');
    const made = await letters.add(letter, await readFile(req));
    return json({ success: true, ...made } satisfies v.InferInput<typeof refundFileReply>);
  }
  const { bytes, type, purpose } = await letters.read(readQuery(req, letterQuery).file);
  return attachment(bytes, type, `${purpose}.${fileEndings[type]}`);
});

export const config: Config = {
  // Netlify lower-cases the requested path before it compares it with these.
  path: ['/api/refundFile', '/api/refundfile'],
  region: 'sin',
};
