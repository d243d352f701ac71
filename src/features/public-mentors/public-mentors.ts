import { atom } from 'nanostores';
import * as v from 'valibot';
import { indiaDaysUntil } from '../../domain/words/dates.ts';
import { moment } from '../../domain/schema.ts';
import { createFetchedStore } from '../../lib/fetched-store.ts';
import { readPublic } from '../../lib/public-data.ts';

const times = v.array(
  v.object({
    now: moment,
    starts_at: moment,
    // Null unless the mentor has agreed to be named.
    mentor: v.nullable(v.string()),
    institute: v.nullable(v.string()),
  }),
);

type FreeTime = v.InferOutput<typeof times>[number] & {
  /** 'today' or 'tomorrow' in Indian time, as of the request. */
  near: string | undefined;
};

const mentors = v.array(
  v.object({
    id: v.number(),
    name: v.string(),
    institute: v.string(),
    /** The year of graduation. */
    batch: v.nullable(v.number()),
    work: v.string(),
    asks: v.string(),
    languages: v.string(),
    /** The average rating from 1 to 5; null with fewer than five ratings. */
    rating: v.nullable(v.number()),
    /** How many sessions the mentor has held, rounded down to a multiple of five; null if fewer than five. */
    held: v.nullable(v.number()),
    // The next two free times, as of the request.
    next_times: v.array(v.object({ id: v.string(), is_gd: v.boolean(), starts_at: moment })),
  }),
);

export type PublicMentor = v.InferOutput<typeof mentors>[number];

/** A mentor's record with members: 'Rated 4.6 out of 5 by members' and '25+ sessions held', if there are enough. */
export const recordOf = ({ rating, held }: PublicMentor) => [
  ...(rating ? [`Rated ${rating} out of 5 by members`] : []),
  ...(held ? [`${held}+ sessions held`] : []),
];

/** What mentors have agreed to show about themselves, besides their name and what they ask about. */
export const factsOf = (mentor: PublicMentor) =>
  [mentor.work, mentor.languages, ...recordOf(mentor)].filter(Boolean);

// The data changes only a few times a day, and a page shows it in several places.
const forAMinute = { freshness: 60_000 };

/** The next free interview time; undefined if there is none or it is unknown (§4.18). */
export const { $data: $nextFree } = createFetchedStore(
  atom('next_free_time'),
  async (name): Promise<FreeTime | undefined> => {
    const [next] = await readPublic(`rpc/${name}`, times);
    if (!next) return undefined;
    const days = indiaDaysUntil(Date.parse(next.starts_at), Date.parse(next.now));
    return { ...next, near: ['today', 'tomorrow'][days] };
  },
  { ...forAMinute, revisits: true },
);

/** Mentors who have agreed to be shown (§4.20, §4.22). */
export const { $data: $mentors } = createFetchedStore(
  atom('public_mentors'),
  (name) => readPublic(`rpc/${name}`, mentors),
  { ...forAMinute, revisits: true },
);
