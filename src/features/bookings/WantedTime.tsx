import { useStore } from '@nanostores/react';
import { sayTime } from '../../domain/bookings/say-time.ts';
import { $member } from '../../lib/member-store.ts';
import { $packLink } from '../packs/pack-link.ts';
import { $chosenTime, dropTime, type ChosenTime } from '../public-mentors/chosen-time.ts';
import { useIsGone } from '../public-mentors/use-is-gone.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import type { Elements } from '../ui/elements.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { mySessions, $unproven } from './my-sessions-store.ts';
import { freeInterviewPlace, sourcesOf } from './packs-left.ts';

type WantedTimeProps = {
  /** True below the dashboard's next step, which names a time for the free interview, and above the packs. */
  onDashboard?: boolean;
  /** True if the card of the free interview is on this page. */
  hasFreeCard?: boolean;
};

type TimeProps = { time: ChosenTime; hasToWait: boolean; children: Elements };

function Time({ time, hasToWait, children }: TimeProps) {
  const isGone = useIsGone(time.slot);
  return (
    <div id="wanted" tabIndex={-1} className={`notice mt-6 ${isGone ? '' : 'notice-calm'}`}>
      <p>
        <span>Your time: </span>
        <strong>
          <Sentence words={sayTime(time)} />
        </strong>
        {/* The key replaces the sentence as a whole (§12.54). */}
        {isGone ? (
          <strong key="gone">, has gone.</strong>
        ) : (
          <span key="free">
            {`. ${hasToWait ? 'You can book it once you have a pack. ' : ''}We do not hold the seat.`}
          </span>
        )}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-3 gap-x-6">
        {!isGone && children}
        <a className="link" href="/buy#times" onClick={isGone ? dropTime : undefined}>
          {isGone ? 'Choose another time' : 'Change the time'}
        </a>
      </p>
    </div>
  );
}

function Wanted({ onDashboard = false, hasFreeCard = false }: WantedTimeProps) {
  const wanted = useStore($chosenTime, { ssr: 'initial' });
  const member = useStore($member, { ssr: 'initial' });
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const unproven = useStore($unproven, { ssr: 'initial' });
  const isFinding = useStore($packLink, { ssr: 'initial' }) !== undefined;
  if (!wanted || !member || !data || sourcesOf(data).length > 0) return null;
  // The free interview cannot book a GD (§15.52). Its card on this page has the same button.
  const toFree =
    wanted.kind === 'interview' && !hasFreeCard
      ? freeInterviewPlace(data.free_interview, false)
      : undefined;
  // A pack that is paid for comes first.
  const hasToWait = isFinding || data.claimable.length > 0 || data.waiting.payment !== null;
  if (onDashboard && toFree && !hasToWait) return null;
  return (
    <Time time={wanted} hasToWait={hasToWait}>
      {!hasToWait && (
        <span className="flex flex-wrap gap-3">
          {toFree && (
            <a className="button button-quiet" href={toFree}>
              {unproven ? 'Verify your email' : 'Get my free interview'}
            </a>
          )}
          <a className="button button-quiet" href={onDashboard ? '#packs' : '/buy#packs'}>
            Book it with a pack
          </a>
        </span>
      )}
    </Time>
  );
}

/**
 * The time that a member without a session chose on another page, with links to the free interview, while they can get
 * it, and to the packs (§4.28).
 */
export const WantedTime = withErrorBoundary(Wanted);
