import * as v from 'valibot';
import { filePurposes, type FilePurpose } from '../../../src/domain/files/member-files.ts';
import { bookingRefusals } from '../../../src/domain/refusals/bookings.ts';
import { unwrap, unwrapRefused, type DatabaseClient } from '../database/database.ts';
import { deleteOldObjects, filesOf, type CheckedFile } from '../files/files.ts';

const added = v.object({ id: v.string(), path: v.string() });

type NewFile = CheckedFile & { booking: string; purpose: FilePurpose };

/**
 * Deletes feedback of sessions that ended more than a year ago (§18.19) and all files whose time is over, also
 * those of rate matches (§16.61), up to a hundred in a run and the objects before their rows. Resolves to the
 * number of rows.
 */
export async function forgetOldSessions(client: DatabaseClient): Promise<unknown> {
  await deleteOldObjects(client);
  return unwrap(await client.rpc('forget_old_sessions'));
}

/** The files that one member added to sessions (§15.23). */
export function sessionFilesOf(member: string, client: DatabaseClient) {
  const files = filesOf(member, client);

  return {
    /** Adds a file to a session. Throws ApiError for a session that takes none. */
    async add({ booking, purpose, ...file }: NewFile) {
      const size = file.bytes.byteLength;
      const reply = await client.rpc('add_session_file', {
        p_user_id: member,
        p_booking: booking,
        p_purpose: purpose,
        p_size: size,
        p_type: file.type,
      });
      const { id, path } = v.parse(added, unwrapRefused(reply, bookingRefusals));
      await files.store(path, file, async () =>
        unwrap(await client.rpc('forget_file', { p_user_id: member, p_file: id })),
      );
      return { id, purpose, size, type: file.type };
    },

    read: (id: string) => files.read(id, filePurposes),
    remove: (id: string) => files.remove(id, filePurposes),
  };
}
