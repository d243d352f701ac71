import { useId, type ComponentPropsWithRef } from 'react';
import './text-area.css';

type TextAreaProps = ComponentPropsWithRef<'textarea'> & {
  label: string;
  hint: string;
  error: string | undefined;
};

/** A labelled text of several lines, with its error and hint tied to it (§5.44). */
export function TextArea({ label, hint, error, ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        className="text-area"
        id={id}
        rows={5}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        {...textarea}
      />
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    </div>
  );
}
