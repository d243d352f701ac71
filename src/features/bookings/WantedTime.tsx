import { useStore } from '@nanostores/react';
import { $member } from '../../lib/member-store.ts';
import { $chosenTime, sayStart } from '../public-mentors/chosen-time.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { mySessions } from './my-sessions-store.ts';
import { freeInterviewPlace, sourcesOf } from './packs-left.ts';

function Wanted() {
  const wanted = useStore($chosenTime, { ssr: 'initial' });
  const member = useStore($member, { ssr: 'initial' });
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  if (!wanted || !member || !data || sourcesOf(data).length > 0) return null;
  // The free interview cannot book a GD (§15.52).
  const toFree = wanted.kind === 'interview' ? freeInterviewPlace(data.free_interview) : undefined;
  return (
    <p className="notice notice-calm mt-6">
      <strong>
        <span>{`${sayStart(wanted.starts_at)} with `}</span>
        <bdi translate="no">{wanted.mentor.name}</bdi>
      </strong>
      <span>: you can book it once you have a session. We do not hold the seat. </span>
      <a className="text-link waiting-none" href={toFree ?? '/buy#packs'}>
        {toFree ? 'Get my free interview' : 'See the packs'}
      </a>
    </p>
  );
}

/**
 * The time that a member without a session chose on another page, with a link to the free interview or the packs (§4.28).
 */
export const WantedTime = withErrorBoundary(Wanted);
