import * as v from 'valibot';
import { moment } from '../../domain/schema.ts';

/** Parses a consent about a loan, for the loan page and the settings. */
export const consent = v.object({
  id: v.string(),
  kind: v.picklist(['loan_group', 'loan_lender']),
  lender: v.nullable(v.string()),
  text: v.string(),
  version: v.number(),
  given_at: moment,
  taken_back_at: v.nullable(moment),
});

/** A consent, in the words shown to the member. */
export type Consent = v.InferOutput<typeof consent>;
