import { useRef, useState } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import { cleanLines } from '../../domain/words/typed-text.ts';
import type { SessionFeedback } from './my-sessions-schema.ts';
import { Check } from '../ui/Check.tsx';
import { PressFailure } from '../ui/PressFailure.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { usePress } from '../ui/use-press.ts';
import { doExercise, sayBookingFailure } from './bookings.ts';

/** The longest note about an exercise, in characters, as in the `exercises` table. */
const longestNote = 500;

type ExerciseProps = { booking: string; feedback: SessionFeedback };

/** The exercise from a mentor's feedback, as a to-do: 'Done', and a note for the next mentor (§15.103). */
export default function Exercise({ booking, feedback }: ExerciseProps) {
  const { exercise_done_at: doneAt, exercise_note: note } = feedback;
  const [wanted, setWanted] = useState(false);
  const [said, setSaid] = useState('');
  const [marked, setMarked] = useState('');
  const written = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const isDone = doneAt !== null;
  const { busy, result, press } = usePress(async (done: boolean) => {
    setSaid('');
    setMarked('');
    setWanted(done);
    const text = cleanLines(written.current?.value ?? note);
    await doExercise(booking, done, text);
    // 'Done' also saves what the member has written so far.
    if (done !== isDone && text === note) {
      setMarked(done ? 'Marked as done.' : 'Marked as not done.');
      return undefined;
    }
    setSaid(text ? 'Saved. Your next mentor will read your note.' : 'Saved without a note.');
    // The saved note is shown above, so the confirmation replaces the editor.
    if (editor.current?.contains(document.activeElement)) summary.current?.focus();
    editor.current?.removeAttribute('open');
    return undefined;
  }, sayBookingFailure);
  return (
    <form
      className="flex flex-wrap items-center gap-x-6"
      aria-label="Your exercise"
      onSubmit={(event) => {
        event.preventDefault();
        press(isDone);
      }}
    >
      <Check checked={busy ? wanted : isDone} onChange={() => press(!isDone)}>
        {isDone ? `Done on ${formatDay(doneAt)}` : 'Done'}
      </Check>
      {/* The box and its label show it to those who see them. */}
      <span role="status" className="sr-only">
        {marked}
      </span>
      <details ref={editor}>
        <summary ref={summary} className="link w-fit">
          {note ? 'Change your note' : 'Add a note for your next mentor'}
        </summary>
        <TextArea
          ref={written}
          label="Your note"
          hint="What you tried, and what is still hard."
          rows={3}
          maxLength={longestNote}
          defaultValue={note}
        />
        <button type="submit" className="button button-quiet mt-3" aria-disabled={busy}>
          Save note
        </button>
      </details>
      <div>
        <span role="status">{said}</span>
        <PressFailure result={result} />
      </div>
    </form>
  );
}
