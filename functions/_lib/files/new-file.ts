import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { ApiErrorCode } from '../../../src/domain/api.ts';
import type { FileKind } from '../../../src/domain/files/member-files.ts';
import { newFileQueries } from '../../../src/domain/files/file-queries.ts';
import { bookingRefusals } from '../../../src/domain/refusals/bookings.ts';
import { loanRefusals } from '../../../src/domain/refusals/loans.ts';
import type { Refusal } from '../../../src/domain/refusals/refusal.ts';
import { refundRefusals } from '../../../src/domain/refusals/refunds.ts';
import { readQuery, requireMediaType } from '../http/request.ts';
import { unwrapRefused, type DatabaseClient, type Reply } from '../database/database.ts';
import { filesOf, readFile, type CheckedFile } from './files.ts';

/** The database's reply: the id of the new file, rate match or refund request, and the file's row. */
const addition = v.object({ id: v.string(), file: v.string(), path: v.string() });

type Kind<Query extends v.GenericSchema, Word extends ApiErrorCode> = {
  query: Query;
  /** Creates the row of a file from the values in the query. */
  add: (
    client: DatabaseClient,
    row: { p_user_id: string; p_size: number; p_type: string },
    query: v.InferOutput<Query>,
    file: CheckedFile,
  ) => PromiseLike<Reply>;
  refusals: Readonly<Record<Word, Refusal>>;
};

/**
 * Stores the file in a request's body (§18.10). Resolves to the id of the file, rate match or refund request that was
 * created.
 */
type AddFile = (req: Request, member: string, client: DatabaseClient) => Promise<string>;

function adder<Query extends v.GenericSchema, Word extends ApiErrorCode>(
  kind: Kind<Query, Word>,
): AddFile {
  return async (req, member, client) => {
    const query = readQuery(req, kind.query);
    requireMediaType(req, 'application/octet-stream');
    const file = await readFile(req);
    const row = { p_user_id: member, p_size: file.bytes.byteLength, p_type: file.type };
    const reply = await kind.add(client, row, query, file);
    const added = v.parse(addition, unwrapRefused(reply, kind.refusals));
    await filesOf(member, client).store(added, file);
    return added.id;
  };
}

/** How each kind of file is stored. The database decides who may store one, and its refusals are thrown as ApiError. */
export const addFile: Readonly<Record<FileKind, AddFile>> = {
  session: adder({
    query: newFileQueries.session,
    add: (client, row, { booking, purpose }) =>
      client.rpc('add_session_file', { ...row, p_booking: booking, p_purpose: purpose }),
    refusals: bookingRefusals,
  }),

  'rate-match': adder({
    query: newFileQueries['rate-match'],
    add: (client, row, { lender, rate, charges, validUntil }) =>
      client.rpc('add_rate_match', {
        ...row,
        p_lender: lender,
        p_rate: rate,
        p_charges: charges,
        p_valid_until: validUntil,
      }),
    refusals: loanRefusals,
  }),

  refund: adder({
    query: newFileQueries.refund,
    add: async (client, row, query, { bytes }) => {
      // If two hashes are equal, the operator sees that two people sent the same letter.
      const letter = { ...row, p_hash: createHash('sha256').update(bytes).digest('hex') };
      if ('request' in query) {
        return client.rpc('add_refund_file', { ...letter, p_request: query.request });
      }
      return client.rpc('ask_offer_refund', {
        ...letter,
        p_order: query.order,
        p_gives: query.gives,
        p_institute: query.institute,
        p_offered_on: query.offeredOn,
        p_interviewed_on: query.interviewedOn,
      });
    },
    refusals: refundRefusals,
  }),
};
