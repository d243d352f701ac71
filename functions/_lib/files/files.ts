import * as v from 'valibot';
import { missingFileRefusals } from '../../../src/domain/refusals/files.ts';
import { deskRefusals } from '../../../src/domain/refusals/operators.ts';
import {
  fileRefusals,
  fileTypeOf,
  fileTypes,
  largestFile,
  type FilePurpose,
  type FileType,
} from '../../../src/domain/files/member-files.ts';
import { ApiError, refused } from '../http/api-error.ts';
import { DatabaseUnavailable } from '../database/database-error.ts';
import { unwrap, type DatabaseClient } from '../database/database.ts';
import { describe, log } from '../http/log.ts';
import { readAtMost } from '../http/read-at-most.ts';

const bucketName = 'files';

const kept = v.object({ path: v.string(), purpose: v.string(), type: v.picklist(fileTypes) });

/** A file, with its type as determined from its first bytes. */
export type CheckedFile = { bytes: Uint8Array; type: FileType };

/** The same 404 for a file that does not exist and for one that belongs to another member. */
function fileNotFound(): ApiError {
  return refused(missingFileRefusals, 'no_such_file');
}

/** The data in the storage service's reply. Throws DatabaseUnavailable for any error. */
export function stored<T>({ data, error }: { data: T; error: { name: string } | null }): T {
  if (error === null) return data;
  throw new DatabaseUnavailable(`storage service, ${error.name}`);
}

/** Reads the file in a request's body (§18.10). Throws 413 or 400 with the message that the page shows. */
export async function readFile(req: Request): Promise<CheckedFile> {
  const bytes = await readAtMost(req, largestFile);
  if (bytes === undefined) throw new ApiError(413, 'payload_too_large', fileRefusals.tooLarge);
  const found = fileTypeOf(bytes);
  if ('refused' in found) throw new ApiError(400, 'invalid_file', found.refused);
  return { bytes, type: found.type };
}

/** Fetches a file from the bucket, which only the service may read (§18.11). */
export async function downloadFile(client: DatabaseClient, path: string): Promise<Blob> {
  const bytes = stored(await client.storage.from(bucketName).download(path));
  if (bytes === null) throw fileNotFound();
  return bytes;
}

const deskAnswer = v.nullable(
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
 * A member's letter or written offer, for an operator (§22.9). `caller` has the operator's rights, because the database
 * checks the second factor of the operator's login and logs the access. Throws 404, or 403 until the operator has
 * entered the code.
 */
export async function readForDesk(file: string, caller: DatabaseClient, client: DatabaseClient) {
  const found = v.parse(deskAnswer, unwrap(await caller.rpc('desk_document', { p_file: file })));
  if (found === null) throw fileNotFound();
  if ('refused' in found) throw refused(deskRefusals, found.refused);
  const { path, type, purpose } = found;
  return { bytes: await downloadFile(client, path), type, purpose };
}

/**
 * Deletes the objects of up to a hundred expired files. Call this before deleting their rows, because only the rows
 * know the paths (§18.12).
 */
export async function deleteOldObjects(client: DatabaseClient): Promise<void> {
  const paths = v.parse(v.array(v.string()), unwrap(await client.rpc('old_file_paths')));
  if (paths.length > 0) stored(await client.storage.from(bucketName).remove(paths));
}

/** Reads, stores and deletes one member's files of every kind (§18.10 to §18.12). */
export function filesOf(member: string, client: DatabaseClient) {
  const bucket = client.storage.from(bucketName);

  async function find<Purpose extends FilePurpose>(id: string, purposes: readonly Purpose[]) {
    const row = unwrap(await client.rpc('file_of', { p_user_id: member, p_file: id }));
    if (row === null) throw fileNotFound();
    const { path, purpose, type } = v.parse(kept, row);
    const known = purposes.find((one) => one === purpose);
    if (known === undefined) throw fileNotFound();
    return { path, purpose: known, type };
  }

  return {
    /**
     * Stores the object for a new row. If that fails, deletes the row together with its rate match or refund request.
     * If that fails too, the row stays until the member deletes it or the account is erased.
     */
    async store({ file, path }: { file: string; path: string }, { bytes, type }: CheckedFile) {
      try {
        // Overwriting is allowed, because the client repeats a call if its connection broke.
        stored(await bucket.upload(path, bytes, { contentType: type, upsert: true }));
      } catch (error) {
        try {
          stored(await bucket.remove([path]));
          unwrap(await client.rpc('forget_upload', { p_user_id: member, p_file: file }));
        } catch (failure) {
          log('warn', 'file_left', { path, detail: describe(failure) });
        }
        throw error;
      }
    },

    /**
     * A file's bytes, type and purpose. Throws 404 unless the file belongs to the member and serves one of `purposes`.
     */
    async read<Purpose extends FilePurpose>(id: string, purposes: readonly Purpose[]) {
      const { path, type, purpose } = await find(id, purposes);
      return { bytes: await downloadFile(client, path), type, purpose };
    },

    /** Deletes the object and then its row (§18.12). Throws the same errors as `read`. */
    async remove(id: string, purposes: readonly FilePurpose[]): Promise<void> {
      const { path } = await find(id, purposes);
      stored(await bucket.remove([path]));
      unwrap(await client.rpc('forget_files', { p_user_id: member, p_file: id }));
    },
  };
}
