import * as v from 'valibot';

// Types of values that the database, the functions and the pages exchange.

/** A point in time as an ISO timestamp. */
export const moment = v.pipe(v.string(), v.isoTimestamp());

/** A day, such as '2026-11-20'. */
export const day = v.pipe(v.string(), v.isoDate());

/** An amount of money in whole paise. */
export const paise = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The id of a row in the database. */
export const uuid = v.pipe(v.string(), v.uuid());

/** A link that is safe for a page to open: http or https, never `javascript:` or any other scheme. */
export const link = v.pipe(v.string(), v.regex(/^https:\/\/./));
