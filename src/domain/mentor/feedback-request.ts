import * as v from 'valibot';
import { longestFeedback } from './mentor-words.ts';

const score = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));
const written = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestFeedback));
const booking = v.pipe(v.string(), v.uuid());

/** Body of `POST /api/feedback`: feedback on one member (§15.17). Who did not come has no scores. */
export const feedbackRequest = v.variant('attended', [
  v.object({
    booking,
    attended: v.literal(true),
    content: score,
    structure: score,
    communication: score,
    presence: score,
    went_well: written,
    to_work_on: written,
    exercise: written,
  }),
  v.object({ booking, attended: v.literal(false) }),
]);
export type FeedbackRequest = v.InferOutput<typeof feedbackRequest>;
