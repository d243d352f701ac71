import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import './choice-cover.css';
import './choice-options.css';
import './choice.css';
import './field.css';

type ChoiceProps<Value extends string> = {
  legend: string;
  hint?: string;
  options: readonly { value: Value; label: string; more?: string }[];
  error?: string | undefined;
  /** The field of its form. */
  registered?: UseFormRegisterReturn;
  /** Without a form: the chosen answer, and what a choice does. */
  chosen?: Value | undefined;
  onChoose?: (value: Value) => void;
  /** True if several answers can be chosen. */
  many?: boolean;
  /** Buttons hide their radio buttons; cards show them. */
  look?: 'buttons' | 'cards';
  className?: string;
};

/** A question with its answers as buttons or cards, of which one or `many` can be chosen. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, hint, options, error, many, look = 'buttons', className = '' } = props;
  const { registered, chosen, onChoose } = props;
  const id = useId();
  const { ref, ...registration } = registered ?? { ref: undefined, name: id };
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset
      ref={(group) => {
        if (!ref) return undefined;
        const buttons = [...(group?.querySelectorAll('input') ?? [])];
        // The chosen one is registered first: react-hook-form gives the whole group the state of the first, which
        // would undo a choice made before hydration.
        buttons.sort((a, b) => Number(b.checked) - Number(a.checked)).forEach(ref);
        return () => ref(null);
      }}
      className={`choice min-w-0 ${className}`}
      aria-describedby={described || undefined}
    >
      <legend className="field-label">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <div
        className="choice-options"
        data-buttons={look === 'buttons' || undefined}
        data-invalid={error ? true : undefined}
      >
        {options.map(({ value, label, more }) => (
          <label key={value}>
            <input
              {...registration}
              {...(onChoose && { checked: chosen === value, onChange: () => onChoose(value) })}
              type={many ? 'checkbox' : 'radio'}
              value={value}
            />
            <span>{label}</span>
            {more && <small>{more}</small>}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
