import type { SessionKind } from '../../domain/bookings/session-kinds.ts';
import { criteria, scoreMeanings } from '../../domain/mentor/scores.ts';
import type { SessionFeedback } from '../packs/practice-schema.ts';
import { Facts } from '../ui/Facts.tsx';
import '../packs/pack-seats.css';
import './feedback.css';

const texts = [
  ['What went well', 'went_well'],
  ['What to work on', 'to_work_on'],
  ['One exercise', 'exercise'],
] as const;

/** What a mentor wrote: four marks and three texts. */
export type WrittenFeedback = Pick<
  SessionFeedback,
  (typeof criteria)[SessionKind][number]['id'] | (typeof texts)[number][1]
>;

/** A mark as seats, as a number and in the words that the mentor saw. */
function showMark(mark: WrittenFeedback['content']) {
  if (mark === null) return null;
  return (
    <>
      <span className="pack-seats" aria-hidden="true">
        {[1, 2, 3, 4, 5].map((one) => (
          <i key={one} data-seat={one <= mark ? 'used' : 'left'} />
        ))}
      </span>
      {mark} of 5, {scoreMeanings[mark]}
    </>
  );
}

type FeedbackWordsProps = { kind: SessionKind; feedback: WrittenFeedback };

/** Feedback as its member reads it, and as the sample on /buy shows it (§4.19). */
export default function FeedbackWords({ kind, feedback }: FeedbackWordsProps) {
  return (
    <div className="feedback">
      <Facts
        className="marks mt-4"
        facts={criteria[kind].map(({ id, name }) => [name, showMark(feedback[id])])}
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
    </div>
  );
}
