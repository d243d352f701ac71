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

/** Answer of `POST /api/rateMatch`: the id of the rate match. */
export const rateMatchReply = v.object({
  success: v.literal(true),
  match: v.string(),
});
