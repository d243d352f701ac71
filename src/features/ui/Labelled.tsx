import { useId, type ReactNode } from 'react';
import './control.css';
import type { Elements } from './elements.ts';
import './field.css';

export type Labels = {
  label: string;
  /** The message below the control. The control is invalid while there is one. */
  error?: string | undefined;
  /** Help that is always shown. */
  hint?: ReactNode;
};

type LabelledProps = Labels & {
  /** Renders the control with the props that link it to its label. */
  children: (tied: {
    id: string;
    className: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => Elements;
};

/** A control with its label, and with its error and hint linked to it (§5.44). */
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
