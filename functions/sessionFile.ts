import type { Config } from '@netlify/functions';
import type * as v from 'valibot';
import {
  fileQuery,
  newFileQuery,
  type doneReply,
  type fileReply,
} from '../src/domain/bookings/session-file-api.ts';
import { fileEndings } from '../src/domain/files/member-files.ts';
import { readFile } from './_lib/files/files.ts';
import { handle } from './_lib/http/handle.ts';
import { attachment, json } from './_lib/http/replies.ts';
import { readQuery, refuseCrossSite, requireMediaType } from './_lib/http/request.ts';
import { services } from './_lib/env/services.ts';
import { sessionFilesOf } from './_lib/bookings/session-files.ts';
import { requireMember } from './_lib/account/signed-in.ts';

/**
 * `GET|POST|DELETE /api/sessionFile` (§11.53): a member's files for a session (§15.23). They go through
 * us both ways, so that nothing but a checked file gets in and each download is allowed anew.
 */
export default handle('sessionFile', ['GET', 'POST', 'DELETE'], async (req) => {
  const { env, client } = services();
  refuseCrossSite(req, env.siteUrl);
  const files = sessionFilesOf(await requireMember(req, client), client);
  if (req.method === 'POST') {
    const { booking, purpose } = readQuery(req, newFileQuery);
    requireMediaType(req, 'application/octet-stream');
    const file = await files.add({ booking, purpose, ...(await readFile(req)) });
    return json({ success: true, file } satisfies v.InferInput<typeof fileReply>);
  }
  const { file: id } = readQuery(req, fileQuery);
  if (req.method === 'DELETE') {
    await files.remove(id);
    return json({ success: true } satisfies v.InferInput<typeof doneReply>);
  }
  const { bytes, type, purpose } = await files.read(id);
  return attachment(bytes, type, `${purpose}.${fileEndings[type]}`);
});

export const config: Config = {
  // Netlify lower-cases the requested path before it compares it with these.
  path: ['/api/sessionFile', '/api/sessionfile'],
  region: 'sin',
};
