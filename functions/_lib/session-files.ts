import * as v from 'valibot';
import { sessionMessages } from '../../src/domain/session-messages.ts';
import {
  filePurposes,
  fileTypes,
  type FilePurpose,
  type FileType,
} from '../../src/domain/session-files.ts';
import { ApiError } from './api-error.ts';
import { DatabaseUnavailable } from './database-error.ts';
import { refusedWith, unwrap, type DatabaseClient } from './database.ts';
import { describe, log } from './log.ts';

const bucketName = 'files';

const added = v.object({ id: v.string(), path: v.string() });

const kept = v.object({
  path: v.string(),
  purpose: v.picklist(filePurposes),
  type: v.picklist(fileTypes),
});

type NewFile = { booking: string; purpose: FilePurpose; type: FileType; bytes: Uint8Array };

function notFound(): ApiError {
  return new ApiError(404, 'no_such_file', sessionMessages.no_such_file);
}

/** The storage service's answer; any error of it counts as an outage. */
function stored<T>({ data, error }: { data: T; error: { name: string } | null }): T {
  if (error === null) return data;
  throw new DatabaseUnavailable(`storage service, ${error.name}`);
}

/** Fetches a file of the bucket, which nobody but the service may read (§18.11). */
export async function downloadFile(client: DatabaseClient, path: string): Promise<Blob> {
  const bytes = stored(await client.storage.from(bucketName).download(path));
  if (bytes === null) throw notFound();
  return bytes;
}

/**
 * Deletes files and feedback of sessions that ended more than a year ago (§18.19), some hundred in a run and
 * the objects before their rows. Resolves to the number of rows.
 */
export async function forgetOldSessions(client: DatabaseClient): Promise<number> {
  const paths = v.parse(v.array(v.string()), unwrap(await client.rpc('old_file_paths')));
  if (paths.length > 0) stored(await client.storage.from(bucketName).remove(paths));
  return v.parse(v.number(), unwrap(await client.rpc('forget_old_sessions')));
}

/** The files of one member (§15.23, §18.10 to §18.12). */
export function filesOf(member: string, client: DatabaseClient) {
  const bucket = client.storage.from(bucketName);

  async function find(id: string) {
    const row = unwrap(await client.rpc('file_of', { p_user_id: member, p_file: id }));
    if (row === null) throw notFound();
    return v.parse(kept, row);
  }

  const forget = async (id: string) =>
    unwrap(await client.rpc('forget_file', { p_user_id: member, p_file: id }));

  /** Undoes an upload that failed. What it cannot undo, the member or the erasure deletes. */
  async function undo(id: string, path: string): Promise<void> {
    try {
      stored(await bucket.remove([path]));
      await forget(id);
    } catch (error) {
      log('warn', 'file_left', { file: id, detail: describe(error) });
    }
  }

  return {
    /** Adds a file to a session. Throws ApiError for a session that takes none. */
    async add({ booking, purpose, type, bytes }: NewFile) {
      const size = bytes.byteLength;
      const reply = await client.rpc('add_session_file', {
        p_user_id: member,
        p_booking: booking,
        p_purpose: purpose,
        p_size: size,
        p_type: type,
      });
      const refused = refusedWith(reply.error);
      if (refused === 'too_many_files') {
        throw new ApiError(409, 'too_many_files', sessionMessages.too_many_files);
      }
      if (refused === 'too_many_uploads') {
        throw new ApiError(429, 'too_many_uploads', sessionMessages.too_many_uploads);
      }
      if (refused === 'no_such_booking') {
        throw new ApiError(404, 'no_such_booking', sessionMessages.no_such_booking);
      }
      const { id, path } = v.parse(added, unwrap(reply));
      try {
        // May overwrite, because a broken connection is tried again.
        stored(await bucket.upload(path, bytes, { contentType: type, upsert: true }));
      } catch (error) {
        await undo(id, path);
        throw error;
      }
      return { id, purpose, size, type };
    },

    /** The bytes of a file with its type and purpose. Throws ApiError when it is not the member's. */
    async read(id: string) {
      const { path, type, purpose } = await find(id);
      return { bytes: await downloadFile(client, path), type, purpose };
    },

    /** Deletes the object and then its row (§18.12). */
    async remove(id: string): Promise<void> {
      const { path } = await find(id);
      stored(await bucket.remove([path]));
      await forget(id);
    },
  };
}
