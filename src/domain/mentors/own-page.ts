import * as v from 'valibot';
import { kind } from './mentor-pages.ts';
import { moment } from '../schema.ts';

// The contract of `/api/mentor` (§11.64). The pages about a single session have their own contract, so that they do not
// have to load this one.

const listed = v.object({
  slot: v.string(),
  kind,
  starts_at: moment,
  ends_at: moment,
  taken: v.number(),
  seats: v.number(),
  /** Also null if the session is not a group discussion. */
  topic: v.nullable(v.string()),
});
/** A member's first name, if there is one. */
const name = v.nullable(v.string());
const members = v.array(v.object({ name }));
/** A session with the addresses of its two pages: one for feedback, one for cancelling. */
const linked = v.object({ ...listed.entries, feedback: v.string(), cancel: v.string() });

/** A session that has begun, with its feedback page until that closes. */
const begun = v.object({ ...listed.entries, feedback: v.nullable(v.string()) });

/** The reply to `GET /api/mentor`, and to each change made through it (§15.85). */
export const mentorPage = v.object({
  now: moment,
  name: v.string(),
  has_left: v.boolean(),
  paused_until: v.nullable(v.string()),
  meeting_url: v.nullable(v.string()),
  /** True if each session without a link gets its own meeting room (§15.89). */
  has_rooms: v.boolean(),
  /** Sessions that the mentor did not join, according to these members, and the time by which the mentor can reply. */
  reports: v.array(v.object({ ...begun.entries, until: moment, members })),
  /**
   * Sessions for which some feedback is still missing, and the first names of the members who wait for it, without
   * those whose report the mentor has yet to answer.
   */
  missing: v.array(v.object({ ...linked.entries, members })),
  coming: v.array(
    v.object({
      ...linked.entries,
      meeting_url: v.nullable(v.string()),
      has_begun: v.boolean(),
      members: v.array(v.object({ name, institute: v.string() })),
    }),
  ),
  /** The last five sessions, newest first, with the ratings from members who have received their feedback (§15.108). */
  past: v.array(
    v.object({
      ...begun.entries,
      said: v.array(v.object({ score: v.number(), word: v.string() })),
      /** Why no rating will follow: we returned the session to all its members, or none of them joined. */
      outcome: v.nullable(v.picklist(['returned', 'absent'])),
    }),
  ),
  /** The preparation room's topics for a group discussion, least used first (§15.94). */
  topics: v.array(v.string()),
  free: v.array(listed),
  /** How many members are waiting for free times, by kind; 100 means 100 or more (§15.93). */
  waiting: v.array(v.object({ kind, members: v.number() })),
});
export type MentorPage = v.InferOutput<typeof mentorPage>;

/**
 * The reply to a preview: every time that a weekly pattern would create, with the reason why it cannot be opened, if
 * any (§15.86).
 */
export const previewReply = v.object({
  times: v.array(v.object({ starts: moment, clash: v.nullable(v.string()) })),
});
export type PreviewedTime = v.InferOutput<typeof previewReply>['times'][number];

/** The longest answer that a mentor can give to a report, in characters, as in the `bookings` table. */
export const longestAnswer = 500;

/** The longest topic for a group discussion, in characters, as in the `slots` table. */
export const longestTopic = 300;

/** How long a session can be, in minutes, as in the `slots` table. */
export const sessionMinutes = { least: 15, most: 240 } as const;
