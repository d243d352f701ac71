import * as v from 'valibot';
import { day, uuid } from '../schema.ts';
import { cleanText } from '../words/typed-text.ts';
import { filePurposes, longestInstitute, rateMatchLimits, type FileKind } from './member-files.ts';

// Apart from what pages use, because a bundler keeps a schema's calls even if no page needs them.

const line = v.pipe(v.string(), v.transform(cleanText));

/** True if the date exists and is in this century. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return day.startsWith('20') && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
const realDay = v.pipe(day, v.check(isDay));
const typedPaise = v.pipe(v.string(), v.digits(), v.maxLength(9), v.toNumber());

const { lender, rate, charges } = rateMatchLimits;

/** The `kind` in the query string of every call to the function. */
export const kindQuery = v.object({
  kind: v.picklist(['session', 'rate-match', 'refund'] satisfies FileKind[]),
});

/**
 * The rest of a POST's query, by kind; the body is the file (§11.53). Every value arrives as a string.
 *
 * - A rate match has the rate in percent per year, the charges in paise and the last day of the offer. The database
 *   decides whether that day is past.
 * - A letter with a pack, the amount shown to the member (in paise), an institute and two days asks for the 100%
 *   refund. A letter with a request is added to that request, because we asked for more information.
 */
export const newFileQueries = {
  session: v.object({ booking: uuid, purpose: v.picklist(filePurposes.session) }),
  'rate-match': v.object({
    lender: v.pipe(line, v.minLength(lender.least), v.maxLength(lender.most)),
    rate: v.pipe(
      v.string(),
      v.regex(/^\d{1,2}(\.\d{1,2})?$/),
      v.toNumber(),
      v.minValue(rate.least),
      v.maxValue(rate.most),
    ),
    charges: v.pipe(typedPaise, v.minValue(charges.least), v.maxValue(charges.most)),
    validUntil: realDay,
  }),
  refund: v.union([
    v.strictObject({
      kind: v.literal('refund'),
      order: uuid,
      gives: typedPaise,
      institute: v.pipe(line, v.minLength(1), v.maxLength(longestInstitute)),
      offeredOn: realDay,
      interviewedOn: realDay,
    }),
    v.strictObject({ kind: v.literal('refund'), request: uuid }),
  ]),
} as const;

/** The query string of a GET request for one of the member's own files. */
export const fileQuery = v.object({ ...kindQuery.entries, file: uuid });

/** The query string of a DELETE request. Only sessions' files can be deleted individually. */
export const deletedFileQuery = v.object({ kind: v.literal('session'), file: uuid });
