import { useState, type ComponentPropsWithRef } from 'react';
import { Labelled, type Labels } from './Labelled.tsx';
import { useHydrated } from './use-hydrated.ts';
import './field-toggle.css';

type FieldProps = ComponentPropsWithRef<'input'> & Labels;

/** A labelled text input for react-hook-form's `register(...)`. */
export function Field({ label, error, hint, type = 'text', ...input }: FieldProps) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';

  return (
    <Labelled {...{ label, error, hint }}>
      {(tied) => (
        <div className="field-box relative flex">
          <input
            {...tied}
            type={isPassword && shown ? 'text' : type}
            dir={type === 'text' ? 'auto' : undefined}
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
              <span>{shown ? 'Hide' : 'Show'}</span>
              <span className="sr-only">{` ${label.toLowerCase()}`}</span>
            </button>
          )}
        </div>
      )}
    </Labelled>
  );
}
