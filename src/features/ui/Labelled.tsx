import { useId, type ReactNode } from 'react';
import './control.css';
import type { Elements } from './elements.ts';
import './field.css';

export type Labels = {
  label: string;
  /** The message below the control, which is invalid as long as there is a message. */
  error?: string | undefined;
  /** Help text that is always shown. */
  hint?: ReactNode;
};

type LabelledProps = Labels & {
  /** Renders the control, given the props that link it to its label. */
  children: (tied: {
    id: string;
    className: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => Elements;
};

/** A control with its label, linked to its error and hint (§5.44). */
export function Labelled({ label, error, hint, children }: LabelledProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: 'control',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
