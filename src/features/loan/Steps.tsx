import { formatDay } from '../../domain/format.ts';

/** A state in a line of states; without a time it is still to come. */
export type Step = { name: string; at?: string; reason?: string | null };

type StepsProps = {
  label: string;
  steps: readonly Step[];
  /** True where nothing more is to come. */
  ended: boolean;
};

/** A line of states with their dates: seats that are taken one after the other (§16.73). */
export function Steps({ label, steps, ended }: StepsProps) {
  const last = steps.findLastIndex(({ at }) => at !== undefined);
  return (
    <ol className="loan-steps" aria-label={label}>
      {steps.map(({ name, at, reason }, index) => (
        <li
          key={name}
          data-step={at === undefined ? 'next' : index === last && !ended ? 'now' : 'done'}
          aria-current={index === last && !ended ? 'step' : undefined}
        >
          <span className="loan-step-name">{name}</span>
          <span className="loan-step-day">{at === undefined ? 'to come' : formatDay(at)}</span>
          {reason && <span className="loan-step-reason">{reason}</span>}
        </li>
      ))}
    </ol>
  );
}
