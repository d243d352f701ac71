import * as v from 'valibot';
import { day, uuid } from '../schema.ts';
import { cleanCode, cleanLines, cleanText } from '../words/typed-text.ts';
import { weekdays } from '../words/weekdays.ts';
import { scoreIds, textIds } from './feedback-fields.ts';
import { kind, longestFeedback } from './mentor-pages.ts';
import { longestAnswer, longestTopic, sessionMinutes } from './own-page.ts';

// What mentors' pages send. Apart from what they load, because a bundler keeps a schema's calls even if no page needs
// them.

const scored = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));
const written = v.pipe(
  v.string(),
  v.transform(cleanLines),
  v.minLength(1),
  v.maxLength(longestFeedback),
);

/** Body of `POST /api/feedback`: feedback on one member (§15.17). If the member did not join, it has no scores. */
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

const pattern = {
  kind,
  weekdays: v.pipe(v.array(v.picklist(weekdays.map(([day]) => day))), v.nonEmpty()),
  at: v.pipe(v.string(), v.isoTime()),
  minutes: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(sessionMinutes.least),
    v.maxValue(sessionMinutes.most),
  ),
  from_day: day,
  to_day: day,
};

/** The latest time that a pattern can include, in milliseconds: a pattern may cover a year. */
const yearAfter = (from: string) => Date.parse(from) + 366 * 86_400_000;

/** Body of `POST /api/mentor`: one change that mentors make on their own page. */
export const mentorRequest = v.pipe(
  v.variant('act', [
    v.object({ act: v.literal('preview'), ...pattern }),
    v.object({ act: v.literal('open'), ...pattern }),
    v.object({
      act: v.literal('close'),
      slots: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(500)),
    }),
    v.object({
      act: v.literal('meeting'),
      url: v.pipe(v.string(), v.transform(cleanCode), v.maxLength(500)),
    }),
    v.object({ act: v.literal('pause'), until: v.nullable(day) }),
    v.object({
      act: v.literal('answer'),
      slot: uuid,
      text: v.pipe(v.string(), v.transform(cleanLines), v.minLength(1), v.maxLength(longestAnswer)),
    }),
    v.object({ act: v.literal('missed'), slot: uuid }),
    v.object({
      act: v.literal('topic'),
      slot: uuid,
      topic: v.pipe(v.string(), v.transform(cleanText), v.minLength(1), v.maxLength(longestTopic)),
    }),
  ]),
  v.check(
    (asked) =>
      !('from_day' in asked) ||
      (asked.from_day <= asked.to_day && Date.parse(asked.to_day) <= yearAfter(asked.from_day)),
  ),
);
export type MentorRequest = v.InferOutput<typeof mentorRequest>;
