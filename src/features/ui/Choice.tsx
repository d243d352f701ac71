import { useId, type ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import './choice.css';
import './chosen.css';
import './field.css';

export type Option<Value extends string = string> = {
  value: Value;
  label: ReactNode;
  /** In smaller print. */
  more?: ReactNode;
  /** It cannot be chosen now. It keeps the focus that it has (§5.54). */
  disabled?: boolean;
};

/** `fieldOf` makes it a field of a form. */
type ChoiceProps<Value extends string> = Partial<UseFormRegisterReturn> & {
  legend: string;
  hint?: ReactNode;
  options: readonly Option<Value>[];
  error?: string | undefined;
  /** Without a form: the chosen answer or answers, and what a press of one does. */
  chosen?: Value | readonly Value[] | undefined;
  onChoose?: (value: Value) => void;
  /** True if several answers can be chosen. */
  many?: boolean;
  /**
   * Buttons hide their radio buttons, a scale has five of one size; cards show them, in rows or, as lines, each over the
   * whole width.
   */
  look?: 'buttons' | 'scale buttons' | 'cards' | 'lines';
  className?: string;
};

/** A question with its answers, of which one or `many` can be chosen. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, hint, options, error, many, look = 'buttons', className = '' } = props;
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const { ref, name = id, onChange, onBlur, chosen, onChoose } = props;
  const registered = { name, onChange, onBlur };

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
      <div className="choice-options" data-look={look} data-invalid={error ? true : undefined}>
        {options.map(({ value, label, more, disabled }) => (
          <label key={value}>
            <input
              {...registered}
              {...(onChoose && {
                checked: [chosen].flat().includes(value),
                onChange: () => (disabled ? undefined : onChoose(value)),
              })}
              type={many ? 'checkbox' : 'radio'}
              value={value}
              aria-disabled={disabled}
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
