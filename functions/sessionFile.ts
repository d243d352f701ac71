import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import {
  fileQuery,
  newFileQuery,
  type doneReply,
  type fileReply,
} from '../src/domain/session-file-api.ts';
import { fileEndings, fileRefusals, fileTypeOf, largestFile } from '../src/domain/session-files.ts';
import { ApiError } from './_lib/api-error.ts';
import { handle } from './_lib/handle.ts';
import { readAtMost } from './_lib/read-at-most.ts';
import { attachment, json } from './_lib/replies.ts';
import { refuseCrossSite, requireMediaType } from './_lib/request.ts';
import { services } from './_lib/services.ts';
import { filesOf } from './_lib/session-files.ts';
import { requireMember } from './_lib/session.ts';

function readQuery<Schema extends v.GenericSchema>(req: Request, schema: Schema) {
  const query = v.safeParse(schema, Object.fromEntries(new URL(req.url).searchParams));
  if (query.success) return query.output;
  throw new ApiError(400, 'invalid_request', 'The address of this call is not complete.');
}

/** The file in the body of a request, with the type that its first bytes tell. */
async function readFile(req: Request) {
  const bytes = await readAtMost(req, largestFile);
  if (bytes === undefined) throw new ApiError(413, 'payload_too_large', fileRefusals.tooLarge);
  const type = fileTypeOf(bytes);
  if (type === undefined) throw new ApiError(400, 'invalid_file', fileRefusals.wrongType);
  return { bytes, type };
}

/**
 * `GET|POST|DELETE /api/sessionFile` (§11.53): a member's files for a session (§15.23). They go through
 * us both ways, so that nothing but a checked file gets in and each download is allowed anew.
 */
export default handle('sessionFile', ['GET', 'POST', 'DELETE'], async (req) => {
  const { env, client } = services();
  refuseCrossSite(req, env.siteUrl);
  const files = filesOf(await requireMember(req, client), client);
  if (req.method === 'POST') {
    const { booking, purpose } = readQuery(req, newFileQuery);
    requireMediaType(req, 'application/octet-stream');
    const { bytes, type } = await readFile(req);
    const file = await files.add({ booking, purpose, type, bytes });
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
