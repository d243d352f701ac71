import * as v from 'valibot';
import { targetsSchema } from '../../domain/bookings/targets.ts';
import { sessionKinds } from '../../domain/bookings/session-kinds.ts';
import { fileTypes } from '../../domain/files/member-files.ts';
import { refundKinds } from '../../domain/refunds/refund.ts';
import { standingSchema } from '../../domain/refunds/standing.ts';
import { day, moment, paise } from '../../domain/schema.ts';

const count = v.pipe(v.number(), v.integer());
const refusal = v.nullable(v.string());

const file = v.object({
  id: v.string(),
  type: v.picklist(fileTypes),
  size: v.number(),
});

/** Parses a request, as returned by every function that changes one. */
export const requestSchema = v.object({
  ...standingSchema.entries,
  id: v.string(),
  order: v.string(),
  kind: v.picklist(refundKinds),
  amount: paise,
  sessions: count,
  // The member's own session that it is about.
  session: v.nullable(
    v.object({ kind: v.picklist(sessionKinds), mentor: v.string(), starts_at: moment }),
  ),
  // How the member paid, in the provider's word.
  method: v.nullable(v.string()),
  cancelled: v.boolean(),
  institute: v.nullable(v.string()),
  offered_on: v.nullable(day),
  interviewed_on: v.nullable(day),
  files: v.array(file),
  went_wrong: v.nullable(v.string()),
  needs: v.nullable(v.string()),
  answer: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  paid_at: v.nullable(moment),
  ended_at: v.nullable(moment),
  can_take_back: v.boolean(),
  transfer_reference: v.nullable(v.string()),
  refund_reference: v.nullable(v.string()),
  disputed: v.boolean(),
});

/** A refund request. Amounts are in paise; dates are in Indian time. */
export type RefundRequest = v.InferOutput<typeof requestSchema>;

const ordinary = v.object({
  gives: paise,
  sessions: count,
  cancels: count,
  uses: count,
  until: day,
  refusal,
  // The member's own upcoming bookings, which it cancels; `is_used` if they start too soon to return their sessions.
  bookings: v.array(
    v.object({
      starts_at: moment,
      kind: v.picklist(sessionKinds),
      mentor: v.string(),
      is_used: v.boolean(),
    }),
  ),
});

const session = v.object({
  booking: v.string(),
  starts_at: moment,
  kind: v.picklist(sessionKinds),
  mentor: v.string(),
  state: v.picklist(['held', 'called_off']),
  gives: paise,
  until: day,
  refusal,
});

/** A session that may have gone wrong, and what its refund would return. */
export type RefundableSession = v.InferOutput<typeof session>;

const pack = v.object({
  order: v.string(),
  pack: v.string(),
  sold: count,
  persons: count,
  amount: paise,
  returned: paise,
  payment: v.string(),
  paid_at: moment,
  disputed: v.boolean(),
  ordinary,
  offer: v.object({ gives: paise, refusal }),
  sessions: v.array(session),
  requests: v.array(requestSchema),
});

/** A pack that the member has bought, what each kind of refund would return now, and the pack's requests. */
export type RefundPack = v.InferOutput<typeof pack>;

/** Parses the reply from `my_refunds`. */
export const refundsSchema = v.object({
  now: moment,
  packs: v.array(pack),
  targets: targetsSchema,
});
export type Refunds = v.InferOutput<typeof refundsSchema>;
