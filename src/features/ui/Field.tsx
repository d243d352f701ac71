import { useId, useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

type FieldProps = ComponentPropsWithRef<'input'> & {
  label: string;
  /** The message under the field, which is invalid while there is one. */
  error?: string | undefined;
  /** Help that is always shown. */
  hint?: ReactNode;
};

/** A labelled text input for react-hook-form's `register(...)`, with its error and hint tied to it (§5.44). */
export function Field({ label, error, hint, type = 'text', ...input }: FieldProps) {
  const id = useId();
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          id={id}
          type={isPassword && shown ? 'text' : type}
          dir={type === 'text' && !isPassword ? 'auto' : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          {...(isPassword && { autoCapitalize: 'none', spellCheck: false })}
          {...input}
        />
        {isPassword && (
          <button
            type="button"
            className="field-toggle"
            disabled={!hydrated || input.disabled}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </button>
        )}
      </div>
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
