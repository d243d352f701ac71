import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import {
  fileEndings,
  filePurposes,
  type deletedFileReply,
  type newFileReply,
} from '../src/domain/files/member-files.ts';
import { deletedFileQuery, fileQuery, kindQuery } from '../src/domain/files/file-queries.ts';
import { deskFileQuery } from '../src/domain/desk/desk-file.ts';
import { bearerOf, requireMember } from './_lib/account/signed-in.ts';
import { asCaller, openDatabase } from './_lib/database/database.ts';
import { filesOf, readForDesk } from './_lib/files/files.ts';
import { addFile } from './_lib/files/new-file.ts';
import { handle } from './_lib/http/handle.ts';
import { attachment, json } from './_lib/http/replies.ts';
import { readQuery, refuseCrossSite } from './_lib/http/request.ts';

/**
 * `GET|POST|DELETE /api/file?kind=` (§11.53): the files of a member's sessions, rate matches and refunds. Files pass
 * through this function in both directions, so that every upload is checked and every download authorised. Operators
 * read letters and written offers here (§22.9).
 */
export default handle('file', ['GET', 'POST', 'DELETE'], async (req) => {
  const { env, client } = openDatabase();
  refuseCrossSite(req, env.siteUrl);
  const member = await requireMember(req, client);
  if (req.method === 'POST') {
    const { kind } = readQuery(req, kindQuery);
    const id = await addFile[kind](req, member, client);
    return json({ success: true, id } satisfies v.InferInput<typeof newFileReply>);
  }
  const files = filesOf(member, client);
  if (req.method === 'DELETE') {
    const { kind, file } = readQuery(req, deletedFileQuery);
    await files.remove(file, filePurposes[kind]);
    return json({ success: true } satisfies v.InferInput<typeof deletedFileReply>);
  }
  const query = readQuery(req, v.union([fileQuery, deskFileQuery]));
  const { bytes, type, purpose } =
    query.kind === 'desk'
      ? await readForDesk(query.file, asCaller(env, bearerOf(req)), client)
      : await files.read(query.file, filePurposes[query.kind]);
  return attachment(bytes, type, `${purpose}.${fileEndings[type]}`);
});

export const config: Config = { path: '/api/file', region: 'sin' };
