import { useEffect, useRef, useState, type ReactNode } from 'react';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { cancelPage, mentorPaths, type CancelPage } from '../../domain/mentor/mentor-pages.ts';
import { sessionTime } from '../../domain/words/dates.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Facts } from '../ui/Facts.tsx';
import { usePress } from '../ui/use-press.ts';
import { LinkedPage } from './LinkedPage.tsx';
import { createMentorPage } from './mentor-page.ts';

/** The session of the mentor's link to call it off (§15.16). */
const cancelLink = createMentorPage({
  storageKey: storageKeys.cancelLink,
  path: mentorPaths.cancel,
  schema: cancelPage,
});

/** How many people are told when the session is called off. */
function whoIsTold(count: number): string {
  if (count === 0) return 'Nobody is booked at the moment, so nobody has to be told.';
  if (count === 1) return 'One member is told by mail, and gets the session back.';
  return `${count} members are told by mail, and get the session back.`;
}

/** Asks once more. It takes the focus, because the pressed button is gone. */
function Question({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="notice mt-6">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        Call this session off?
      </h2>
      {children}
    </div>
  );
}

function Session({ page }: { page: CancelPage }) {
  const { kind, starts_at, ends_at, taken, mentor, is_called_off: isCalledOff } = page;
  const [isAsked, setAsked] = useState(false);
  const { busy, result: failure, press } = usePress(() => cancelLink.change({}));
  const outcome = useRef<HTMLDivElement>(null);
  const cannotCome = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);

  // Each press removes its own button, so the focus moves to what replaced it.
  useEffect(() => {
    if (isAsked && isCalledOff) outcome.current?.focus();
    if (wasAsked.current && !isAsked) cannotCome.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked, isCalledOff]);

  return (
    <>
      <Facts
        className="mentor-session"
        facts={[
          ['Session', sessionNames[kind]],
          ['When', sessionTime(starts_at, ends_at)],
          ['Mentor', mentor],
        ]}
      />
      <div role="alert">{failure && <p className="notice mt-6">{failure.message}</p>}</div>
      <div role="status" ref={outcome} tabIndex={-1}>
        {isCalledOff && (
          <p className="notice notice-calm mt-6">
            This session is called off. Everybody who had booked is told and gets the session back.
            There is nothing left for you to do.
          </p>
        )}
      </div>
      {!isCalledOff && !isAsked && (
        <button
          type="button"
          ref={cannotCome}
          className="button mt-6"
          onClick={() => setAsked(true)}
        >
          I cannot come
        </button>
      )}
      {!isCalledOff && isAsked && (
        <Question>
          <p className="mt-1">{whoIsTold(taken)} This cannot be undone.</p>
          <p className="mt-4 flex flex-wrap gap-3">
            <button type="button" className="button" disabled={busy} onClick={press}>
              {busy ? 'Calling off ...' : 'Call it off'}
            </button>
            <button
              type="button"
              className="button button-quiet"
              disabled={busy}
              onClick={() => setAsked(false)}
            >
              Keep it
            </button>
          </p>
        </Question>
      )}
    </>
  );
}

const Cancel = () => <LinkedPage link={cancelLink}>{(page) => <Session page={page} />}</LinkedPage>;

/** /cancelsession: a mentor calls a session off, after a confirmation (§15.16). */
export const CancelSession = withErrorBoundary(Cancel);
