import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { sessionWords, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import { weekdays } from '../../domain/words/weekdays.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import { $practice } from '../packs/practice-store.ts';
import { usePress } from '../ui/use-press.ts';
import { stopWaiting, waitForTime } from './bookings.ts';

const say = (error: unknown) => sayFailure(error, bookingRefusals);

function Waiting({ kind, days }: { kind: SessionKind; days: readonly string[] }) {
  const names = weekdays.filter(([day]) => days.includes(day)).map(([, name]) => name);
  const { busy, result, press } = usePress(async () => {
    await stopWaiting(kind);
    return undefined;
  }, say);
  return (
    <div className="wait">
      <p role="status">
        We tell you by mail when a time for a {sessionWords[kind]} opens
        {names.length < weekdays.length && <> on {names.join(', ')}</>}.
      </p>
      <button type="button" className="link" disabled={busy} onClick={press}>
        Stop telling me
      </button>
      {result && <p role="alert">{result.message}</p>}
    </div>
  );
}

function Ask({ kind }: { kind: SessionKind }) {
  const [chosen, setChosen] = useState<readonly string[]>(weekdays.map(([day]) => day));
  const { busy, result, press } = usePress(async () => {
    await waitForTime(kind, [...chosen]);
    return undefined;
  }, say);
  return (
    <details className="wait">
      <summary className="link w-fit">Tell me when a time opens</summary>
      <fieldset>
        <legend>On which days?</legend>
        <div className="wait-days">
          {weekdays.map(([day, name]) => (
            <label key={day}>
              <input
                type="checkbox"
                checked={chosen.includes(day)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, day] : chosen.filter((one) => one !== day))
                }
              />{' '}
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <button
        type="button"
        className="button button-quiet"
        disabled={busy || chosen.length === 0}
        onClick={press}
      >
        {busy ? 'One moment' : 'Tell me'}
      </button>
      {result && <p role="alert">{result.message}</p>}
    </details>
  );
}

/** Lets a member be told by mail when a time of a kind opens or becomes free (§15.90). */
export function WaitForTime({ kind }: { kind: SessionKind }) {
  const { data } = useStore($practice, { ssr: 'initial' });
  const waiting = data?.waiting_times.find((one) => one.kind === kind);
  return waiting ? <Waiting kind={kind} days={waiting.weekdays} /> : <Ask kind={kind} />;
}
