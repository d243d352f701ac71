import { useId, useRef, useState, type SubmitEvent } from 'react';
import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import type { Booking } from '../packs/practice-schema.ts';
import { Field } from '../ui/Field.tsx';
import { showToast } from '../ui/toast.ts';
import { usePress } from '../ui/use-press.ts';
import { rateSession, sayBookingFailure } from './bookings.ts';
import '../ui/choice-cover.css';
import '../ui/field.css';

const scores = [1, 2, 3, 4, 5] as const;

const meanings: Record<number, string> = {
  1: 'not helpful',
  3: 'helpful',
  5: 'could not have been better',
};

/** Rates a session from 1 to 5, with an optional comment (§15.37). */
export function RatingForm({ booking }: { booking: Booking }) {
  const { id, rating } = booking;
  const [open, setOpen] = useState(false);
  const [score, setScore] = useState(rating?.score ?? 0);
  const [word, setWord] = useState(rating?.word ?? '');
  const [isMissing, setMissing] = useState(false);
  const alert = useId();
  const summary = useRef<HTMLElement>(null);

  const { busy, result, press } = usePress(async () => {
    await rateSession(id, score, word);
    setOpen(false);
    summary.current?.focus();
    showToast('success', 'Thank you for your rating.');
    return undefined;
  }, sayBookingFailure);
  const failure = isMissing ? bookingRefusals.rating_not_valid.says : result?.message;

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(score === 0);
    if (score > 0) press();
  };

  return (
    <details
      className="rating"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary ref={summary} className="link w-fit">
        {rating ? `You gave ${rating.score} of 5` : 'Rate this session'}
      </summary>
      <form className="mt-2 mb-3 grid max-w-md gap-4" onSubmit={send}>
        <fieldset className="min-w-0" aria-describedby={alert}>
          <legend className="field-label">How much did it help?</legend>
          <div className="scores flex flex-wrap">
            {scores.map((one) => (
              <label key={one} className="choice-cover grid bold text-ink">
                <input
                  type="radio"
                  name={`score-${id}`}
                  checked={score === one}
                  onChange={() => {
                    setScore(one);
                    setMissing(false);
                  }}
                />
                {one}
                {meanings[one] && <span className="sr-only">, {meanings[one]}</span>}
              </label>
            ))}
          </div>
        </fieldset>
        <Field
          label="Comment (optional)"
          maxLength={500}
          autoComplete="off"
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        <div id={alert} role="alert">
          {failure && <p className="notice">{failure}</p>}
        </div>
        <button type="submit" className="button w-fit" aria-disabled={busy}>
          {busy ? 'Sending it' : 'Send'}
        </button>
      </form>
    </details>
  );
}
