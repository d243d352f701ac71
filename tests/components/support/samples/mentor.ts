import * as v from 'valibot';
import {
  cancelPage,
  feedbackPage,
  type CancelPage,
  type Feedback,
  type FeedbackMember,
  type FeedbackPage,
} from '../../../../src/domain/mentors/mentor-pages.ts';
import { mentorPage, type MentorPage } from '../../../../src/domain/mentors/own-page.ts';
import type { PublicMentor } from '../../../../src/features/public-mentors/public-mentors.ts';
import { asOfNow, inHours } from './moments.ts';

/** A token in the format of our emails. */
export const token = 'a'.repeat(80);

const session = {
  kind: 'interview',
  starts_at: inHours(-1),
  ends_at: inHours(-0.25),
  mentor: 'Meera',
} as const;

export const given: Feedback = {
  attended: true,
  content: 4,
  structure: 3,
  communication: 5,
  presence: 2,
  went_well: 'A clear story.\n\nGood questions.',
  to_work_on: 'Shorter answers.',
  exercise: 'Record three answers of a minute.',
  given_at: '2026-11-20T10:00:00+00:00',
};

/** Feedback on an earlier GD whose exercise is not done. */
export const earlierGiven = (
  changes: Partial<FeedbackMember['earlier'][number]> = {},
): FeedbackMember['earlier'][number] => ({
  ...given,
  starts_at: '2026-10-01T10:00:00+00:00',
  kind: 'gd',
  exercise_done_at: null,
  exercise_note: '',
  ...changes,
});

/** A member of the session who has no feedback yet. */
export const memberOf = (name: string, changes: Partial<FeedbackMember> = {}): FeedbackMember => ({
  booking: crypto.randomUUID(),
  name,
  institute: 'IIM Bangalore',
  files: [],
  is_returned: false,
  report_until: null,
  feedback: null,
  earlier: [],
  ...changes,
});

/** The answer of `GET /api/feedback`, apart from `success`. */
export const feedbackSession = (...members: FeedbackMember[]): FeedbackPage =>
  asOfNow(
    v.parse(feedbackPage, {
      now: inHours(0),
      ...session,
      kind: members.length > 1 ? 'gd' : 'interview',
      has_begun: true,
      topic: null,
      closes_at: inHours(13 * 24),
      others: 0,
      members,
    }),
  );

/** The answer of `GET /api/mentorCancel` about a session that one member has booked. */
export const sessionToCancel = (changes: Partial<CancelPage> = {}): CancelPage =>
  v.parse(cancelPage, {
    ...session,
    starts_at: inHours(48),
    ends_at: inHours(48.75),
    taken: 1,
    is_called_off: false,
    ...changes,
  });

/** A session on a mentor’s own page that starts in this many hours. */
export const listedSession = (hours: number, changes: object = {}) => ({
  slot: crypto.randomUUID(),
  kind: 'interview' as const,
  starts_at: inHours(hours),
  ends_at: inHours(hours + 0.75),
  taken: 0,
  seats: 1,
  feedback: 'https://www.example.org/feedback#t',
  cancel: 'https://www.example.org/cancelsession#t',
  meeting_url: 'https://meet.example.org/room',
  has_begun: false,
  topic: null,
  members: [{ name: 'Asha', institute: 'IIM Bangalore' }],
  ...changes,
});

/** The answer of `GET /api/mentor` for a mentor with nothing to do. */
export const ownPage = (changes: Partial<MentorPage> = {}): MentorPage =>
  asOfNow(
    v.parse(mentorPage, {
      now: inHours(0),
      name: 'Meera',
      has_left: false,
      paused_until: null,
      meeting_url: null,
      has_rooms: true,
      reports: [],
      missing: [],
      coming: [],
      past: [],
      topics: [],
      free: [],
      waiting: [],
      ...changes,
    }),
  );

/** What a mentor agreed to show to visitors. */
export const publicMentor: PublicMentor = {
  id: 1,
  name: 'Farah',
  institute: 'XLRI Jamshedpur',
  batch: 2018,
  work: 'HR lead, software',
  asks: 'Why an MBA',
  languages: 'English, Hindi',
  rating: 4.6,
  held: 25,
  next_times: [],
};
