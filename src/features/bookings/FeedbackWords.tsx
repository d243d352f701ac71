import { scoreMeanings } from '../../domain/mentor/mentor-pages.ts';
import type { SessionFeedback } from '../packs/practice-schema.ts';
import { marks } from './progress.ts';
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
  (typeof marks)[number][1] | (typeof texts)[number][1]
>;

/** A mark in seats, in figures and in the words that the mentor saw. */
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

/** Feedback as its member reads it, and as the sample on /buy shows it (§4.19). */
export function FeedbackWords({ feedback }: { feedback: WrittenFeedback }) {
  return (
    <div className="feedback">
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
    </div>
  );
}
