import * as v from 'valibot';

const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** Parses a consent about a loan, for the loan page and the settings. */
export const consent = v.object({
  id: v.string(),
  kind: v.picklist(['loan_group', 'loan_lender']),
  lender: v.nullable(v.string()),
  text: v.string(),
  version: v.number(),
  given_at: timestamp,
  taken_back_at: v.nullable(timestamp),
});

/** A consent, in the words that were shown. */
export type Consent = v.InferOutput<typeof consent>;
