import * as v from 'valibot';
import { rateMatchLimits } from './rate-match-api.ts';

// Apart from the rest of the call, because a bundler that keeps both would give every page the checks that
// only the function makes.

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
