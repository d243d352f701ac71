import { useStore } from '@nanostores/react';
import * as v from 'valibot';
import { memberPages } from '../../domain/member-pages.ts';
import { toAskFree, toBookFree } from '../../domain/packs/free-interview.ts';
import { isUsable } from '../../domain/packs/usable-pack.ts';
import { count } from '../../domain/words/count.ts';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { $chosenTime, type ChosenTime } from '../public-mentors/chosen-time.ts';
import type { Elements } from '../ui/elements.ts';

// Not the sessions page's schema, because visitors would then have to download parts that only members need.
const own = v.object({
  packs: v.array(
    v.object({
      remaining: v.number(),
      is_valid: v.boolean(),
      refund: v.unknown(),
      disputed: v.boolean(),
    }),
  ),
  free_interview: v.object({ state: v.string(), left: v.number() }),
});

function linkFor(
  { packs, free_interview: free }: v.InferOutput<typeof own>,
  time: ChosenTime | undefined,
) {
  const left = packs.filter(isUsable).reduce((sum, { remaining }) => sum + remaining, 0);
  if (left > 0) {
    return {
      label: `You have ${count(left, 'session')} left. Book ${time ? 'this time' : 'a session'}`,
      href: `${memberPages.sessions}${time ? `?mentor=${time.mentor.id}` : ''}#book`,
    };
  }
  if (free.state === 'granted') {
    return { label: 'Book your free interview', href: toBookFree };
  }
  if (free.state === 'booked') {
    return { label: 'See your free interview', href: memberPages.sessions };
  }
  if (free.state === 'none' && free.left > 0) {
    return { label: 'Get my free interview', href: toAskFree };
  }
  return packs.length > 0 || free.state === 'used'
    ? { label: 'No sessions to book right now. See your sessions', href: memberPages.sessions }
    : undefined;
}

const { $data } = createMemberStore('own', () => rpc('my_sessions', {}, own));

/** A link to what the member on /buy already has; `children` if that is nothing, or not known (§4.18). */
export default function OwnLink({ children }: { children: Elements }) {
  const { data } = useStore($data);
  const time = useStore($chosenTime);
  const link = data && linkFor(data, time);
  return link ? (
    <a className="link" href={link.href}>
      {link.label}
    </a>
  ) : (
    children
  );
}
