import { useRef } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import { sessionWords } from '../../domain/bookings/session-kinds.ts';
import type { Booking, SessionFeedback } from '../packs/practice-schema.ts';
import '../ui/sheet.css';

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

/** 'Read the feedback', and the feedback as a dialog that prints without the rest of the page (§15.37). */
export function FeedbackSheet({ booking, feedback }: FeedbackSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const { id, kind, starts_at, mentor } = booking;
  const heading = `feedback-${id}`;

  const open = () => {
    sheet.current?.showModal();
    // The first button would get the focus, and on a small screen it is below the text.
    sheet.current?.querySelector('h3')?.focus();
  };

  return (
    <>
      <button type="button" className="button button-quiet" onClick={open}>
        Read the feedback
      </button>
      <dialog ref={sheet} className="sheet feedback" aria-labelledby={heading} closedby="any">
        <h3 id={heading} tabIndex={-1} className="font-display text-2xl text-ink">
          Feedback on your {sessionWords[kind]}
        </h3>
        <p className="text-muted">
          {formatDay(starts_at)}, with {mentor.name}
          {mentor.institute && `, ${mentor.institute}`}
        </p>
        <dl className="marks">
          {marks.map(([label, key]) => {
            const mark = feedback[key];
            return (
              mark !== null && (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    <span className="pack-seats" aria-hidden="true">
                      {[1, 2, 3, 4, 5].map((one) => (
                        <i key={one} data-seat={one <= mark ? 'used' : 'left'} />
                      ))}
                    </span>
                    {mark} of 5
                  </dd>
                </div>
              )
            );
          })}
        </dl>
        {texts.map(
          ([label, key]) =>
            feedback[key] && (
              <section key={key}>
                <h4>{label}</h4>
                <p>{feedback[key]}</p>
              </section>
            ),
        )}
        <form method="dialog" className="no-print mt-6 flex flex-wrap gap-3">
          <button type="button" className="button" onClick={() => print()}>
            Print
          </button>
          <button type="submit" className="button button-quiet">
            Close
          </button>
        </form>
      </dialog>
    </>
  );
}
