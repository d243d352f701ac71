import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { NewLetter } from '../../../src/domain/refunds/refund-query.ts';
import { refundRefusals } from '../../../src/domain/refusals/refunds.ts';
import { unwrap, unwrapRefused, type DatabaseClient } from '../database/database.ts';
import { filesOf, type CheckedFile } from '../files/files.ts';

const added = v.object({ id: v.string(), number: v.string(), file: v.string(), path: v.string() });

/** The letters of one member's 100 % refunds (§17.7). */
export function refundFilesOf(member: string, client: DatabaseClient) {
  const files = filesOf(member, client);

  return {
    /**
     * Asks for the 100 % refund with its letter, or adds a letter to a request of which more is needed.
     * Resolves to the request's id and number; throws ApiError if it is refused.
     */
    async add(letter: NewLetter, file: CheckedFile) {
      const about = {
        p_user_id: member,
        p_size: file.bytes.byteLength,
        p_type: file.type,
        // Equal letters are shown to the operator.
        p_hash: createHash('sha256').update(file.bytes).digest('hex'),
      };
      const reply =
        'request' in letter
          ? await client.rpc('add_refund_file', { ...about, p_request: letter.request })
          : await client.rpc('ask_offer_refund', {
              ...about,
              p_order: letter.order,
              p_gives: letter.gives,
              p_institute: letter.institute,
              p_offered_on: letter.offeredOn,
              p_interviewed_on: letter.interviewedOn,
            });
      const {
        id,
        number,
        file: fileId,
        path,
      } = v.parse(added, unwrapRefused(reply, refundRefusals));
      const undo = { p_user_id: member, p_request: id, p_file: fileId };
      await files.store(path, file, async () =>
        unwrap(await client.rpc('forget_refund_file', undo)),
      );
      return { request: id, number };
    },

    /** A letter of an own request. Throws 404 for any other file. */
    read: (id: string) => files.read(id, ['letter']),
  };
}
