import * as v from 'valibot';
import { sessionKinds } from '../../domain/bookings/session-kinds.ts';
import { targetsSchema } from '../../domain/bookings/targets.ts';
import { sessionFile } from '../../domain/files/member-files.ts';
import { freeInterview } from '../../domain/packs/free-interview.ts';
import { orderStatuses } from '../../domain/payments/orders.ts';
import { refundStates } from '../../domain/refunds/refund.ts';
import { standingSchema } from '../../domain/refunds/standing.ts';
import { day, moment } from '../../domain/schema.ts';

const mark = v.nullable(v.picklist([1, 2, 3, 4, 5]));

const second = v.object({
  address: v.nullable(v.string()),
  state: v.picklist(['none', 'named', 'declined', 'accepted']),
  namings_left: v.number(),
  replaceable: v.boolean(),
});

/** The second person on a pack for two, as shown to the buyer (§15.24). */
export type SecondPerson = v.InferOutput<typeof second>;

const invitation = v.object({
  order: v.string(),
  pack: v.string(),
  address: v.string(),
  from: v.nullable(v.string()),
  // How many sessions are left.
  sessions: v.number(),
  // The newest version of the terms that the member has accepted.
  terms: v.nullable(day),
});

/** An invitation to share a pack that the member has not accepted yet (§15.25). */
export type Invitation = v.InferOutput<typeof invitation>;

const pack = v.object({
  order: v.string(),
  pack: v.string(),
  status: v.picklist(orderStatuses),
  role: v.picklist(['buyer', 'second']),
  // The first name of the other person who shares the pack, if known.
  other: v.nullable(v.string()),
  sold: v.number(),
  // Also the reported ones.
  used: v.number(),
  booked: v.number(),
  // How many have no mentor by a report that is not decided yet (§15.88).
  reported: v.number(),
  // How many of these are not the member's own.
  theirs: v.object({ used: v.number(), booked: v.number(), reported: v.number() }),
  // How many of the sessions were refunded.
  given_back: v.number(),
  remaining: v.number(),
  valid_until: v.nullable(day),
  is_valid: v.boolean(),
  // The open request to refund the whole pack, if any.
  refund: v.nullable(standingSchema),
  // The requests to refund single sessions, and recently paid or declined ones for the whole pack, open ones and then the
  // latest outcome first; only for the buyer.
  other_refunds: v.array(standingSchema),
  disputed: v.boolean(),
  // Set only for the buyer of a pack for two.
  second: v.nullable(second),
});

/** A pack that the member bought or shares. */
export type SessionPack = v.InferOutput<typeof pack>;

const feedback = v.object({
  attended: v.boolean(),
  content: mark,
  structure: mark,
  communication: mark,
  presence: mark,
  went_well: v.nullable(v.string()),
  to_work_on: v.nullable(v.string()),
  exercise: v.nullable(v.string()),
  // When the member did the exercise, and what the member noted about it.
  exercise_done_at: v.nullable(moment),
  exercise_note: v.string(),
  // When the mentor gave the feedback. A correction does not change this.
  first_given_at: moment,
  // Whether the member has opened the feedback.
  read: v.boolean(),
});

export type SessionFeedback = v.InferOutput<typeof feedback>;

/** A member's booking, as returned by every function that changes one. */
export const bookingSchema = v.object({
  id: v.string(),
  kind: v.picklist(sessionKinds),
  starts_at: moment,
  ends_at: moment,
  minutes: v.number(),
  mentor: v.object({ id: v.number(), name: v.string(), institute: v.string() }),
  state: v.picklist(['booked', 'cancelled', 'late', 'called_off', 'held']),
  reason: v.nullable(v.string()),
  sequence: v.number(),
  order: v.nullable(v.string()),
  is_free: v.boolean(),
  institute: v.nullable(v.string()),
  free_until: moment,
  join_from: moment,
  // How many seats are taken, and how many people a GD needs to take place.
  taken: v.number(),
  minimum: v.number(),
  // Whether enough people have booked the GD; decided once, before the start.
  takes_place: v.boolean(),
  // A GD's topic; null before the GD starts.
  topic: v.nullable(v.string()),
  // Whether the others in a GD can see the member's first name.
  shows_name: v.boolean(),
  given_back: v.boolean(),
  no_mentor_reported: v.boolean(),
  // True until we have decided whether the report is right.
  report_is_open: v.boolean(),
  // Until when the mentor can answer the report; null once they have.
  answer_until: v.nullable(moment),
  // The request for a refund of this session's share of the price, if any.
  refund: v.nullable(v.object({ number: v.string(), state: v.picklist(refundStates) })),
  feedback: v.nullable(feedback),
  rating: v.nullable(v.object({ score: v.number(), word: v.string() })),
  files: v.array(sessionFile),
});

export type Booking = v.InferOutput<typeof bookingSchema>;

const loanSteps = [
  'none',
  'not counted',
  'in group',
  'none fits',
  'one offer',
  'to choose',
  'chosen',
  'with_lender',
  'sanctioned',
  'disbursed',
] as const;

// Everything that the member still has to deal with or waits for, besides the sessions.
const waiting = v.object({
  // The open refund request, first one for which we asked for more information.
  refund: v.nullable(standingSchema),
  // The last session that we or its mentor cancelled, or that we returned, until the member books again, for up to a
  // week after its time.
  returned: v.nullable(v.string()),
  // The latest order, if the member can still pay for it, and whether the last payment for it has failed.
  payment: v.nullable(v.object({ order: v.string(), pack: v.string(), failed: v.boolean() })),
  loan: v.picklist(loanSteps),
  // What the open loan request asks for, or what the lender sanctioned, if less; in paise.
  loan_amount: v.nullable(v.number()),
  // What the member asked for, if the lender sanctioned less; in paise.
  loan_asked: v.nullable(v.number()),
  // The lender whose offer the member chose.
  lender: v.nullable(v.string()),
  // The lender that declined the member's last choice, or withdrew its offer, why, and how many other offers are open.
  declined: v.nullable(
    v.object({
      lender: v.string(),
      withdrew: v.nullable(v.picklist(['offer', 'loan'])),
      reason: v.nullable(v.string()),
      others: v.number(),
    }),
  ),
  // The better offer that the member sent us; `answer` is null while it is open, and `rate` is our lender's.
  better: v.nullable(
    v.object({
      lender: v.string(),
      answer: v.nullable(v.picklist(['matched', 'bettered', 'declined'])),
      rate: v.nullable(v.number()),
      answer_by: day,
    }),
  ),
  // The next free interview time. Its id and mentor are null unless visitors may see the mentor's name.
  next_time: v.nullable(
    v.object({
      slot: v.nullable(v.string()),
      starts_at: moment,
      mentor_id: v.nullable(v.number()),
      mentor: v.nullable(v.string()),
      institute: v.nullable(v.string()),
    }),
  ),
});

export const mySessionsSchema = v.object({
  now: moment,
  packs: v.array(pack),
  free_interview: freeInterview,
  invitations: v.array(invitation),
  upcoming: v.array(bookingSchema),
  past: v.array(bookingSchema),
  addresses: v.array(v.string()),
  // The new address of a pending email change.
  changing_to: v.nullable(v.string()),
  claimable: v.array(v.object({ id: v.string(), pack: v.string(), amount: v.number() })),
  waiting,
  // The emails about free times that the member has asked for (§15.90).
  waiting_times: v.array(
    v.object({
      kind: v.picklist(sessionKinds),
      weekdays: v.array(v.string()),
      school: v.nullable(v.string()),
      until: moment,
    }),
  ),
  targets: targetsSchema,
});

/**
 * Everything about the member's interview practice. `addresses` are the verified ones, in lower case; amounts are in
 * paise.
 */
export type MySessions = v.InferOutput<typeof mySessionsSchema>;

const slot = v.object({
  id: v.string(),
  kind: v.picklist(sessionKinds),
  starts_at: moment,
  minutes: v.number(),
  mentor: v.string(),
  mentor_id: v.number(),
  institute: v.string(),
  seats: v.number(),
  taken: v.number(),
  minimum: v.number(),
  free_until: moment,
  mine: v.boolean(),
});

export const slotsSchema = v.array(slot);

/** A time in the picker, including full GDs and the member's own bookings. */
export type Slot = v.InferOutput<typeof slot>;
