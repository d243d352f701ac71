import * as v from 'valibot';
import { loanRefusals } from '../../../src/domain/refusals/loans.ts';
import { unwrap, unwrapRefused, type DatabaseClient } from '../database/database.ts';
import { filesOf, type CheckedFile } from '../files/files.ts';

const added = v.object({ id: v.string(), path: v.string() });

/** What a member says of a better offer: percent a year, paise, and the last day as YYYY-MM-DD. */
export type BetterOffer = { lender: string; rate: number; charges: number; validUntil: string };

/** The rate matches of one member (§16.27). */
export function rateMatchesOf(member: string, client: DatabaseClient) {
  const files = filesOf(member, client);

  return {
    /** Keeps a better offer with its file. Resolves to the id of the rate match; throws ApiError if it is refused. */
    async add({ lender, rate, charges, validUntil }: BetterOffer, file: CheckedFile) {
      const reply = await client.rpc('add_rate_match', {
        p_user_id: member,
        p_lender: lender,
        p_rate: rate,
        p_charges: charges,
        p_valid_until: validUntil,
        p_size: file.bytes.byteLength,
        p_type: file.type,
      });
      const { id, path } = v.parse(added, unwrapRefused(reply, loanRefusals));
      await files.store(path, file, async () =>
        unwrap(await client.rpc('forget_rate_match', { p_user_id: member, p_match: id })),
      );
      return id;
    },

    /** The written offer of an own rate match. Throws 404 for any other file. */
    read: (id: string) => files.read(id, ['offer']),
  };
}
