import { computed } from 'nanostores';
import * as v from 'valibot';
import { memberPages } from '../../domain/member-pages.ts';
import { toAskFree, toBookFree } from '../../domain/packs/free-interview.ts';
import { isUsable } from '../../domain/packs/usable-pack.ts';
import { count } from '../../domain/words/count.ts';
import { shortTime } from '../../domain/words/dates.ts';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { $chosenTime, type ChosenTime } from '../public-mentors/chosen-time.ts';

// Not the sessions page's schema, because visitors would then have to download parts that only members need.
const schema = v.object({
  packs: v.array(
    v.object({
      remaining: v.number(),
      is_valid: v.boolean(),
      refund: v.unknown(),
      disputed: v.boolean(),
    }),
  ),
  free_interview: v.object({ state: v.string(), left: v.number() }),
  upcoming: v.array(v.unknown()),
});

type Sessions = v.InferOutput<typeof schema>;

/** What a member already has, and the link to it. */
export type Own = {
  says: string;
  does?: string;
  href: string;
  /** The main button's label, and how many sessions the member can book; undefined if none. */
  main?: { label: string; left: number };
  /** What books the chosen time without buying a pack; undefined if nothing does. */
  books?: { label: string; href: string };
};

const book = 'Book a session';
const bookTime = 'Check and book this time';
const getFree = 'Get my free interview';

/** What to say to a member who can book nothing. A pack on hold is not used up. */
function sayNothingLeft({ packs, free_interview: free, upcoming }: Sessions): string {
  if (packs.some(({ refund, disputed }) => Boolean(refund) || disputed)) {
    return 'You have no sessions to book right now.';
  }
  if (upcoming.length > 0)
    return `You have ${count(upcoming.length, 'session')} booked and none left.`;
  const had = packs.length > 0 || free.state === 'used';
  return had ? 'You have no sessions left.' : 'You have no pack yet.';
}

function ownOf(sessions: Sessions, time: ChosenTime | undefined): Own {
  const { packs, free_interview: free } = sessions;
  const left = packs.filter(isUsable).reduce((sum, { remaining }) => sum + remaining, 0);
  if (left > 0) {
    const does = time ? `Book ${shortTime(time.starts_at)}` : book;
    const href = `${memberPages.sessions}${time ? `?mentor=${time.mentor.id}` : ''}#book`;
    return {
      says: `You have ${count(left, 'session')} left.`,
      does,
      href,
      main: { label: does, left },
      books: { label: bookTime, href },
    };
  }
  const isInterview = time?.kind === 'interview';
  if (free.state === 'granted') {
    return {
      says: 'Your free interview is waiting.',
      does: 'Book it',
      href: toBookFree,
      main: { label: book, left: 1 },
      ...(isInterview && { books: { label: bookTime, href: toBookFree } }),
    };
  }
  if (free.state === 'booked') {
    return {
      says: 'Your free interview is booked.',
      does: 'See your session',
      href: memberPages.sessions,
    };
  }
  const says = sayNothingLeft(sessions);
  if (free.state === 'none' && free.left > 0) {
    return isInterview
      ? {
          says: 'Take your chosen time as your free interview',
          href: toAskFree,
          books: { label: 'Go to your free interview', href: toAskFree },
        }
      : { says, does: getFree, href: toAskFree };
  }
  return { says, does: 'See your sessions', href: memberPages.sessions };
}

const { $data } = createMemberStore('own', () => rpc('my_sessions', {}, schema));

/** What the member on /buy or /mentors already has; undefined until it arrives, null if it does not (§4.18). */
export const $own = computed([$data, $chosenTime], ({ data, error, loading }, time) =>
  data ? ownOf(data, time) : loading && error === undefined ? undefined : null,
);
