import { useRef } from 'react';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { cancelPage, mentorPaths, type CancelPage } from '../../domain/mentors/mentor-pages.ts';
import { sessionTime } from '../../domain/words/dates.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { Facts } from '../ui/Facts.tsx';
import { PressFailure } from '../ui/PressFailure.tsx';
import { usePress } from '../ui/use-press.ts';
import { linkedPage } from './LinkedPage.tsx';
import { createMentorPage } from './mentor-page.ts';
import { OwnPageLink } from './OwnPageLink.tsx';

/** The session that the mentor's link can cancel (§15.16). */
const cancelLink = createMentorPage({
  storageKey: storageKeys.cancelLink,
  path: mentorPaths.cancel,
  schema: cancelPage,
});

function whoIsTold(count: number): string {
  if (count === 0) return 'No one has booked yet, so there is no one to tell.';
  if (count === 1) return 'We will email one member and return their session.';
  return `We will email ${count} members and return their sessions.`;
}

function Session({ page }: { page: CancelPage }) {
  const { kind, starts_at, ends_at, taken, is_called_off: isCalledOff } = page;
  const outcome = useRef<HTMLDivElement>(null);
  const { busy, result, press } = usePress(async () => {
    const failed = await cancelLink.change({});
    // The pressed button has disappeared.
    if (!failed) outcome.current?.focus();
    return failed;
  });

  return (
    <>
      <Facts
        facts={[
          ['Session', sessionNames[kind]],
          ['When', sessionTime(starts_at, ends_at)],
        ]}
      />
      <div role="status" ref={outcome} tabIndex={-1}>
        {isCalledOff && (
          <div className="notice notice-calm mt-6">
            <h2 className="text-2xl">Session cancelled</h2>
            <p className="mt-1">You don’t need to do anything else.</p>
            <p className="mt-2">
              <OwnPageLink />
            </p>
          </div>
        )}
      </div>
      {!isCalledOff && (
        <div className="notice mt-6">
          <h2 className="text-2xl">Cancel this session?</h2>
          <p className="mt-1">{`${whoIsTold(taken)} You cannot undo this.`}</p>
          <p className="mt-4 flex flex-wrap items-center gap-x-6">
            <button type="button" className="button" aria-disabled={busy} onClick={press}>
              {busy ? 'Cancelling ...' : 'Cancel this session'}
            </button>
            <OwnPageLink
              label="Keep it"
              otherwise={<span>To keep it, just close this page.</span>}
            />
          </p>
          <PressFailure result={result} />
        </div>
      )}
    </>
  );
}

/** /cancelsession: a mentor cancels a session, after confirming (§15.16). */
export const CancelSession = linkedPage(cancelLink, Session);
