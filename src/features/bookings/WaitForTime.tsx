import { useRef, useState } from 'react';
import { sessionWords, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import { lasting } from '../../domain/periods.ts';
import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { weekdayOptions, weekdays } from '../../domain/words/weekdays.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import type { Wait } from '../packs/practice-schema.ts';
import { usePress } from '../ui/use-press.ts';
import { stopWaiting, waitForTime } from './bookings.ts';
import '../ui/choice.css';
import '../ui/choice-cover.css';
import '../ui/choice-options.css';
import '../ui/field.css';

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** 'on any day', 'on Saturday or Sunday' */
function onDays(chosen: readonly string[]): string {
  if (chosen.length === weekdays.length) return 'on any day';
  const names = weekdayOptions.filter(({ value }) => chosen.includes(value));
  return `on ${anyOf.format(names.map(({ label }) => label))}`;
}

type WaitForTimeProps = {
  kind: SessionKind;
  /** What the member waits for already. */
  wait: Wait | undefined;
};

/** Lets a member be told when a time opens, and stop that (§15.90). */
export function WaitForTime({ kind, wait }: WaitForTimeProps) {
  const [chosen, setChosen] = useState<readonly string[]>(weekdays);
  const box = useRef<HTMLDivElement>(null);
  const { busy, result, press } = usePress(
    async () => {
      await (wait ? stopWaiting(kind) : waitForTime(kind, chosen));
      // The button that was pressed is gone.
      box.current?.focus();
      return undefined;
    },
    (error) => sayFailure(error, bookingRefusals),
  );
  return (
    <div ref={box} tabIndex={-1} className="mt-3 grid gap-3">
      {wait ? (
        <>
          <p>
            <b className="bold text-ink">We tell you when a time opens</b> for a{' '}
            {sessionWords[kind]} {onDays(wait.weekdays)}, until you book one or until{' '}
            {formatDay(wait.until)}. It is one mail an hour at most, and whoever books first gets
            the time.
          </p>
          <button type="button" className="link w-fit" aria-disabled={busy} onClick={press}>
            Stop telling me
          </button>
        </>
      ) : (
        <>
          <fieldset className="choice">
            <legend className="field-label">Days that suit you</legend>
            <div className="choice-options" data-buttons>
              {weekdayOptions.map(({ value, label }) => (
                <label key={value}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(value)}
                    onChange={({ target }) =>
                      setChosen(
                        target.checked
                          ? [...chosen, value]
                          : chosen.filter((other) => other !== value),
                      )
                    }
                  />
                  <span>{label}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <button type="button" className="button w-fit" aria-disabled={busy} onClick={press}>
            Tell me when a time opens
          </button>
          <p className="text-muted">
            By e-mail, until you book one or for {lasting('waiting')}. You can stop it any time.
          </p>
        </>
      )}
      <div role="alert">{result && <p className="notice">{result.message}</p>}</div>
    </div>
  );
}
