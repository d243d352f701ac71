import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import './choice-cover.css';
import './choice-options.css';
import './choice.css';
import './field.css';

type ChoiceProps = {
  legend: string;
  hint?: string;
  options: readonly { value: string; label: string; more?: string }[];
  error: string | undefined;
  registered: UseFormRegisterReturn;
  /** True if several answers can be chosen. */
  many?: boolean;
  /** Buttons hide their radio buttons; cards show them. */
  look?: 'buttons' | 'cards';
  className?: string;
};

/** A question with its answers as buttons or cards, of which one or `many` can be chosen. */
export function Choice(props: ChoiceProps) {
  const {
    legend,
    hint,
    options,
    error,
    registered,
    many,
    look = 'buttons',
    className = '',
  } = props;
  const id = useId();
  const { ref, ...registration } = registered;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset
      ref={(group) => {
        const buttons = [...(group?.querySelectorAll('input') ?? [])];
        // The chosen one is registered first: react-hook-form gives the whole group the state of the first, which
        // would undo a choice made before hydration.
        buttons.sort((a, b) => Number(b.checked) - Number(a.checked)).forEach(ref);
        return () => ref(null);
      }}
      className={`choice ${className}`}
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
            <input {...registration} type={many ? 'checkbox' : 'radio'} value={value} />
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
