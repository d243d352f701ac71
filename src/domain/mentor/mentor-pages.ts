import * as v from 'valibot';
import { filePurposes, fileTypes } from '../files/member-files.ts';
import { sessionKinds } from '../bookings/session-kinds.ts';

// The contract of the functions behind mentors' links.

/** Paths of the functions behind mentors' links. */
export const mentorPaths = { feedback: '/api/feedback', cancel: '/api/mentorCancel' } as const;

const score = v.number();
/** Answer of `POST /api/feedback`: which version of the feedback was kept (§15.19). */
export const feedbackReply = v.object({
  success: v.literal(true),
  version: v.pipe(v.number(), v.integer()),
});

const moment = v.pipe(v.string(), v.isoTimestamp());

const given = v.object({
  attended: v.boolean(),
  content: v.nullable(score),
  structure: v.nullable(score),
  communication: v.nullable(score),
  presence: v.nullable(score),
  went_well: v.string(),
  to_work_on: v.string(),
  exercise: v.string(),
  version: v.number(),
  given_at: moment,
});

/** Feedback on one session, as it is kept. */
export type Feedback = v.InferOutput<typeof given>;

const kind = v.picklist(sessionKinds);
const session = {
  kind,
  starts_at: moment,
  ends_at: moment,
  minutes: v.number(),
  mentor: v.string(),
};

/** Answer of `GET /api/feedback`: the session and its members (§15.20). */
export const feedbackPage = v.object({
  ...session,
  /** When the link ends, 14 days after the start. */
  closes_at: moment,
  members: v.array(
    v.object({
      booking: v.string(),
      name: v.string(),
      institute: v.string(),
      files: v.array(
        v.object({
          id: v.string(),
          purpose: v.picklist(filePurposes.session),
          size: v.number(),
          type: v.picklist(fileTypes),
        }),
      ),
      feedback: v.nullable(given),
      earlier: v.array(v.object({ ...given.entries, starts_at: moment, kind })),
    }),
  ),
});
export type FeedbackPage = v.InferOutput<typeof feedbackPage>;
export type FeedbackMember = FeedbackPage['members'][number];

/** Answer of `GET` and `POST /api/mentorCancel`: the session that a mentor calls off. */
export const cancelPage = v.object({ ...session, taken: v.number(), is_called_off: v.boolean() });
export type CancelPage = v.InferOutput<typeof cancelPage>;
