import * as v from 'valibot';
import { loanMessages } from '../../../src/domain/loans/loan-messages.ts';
import { ApiError } from '../http/api-error.ts';
import { refusedWith, unwrap, type DatabaseClient } from '../database/database.ts';
import { filesOf, type CheckedFile } from '../files/files.ts';

const added = v.object({ id: v.string(), path: v.string() });

/** What a member says of a better offer: percent a year, paise, and the last day as YYYY-MM-DD. */
export type BetterOffer = { lender: string; rate: number; charges: number; validUntil: string };

const statuses = {
  not_in_group: 409,
  address_not_proven: 403,
  loan_was_paid_out: 409,
  match_not_valid: 400,
  too_many_matches: 409,
  too_many_uploads: 429,
} as const;

const isProblem = (word: string | undefined): word is keyof typeof statuses =>
  word !== undefined && Object.hasOwn(statuses, word);

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
      const refused = refusedWith(reply.error);
      if (isProblem(refused)) throw new ApiError(statuses[refused], refused, loanMessages[refused]);
      const { id, path } = v.parse(added, unwrap(reply));
      await files.store(path, file, async () =>
        unwrap(await client.rpc('forget_rate_match', { p_user_id: member, p_match: id })),
      );
      return id;
    },

    /** The written offer of an own rate match. Throws 404 for any other file. */
    read: (id: string) => files.read(id, ['offer']),
  };
}
