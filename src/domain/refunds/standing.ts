import * as v from 'valibot';
import { memberPages } from '../member-pages.ts';
import { day, moment } from '../schema.ts';
import { refundStates } from './refund.ts';

/** Parses where a request stands: its state, and the days that we have promised. Dates are in Indian time. */
export const standingSchema = v.object({
  number: v.string(),
  state: v.picklist(refundStates),
  // In paise. Null for the pack's second person, who never sees payments.
  amount: v.nullable(v.number()),
  asked_at: moment,
  decided_at: v.nullable(moment),
  decide_by: day,
  // Null until we have approved the request.
  pay_by: v.nullable(day),
  late: v.nullable(v.picklist(['decision', 'payment'])),
});

export type Standing = v.InferOutput<typeof standingSchema>;

/** The page of a refund request. */
export const requestPage = ({ number }: Pick<Standing, 'number'>) =>
  `${memberPages.refunds}?request=${number}`;
