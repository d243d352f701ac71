import { useRef } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import { sessionWords } from '../../domain/bookings/session-kinds.ts';
import type { Booking, SessionFeedback } from '../packs/practice-schema.ts';
import { Facts } from '../ui/Facts.tsx';
import { openSheet, PrintSheet } from '../ui/Sheet.tsx';

type FeedbackSheetProps = { booking: Booking; feedback: SessionFeedback };

const marks = [
  ['Content', 'content'],
  ['Structure', 'structure'],
  ['Communication', 'communication'],
  ['Presence', 'presence'],
] as const;

const texts = [
  ['What went well', 'went_well'],
  ['What to work on', 'to_work_on'],
  ['One exercise', 'exercise'],
] as const;

/** A mark in seats and in figures. */
function showMark(mark: number | null) {
  if (mark === null) return null;
  return (
    <>
      <span className="pack-seats" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((one) => (
          <i key={one} data-seat={one <= mark ? 'used' : 'left'} />
        ))}
      </span>
      {mark} of 5
    </>
  );
}

/** 'Read the feedback', and the feedback as a dialog that prints without the rest of the page (§15.37). */
export function FeedbackSheet({ booking, feedback }: FeedbackSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const { kind, starts_at, mentor } = booking;

  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => openSheet(sheet)}>
        Read the feedback
      </button>
      <PrintSheet ref={sheet} className="feedback" title={`Feedback on your ${sessionWords[kind]}`}>
        <p className="text-muted">
          {formatDay(starts_at)}, with {mentor.name}
          {mentor.institute && `, ${mentor.institute}`}
        </p>
        <Facts
          className="marks mt-4"
          facts={marks.map(([label, key]) => [label, showMark(feedback[key])])}
        />
        {texts.map(
          ([label, key]) =>
            feedback[key] && (
              <section key={key} className="mt-5">
                <h4 className="font-display text-ink">{label}</h4>
                <p>{feedback[key]}</p>
              </section>
            ),
        )}
      </PrintSheet>
    </>
  );
}
