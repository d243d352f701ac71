import { Suspense } from 'react';
import type { FreeInterview } from '../../domain/packs/free-interview.ts';
import { packName } from '../../domain/packs/packs.ts';
import { canBeShared, freeLeft, isBookable, leftOf, seatsOf } from './packs-left.ts';
import type { MySessions, SessionPack } from './my-sessions-schema.ts';
import { RefundLink } from '../refunds/RefundLink.tsx';
import { SessionRefunds } from '../refunds/SessionRefunds.tsx';
import { standingLabel } from '../refunds/standing-label.ts';
import { needsAnswer } from '../refunds/standing-words.ts';
import { PackHead } from './PackHead.tsx';
import { inviteLater, invitePlace, sharedWithYou } from './second-person.ts';
import { Badge } from '../ui/Badge.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import { Sentence } from '../ui/Sentence.tsx';

// Loaded late, because few packs are for two.
const NameSecondPerson = withErrorBoundary(late(() => import('./NameSecondPerson.tsx')));

type PacksLeftProps = {
  packs: readonly SessionPack[];
  /** The sessions whose cards say where their own refunds stand. */
  past: MySessions['past'];
  free: FreeInterview;
  /** Opens the picker for a pack or for the free interview. Left out where it is open for the only one. */
  onBook: ((source: string) => void) | undefined;
};

/** The member's packs, each with the sessions left, the last day to use them, and 'Book a session' (§15.34, §15.38). */
export function PacksLeft({ packs, past, free, onBook }: PacksLeftProps) {
  const rowClass = 'booking-pack flex flex-wrap items-center gap-2 gap-x-4';
  // What can be booked comes first.
  const listed = [...packs.filter(isBookable), ...packs.filter((pack) => !isBookable(pack))];
  // The pack with the refunds of only those sessions that have no card here.
  const unsaid = (pack: SessionPack): SessionPack => ({
    ...pack,
    other_refunds: pack.other_refunds.filter(
      ({ number }) => !past.some(({ refund }) => refund?.number === number),
    ),
  });
  return (
    <ul className="card">
      {free.state === 'granted' && (
        <li className={rowClass}>
          <div className="flex-1">
            <PackHead name="Free mock interview" seats={[]} />
            <p>{`The free interview is yours: ${freeLeft(free)}.`}</p>
          </div>
          {onBook && (
            <button type="button" className="button button-quiet" onClick={() => onBook('free')}>
              Book interview
            </button>
          )}
        </li>
      )}
      {listed.map((pack) => (
        <li
          key={pack.order}
          id={invitePlace(pack)}
          className={rowClass}
          data-over={!isBookable(pack) || undefined}
        >
          <div className="flex-1">
            <PackHead name={packName(pack.pack)} seats={seatsOf(pack)}>
              {pack.role === 'buyer' && pack.refund && (
                <Badge tone={needsAnswer(pack.refund) ? 'ended' : 'waiting'}>
                  {standingLabel(pack, pack.refund)}
                </Badge>
              )}
            </PackHead>
            <p>
              <Sentence words={leftOf(pack)} />
            </p>
            <SessionRefunds pack={unsaid(pack)} />
            {pack.role === 'second' && (
              <p className="text-muted">
                <Sentence words={sharedWithYou(pack)} />
              </p>
            )}
          </div>
          {onBook && isBookable(pack) && (
            <button
              type="button"
              className="button button-quiet"
              onClick={() => onBook(pack.order)}
            >
              Book a session
            </button>
          )}
          {pack.role === 'buyer' && (
            <RefundLink order={pack.order} packName={packName(pack.pack)} pack={unsaid(pack)} />
          )}
          {inviteLater(pack) && <p className="note w-full">{inviteLater(pack)}</p>}
          {pack.second && canBeShared(pack) && (
            <div className="booking-second w-full">
              <Suspense fallback={null}>
                <NameSecondPerson order={pack.order} second={pack.second} other={pack.other} />
              </Suspense>
            </div>
          )}
        </li>
      ))}
      {packs.length > 0 && (
        <li className="booking-pack">
          <p className="note">
            A question for a mentor?{' '}
            <a className="text-link" href="/contact">
              Write to us
            </a>
            .
          </p>
        </li>
      )}
    </ul>
  );
}
