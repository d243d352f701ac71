import * as v from 'valibot';
import { fileTypes } from '../../../src/domain/files/member-files.ts';
import { deskRefusals } from '../../../src/domain/refusals/operators.ts';
import { unwrap, type DatabaseClient } from '../database/database.ts';
import { refused } from '../http/api-error.ts';
import { downloadFile, fileNotFound } from './files.ts';

const answer = v.nullable(
  v.union([
    v.object({ refused: v.literal('needs_code') }),
    v.object({
      path: v.string(),
      type: v.picklist(fileTypes),
      purpose: v.picklist(['offer', 'letter']),
    }),
  ]),
);

/**
 * A letter or a written offer of a member, for an operator (§22.9). `caller` has the operator's rights, because the
 * database checks the second factor of that session and logs the access. Throws 404, or 403 until the code is entered.
 */
export async function readForDesk(file: string, caller: DatabaseClient, client: DatabaseClient) {
  const found = v.parse(answer, unwrap(await caller.rpc('desk_document', { p_file: file })));
  if (found === null) throw fileNotFound();
  if ('refused' in found) throw refused(deskRefusals, found.refused);
  const { path, type, purpose } = found;
  return { bytes: await downloadFile(client, path), type, purpose };
}
