import * as v from 'valibot';
import { longestInstitute } from './refund-api.ts';

// Apart from the rest of the call, because a bundler that keeps both would give every page the checks that
// only the function makes.

const id = v.pipe(v.string(), v.uuid());
const day = v.pipe(v.string(), v.isoDate());
const paise = v.pipe(v.string(), v.digits(), v.maxLength(9), v.toNumber());

/**
 * Query of `POST /api/refundFile`; the body is the letter. With a pack, what the member was shown (paise), an
 * institute and two days it asks for the 100 % refund, with a request it adds a file to one of which more is needed.
 */
export const newLetterQuery = v.union([
  v.strictObject({
    order: id,
    gives: paise,
    institute: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestInstitute)),
    offeredOn: day,
    interviewedOn: day,
  }),
  v.strictObject({ request: id }),
]);

/** What a member says of an offer; days in India as YYYY-MM-DD. */
export type NewLetter = v.InferOutput<typeof newLetterQuery>;

/** Query of `GET /api/refundFile`: a letter of the member's own. */
export const letterQuery = v.object({ file: id });
