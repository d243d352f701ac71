import * as v from 'valibot';
import { sessionFile } from '../files/member-files.ts';
import { sessionKinds } from '../bookings/session-kinds.ts';
import { scoreIds, textIds } from './feedback-fields.ts';
import { moment, uuid } from '../schema.ts';
import { cleanLines } from '../words/typed-text.ts';

// The contract of the functions behind mentors' links.

/** Paths of the functions behind mentors' links. */
export const mentorPaths = {
  feedback: '/api/feedback',
  cancel: '/api/mentorCancel',
  page: '/api/mentor',
} as const;

/** Answer of `POST /api/feedback`: which version of the feedback was kept (§15.19). */
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

/** Feedback on one session, as it is kept. */
export type Feedback = v.InferOutput<typeof given>;

/** The kind of a session. */
export const kind = v.picklist(sessionKinds);
const session = {
  kind,
  starts_at: moment,
  ends_at: moment,
  mentor: v.string(),
};

/** Answer of `GET /api/feedback`: the session and its members (§15.20). */
export const feedbackPage = v.object({
  now: moment,
  ...session,
  /** False on the day before, when the page shows files but takes no feedback. */
  has_begun: v.boolean(),
  /** When the link ends, 14 days after the start. */
  closes_at: moment,
  /** The topic of a group discussion, if it has one yet (§15.94). */
  topic: v.nullable(v.string()),
  members: v.array(
    v.object({
      booking: v.string(),
      name: v.string(),
      institute: v.string(),
      files: v.array(sessionFile),
      feedback: v.nullable(given),
      earlier: v.array(
        v.object({
          ...given.entries,
          starts_at: moment,
          kind,
          /** When the member did its exercise, and the note about it (§15.103). */
          exercise_done_at: v.nullable(moment),
          exercise_note: v.string(),
        }),
      ),
    }),
  ),
});
export type FeedbackPage = v.InferOutput<typeof feedbackPage>;
export type FeedbackMember = FeedbackPage['members'][number];

/** Answer of `GET` and `POST /api/mentorCancel`: the session that a mentor calls off. */
export const cancelPage = v.object({ ...session, taken: v.number(), is_called_off: v.boolean() });
export type CancelPage = v.InferOutput<typeof cancelPage>;

/** The longest text of each part of a feedback, in characters, as in the table `feedback`. */
export const longestFeedback = 4000;

const scored = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));
const written = v.pipe(
  v.string(),
  v.transform(cleanLines),
  v.minLength(1),
  v.maxLength(longestFeedback),
);

/** Body of `POST /api/feedback`: feedback on one member (§15.17), without scores if the member did not come. */
export const feedbackRequest = v.variant('attended', [
  v.object({
    booking: uuid,
    attended: v.literal(true),
    ...v.entriesFromList(scoreIds, scored),
    ...v.entriesFromList(textIds, written),
  }),
  v.object({ booking: uuid, attended: v.literal(false) }),
]);
export type FeedbackRequest = v.InferOutput<typeof feedbackRequest>;
