import * as v from 'valibot';
import { sessionFile } from '../files/member-files.ts';
import { sessionKinds } from '../bookings/session-kinds.ts';
import { scoreIds, textIds } from './feedback-fields.ts';
import { moment } from '../schema.ts';

// The contract of the functions that mentors' links call.

/** Paths of the functions that mentors' links call. */
export const mentorPaths = {
  feedback: '/api/feedback',
  cancel: '/api/mentorCancel',
  page: '/api/mentor',
} as const;

/** The reply to `POST /api/feedback`: which version of the feedback was stored (§15.19). */
export const feedbackReply = v.object({
  success: v.literal(true),
  version: v.pipe(v.number(), v.integer()),
});

const given = v.object({
  attended: v.boolean(),
  ...v.entriesFromList(scoreIds, v.nullable(v.number())),
  ...v.entriesFromList(textIds, v.string()),
  given_at: moment,
});

/** A mentor's feedback on one member's session, as stored. */
export type Feedback = v.InferOutput<typeof given>;

export const kind = v.picklist(sessionKinds);
const session = {
  kind,
  starts_at: moment,
  ends_at: moment,
  mentor: v.string(),
};

/** The reply to `GET /api/feedback`: the session and its members (§15.20). */
export const feedbackPage = v.object({
  now: moment,
  ...session,
  /** False on the day before the session, when the page already shows files but does not accept feedback yet. */
  has_begun: v.boolean(),
  /** When the link expires: 14 days after the session's start. */
  closes_at: moment,
  /** How many other sessions of the mentor wait for feedback. */
  others: v.number(),
  /** A group discussion's topic, once it has been set (§15.94). */
  topic: v.nullable(v.string()),
  members: v.array(
    v.object({
      booking: v.string(),
      name: v.string(),
      institute: v.string(),
      files: v.array(sessionFile),
      /** Whether the session was returned to the member, so that feedback is no longer needed (§15.17). */
      is_returned: v.boolean(),
      /** By when the mentor can answer this member's report; null if there is none left to answer (§15.88). */
      report_until: v.nullable(moment),
      feedback: v.nullable(given),
      earlier: v.array(
        v.object({
          ...given.entries,
          starts_at: moment,
          kind,
          /** When the member did the mentor's exercise, and what the member noted about it (§15.103). */
          exercise_done_at: v.nullable(moment),
          exercise_note: v.string(),
        }),
      ),
    }),
  ),
});
export type FeedbackPage = v.InferOutput<typeof feedbackPage>;
export type FeedbackMember = FeedbackPage['members'][number];

/** The reply to `GET` and `POST /api/mentorCancel`: the session that the mentor can cancel. */
export const cancelPage = v.object({ ...session, taken: v.number(), is_called_off: v.boolean() });
export type CancelPage = v.InferOutput<typeof cancelPage>;

/** The maximum length of each text in a mentor's feedback, in characters, as in the `feedback` table. */
export const longestFeedback = 4000;
