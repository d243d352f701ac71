import { useRef, useState, type SubmitEvent } from 'react';
import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import type { Booking } from './my-sessions-schema.ts';
import { Choice } from '../ui/Choice.tsx';
import { Field } from '../ui/Field.tsx';
import { showToast } from '../ui/toast.ts';
import { usePress } from '../ui/use-press.ts';
import { rateSession, sayBookingFailure } from './bookings.ts';
import '../ui/form.css';

const scores = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

/** Rates a session from 1 to 5, with an optional comment (§15.37). */
export function RatingForm({ booking }: { booking: Booking }) {
  const { id, rating } = booking;
  const [open, setOpen] = useState(false);
  const [score, setScore] = useState(rating?.score ?? 0);
  const [word, setWord] = useState(rating?.word ?? '');
  const [isMissing, setMissing] = useState(false);
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
      <form className="form mt-2 mb-3 max-w-md" onSubmit={send}>
        <Choice
          legend="How much did it help?"
          hint="From 1, not helpful, to 5, could not have been better."
          options={scores}
          chosen={String(score)}
          onChoose={(chosen) => {
            setScore(Number(chosen));
            setMissing(false);
          }}
        />
        <Field
          label="Comment (optional)"
          maxLength={500}
          autoComplete="off"
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        <div role="alert">{failure && <p className="notice">{failure}</p>}</div>
        <button type="submit" className="button w-fit" aria-disabled={busy}>
          {busy ? 'Sending it' : 'Send'}
        </button>
      </form>
    </details>
  );
}
