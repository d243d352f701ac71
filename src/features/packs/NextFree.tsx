import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { Suspense, useEffect, useState } from 'react';
import * as v from 'valibot';
import { indiaTime, shortTime } from '../../domain/words/dates.ts';
import { createFetchedStore } from '../../lib/fetched-store.ts';
import { keptText } from '../../lib/kept-text.ts';
import { readPublic } from '../../lib/public-data.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { $nextFree } from '../public-mentors/public-mentors.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { late } from '../ui/late.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { OwnLine } from './OwnLine.tsx';
import './next-free.css';

// Loaded late, because most visitors look at the packs first.
const ChooseTime = withErrorBoundary(late(() => import('./ChooseTime.tsx')));

const { $data: $salesAreStopped } = createFetchedStore(atom('sales_are_stopped'), (name) =>
  readPublic(`rpc/${name}`, v.boolean()),
);

/**
 * 'Next open interview: tomorrow, 6:30 pm', or how times are chosen, in the same height (§4.18). While sales are stopped,
 * says so (§20.42).
 */
function Line({ isHidden }: { isHidden: boolean }) {
  const { data: next } = useStore($nextFree, { ssr: 'initial' });
  const { data: isStopped } = useStore($salesAreStopped, { ssr: 'initial' });
  if (isStopped)
    return (
      <p key="stopped" className="next-free bold text-ink">
        Sales are paused. Please come back later.
      </p>
    );
  if (isHidden) return null;
  if (!next) {
    return (
      <p key="none" className="next-free">
        <span className="for-visitors">You choose your time after paying. </span>
        <span>New times open every week.</span>
      </p>
    );
  }
  const { starts_at, near, mentor, institute } = next;
  const at = near ? `${near}, ${indiaTime(starts_at)}` : shortTime(starts_at);
  return (
    <p className="next-free text-ink">
      <span>
        Next open interview: <strong>{at}</strong>
      </span>
      {mentor && (
        <span>
          , with <bdi translate="no">{[mentor, institute].filter(Boolean).join(', ')}</bdi>
        </span>
      )}
    </p>
  );
}

const loading = <p className="next-loading">Loading the times</p>;

/** The next free time, and the free time that the visitor has chosen before paying (§4.18, §4.27). */
export function NextFree() {
  const hydrated = useHydrated();
  const [isChoosing, setIsChoosing] = useState(false);
  const [hasTime, setHasTime] = useState(false);
  useEffect(() => {
    const look = () => {
      const isChosen = keptText(storageKeys.chosenTime, 'local').read() !== undefined;
      if (isChosen || new URLSearchParams(location.search).has('mentor')) setIsChoosing(true);
    };
    look();
    // Another card on this page, or another tab, may change the chosen time.
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
  // Beside the times of the mentor in the address, the next time is usually another mentor's.
  const line = <Line isHidden={isChoosing && new URLSearchParams(location.search).has('mentor')} />;
  return (
    <section id="times" className="notice notice-calm" aria-label="Choose a time">
      {!hasTime && <OwnLine />}
      <div>
        {isChoosing ? (
          <Suspense
            fallback={
              <>
                {loading}
                {line}
              </>
            }
          >
            <ChooseTime
              onTime={setHasTime}
              onLeave={() => {
                setIsChoosing(false);
                // Its room is no longer needed.
                delete document.documentElement.dataset['times'];
              }}
            >
              {line}
            </ChooseTime>
          </Suspense>
        ) : (
          <>
            {loading}
            {line}
            <button
              ref={keepsFocus}
              type="button"
              className="link"
              disabled={!hydrated}
              onClick={() => setIsChoosing(true)}
            >
              {/* One element, because a link's parts are boxes, and a box loses the space at its start. */}
              <span>
                <span>Choose a time</span>
                <span className="for-visitors"> before you pay</span>
              </span>
            </button>
          </>
        )}
      </div>
    </section>
  );
}
