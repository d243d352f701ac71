import { formatDay } from '../../domain/words/dates.ts';
import './note.css';
import './steps.css';

/**
 * One step in a line of steps. If `at` is missing, the step is still to come unless `isTaken` is true, and `note`
 * replaces its date.
 */
export type Step = {
  name: string;
  at?: string;
  reason?: string | null;
  isTaken?: boolean;
  note?: string;
};

type StepsProps = {
  label: string;
  steps: readonly Step[];
  /** True if this is the last step. */
  ended: boolean;
};

const isTaken = (step: Step) => step.at !== undefined || step.isTaken === true;

/** A line of steps with their dates, shown as seats taken one after another (§16.73, §17.64). */
export function Steps({ label, steps, ended }: StepsProps) {
  const last = steps.findLastIndex(isTaken);
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.name}
          data-step={!isTaken(step) ? 'next' : index === last && !ended ? 'now' : 'done'}
          aria-current={index === last && !ended ? 'step' : undefined}
        >
          <span className={isTaken(step) ? 'bold' : ''}>{step.name}</span>
          <span className="note">
            {step.at === undefined ? (step.note ?? 'not yet') : formatDay(step.at)}
          </span>
          {step.reason && <span className="mt-1 wrap-anywhere">{step.reason}</span>}
        </li>
      ))}
    </ol>
  );
}
