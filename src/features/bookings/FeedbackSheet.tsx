import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { mentorName, sessionWords } from '../../domain/bookings/session-kinds.ts';
import { formatDay } from '../../domain/words/dates.ts';
import type { Booking, SessionFeedback } from './my-sessions-schema.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { openSheet, PrintSheet } from '../ui/Sheet.tsx';
import { $shownMember } from '../account/profile-store.ts';
import { readFeedback } from './bookings.ts';
import { isFocusLost } from '../ui/use-go-to.ts';
import FeedbackWords from './FeedbackWords.tsx';
import { ExerciseState } from './ToPractise.tsx';

type FeedbackSheetProps = {
  booking: Booking;
  feedback: SessionFeedback;
  /** True if the page's address asks for this feedback: the dialog then opens on load. */
  linked: boolean;
  next: string;
};

/** 'Read the feedback' opens a dialog that can be printed on its own (§15.37). */
export default function FeedbackSheet({ booking, feedback, linked, next }: FeedbackSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const member = useStore($shownMember, { ssr: 'initial' });
  const { id, kind, starts_at, mentor } = booking;

  const open = () => {
    openSheet(sheet);
    // If this fails, the feedback counts as unread until the member opens it again.
    if (!feedback.read) readFeedback(id).catch(() => undefined);
  };

  const openLinked = useEffectEvent(() => {
    if (linked) open();
  });
  useEffect(() => openLinked(), []);

  return (
    <>
      <button ref={button} type="button" className="button button-quiet" onClick={open}>
        Read the feedback
      </button>
      <PrintSheet
        ref={sheet}
        onClose={() => {
          // A reload must not open the dialog again.
          if (linked) history.replaceState(history.state, '', location.pathname + location.hash);
          // The browser cannot return the focus to a link that is gone or was on another page.
          if (isFocusLost()) button.current?.focus();
        }}
        title={`Feedback on your ${sessionWords[kind]}`}
        action={
          <a className="button" href={next} onClick={() => sheet.current?.close()}>
            {next === '#book' ? 'Book your next session' : 'See the packs'}
          </a>
        }
      >
        <form method="dialog" className="booking-close no-print">
          <button type="submit" className="link">
            Close
          </button>
        </form>
        <p className="round-table round-table-taken text-muted">
          <Sentence words={[`${formatDay(starts_at)}, with `, mentorName(mentor)]} />
        </p>
        {member && (
          <p className="sheet-on-paper">
            For <bdi translate="no">{member.name}</bdi>
            <span>{`. From ${location.host}`}</span>
          </p>
        )}
        <FeedbackWords {...{ kind, feedback }} />
        {feedback.exercise && <ExerciseState booking={id} feedback={feedback} />}
      </PrintSheet>
    </>
  );
}
