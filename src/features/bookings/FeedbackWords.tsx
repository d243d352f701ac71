import type { SessionKind } from '../../domain/bookings/session-kinds.ts';
import type { scoreIds, textIds } from '../../domain/mentors/feedback-fields.ts';
import { criteria, scoreMeanings } from '../../domain/mentors/scores.ts';
import { Facts } from '../ui/Facts.tsx';
import { Seats } from './Seats.tsx';

const texts = [
  ['What went well', 'went_well'],
  ['What to work on', 'to_work_on'],
  ['One exercise', 'exercise'],
] as const;

/** A mentor's feedback: four scores from 1 to 5, and three texts. */
type WrittenFeedback = Record<(typeof scoreIds)[number], number | null> &
  Record<(typeof textIds)[number], string | null>;

/** A score as a row of seats, as a number, and in the words that the mentor chose. */
function showMark(mark: number | null) {
  if (mark === null) return null;
  return (
    <span className="flex items-center gap-3">
      <Seats states={[1, 2, 3, 4, 5].map((one) => (one <= mark ? 'filled' : 'empty'))} />
      <span>{`${mark} of 5, ${scoreMeanings[mark] ?? ''}`}</span>
    </span>
  );
}

type FeedbackWordsProps = { kind: SessionKind; feedback: WrittenFeedback };

/** Feedback as members and mentors see it, and as the sample on /buy shows it (§4.19). */
export default function FeedbackWords({ kind, feedback }: FeedbackWordsProps) {
  return (
    <>
      <Facts
        lines
        className="mt-4"
        facts={criteria[kind].map(({ id, name }) => [name, showMark(feedback[id])])}
      />
      {texts.map(
        ([label, key]) =>
          feedback[key] && (
            <section key={key} className="mt-5">
              <h4 className="break-after-avoid font-display text-xl text-ink">{label}</h4>
              <p className="whitespace-pre-line">{feedback[key]}</p>
            </section>
          ),
      )}
    </>
  );
}
