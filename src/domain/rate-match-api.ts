import * as v from 'valibot';

/** Path of the function that keeps the written offers of rate matches (§16.27). */
export const rateMatchPath = '/api/rateMatch';

/** What a rate match may say, on the page and for the function alike (§16.77). */
export const rateMatchLimits = {
  /** Characters of the lender's name. */
  lender: { least: 2, most: 80 },
  /** Percent a year. */
  rate: { least: 0, most: 30 },
  /** Paise. */
  charges: { least: 0, most: 10_00_000_00 },
} as const;

const { lender, rate, charges } = rateMatchLimits;

/**
 * Query of `POST /api/rateMatch`, all of it text; the body is the written offer. It gives the rate in percent
 * a year, the charges in whole paise and the last day of the offer, `YYYY-MM-DD`. Whether that day is over
 * is the database's to say.
 */
export const newRateMatchQuery = v.object({
  lender: v.pipe(v.string(), v.trim(), v.minLength(lender.least), v.maxLength(lender.most)),
  rate: v.pipe(
    v.string(),
    v.regex(/^\d{1,2}(\.\d{1,2})?$/),
    v.transform(Number),
    v.minValue(rate.least),
    v.maxValue(rate.most),
  ),
  charges: v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/),
    v.transform(Number),
    v.minValue(charges.least),
    v.maxValue(charges.most),
  ),
  validUntil: v.pipe(v.string(), v.isoDate()),
});

/** Query of `GET /api/rateMatch`: the written offer of the member's own rate match. */
export const rateMatchFileQuery = v.object({ file: v.pipe(v.string(), v.uuid()) });

/** Answer of `POST /api/rateMatch`: the id of the rate match. */
export const rateMatchReply = v.object({
  success: v.literal(true),
  match: v.pipe(v.string(), v.uuid()),
});
