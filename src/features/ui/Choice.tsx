import { useId, type ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import './choice.css';
import './chosen.css';
import './field.css';

export type Option<Value extends string = string> = {
  value: Value;
  label: ReactNode;
  /** More text in smaller print. */
  more?: ReactNode;
  /** True if this answer cannot be chosen now. It can still be focused (§5.54). */
  disabled?: boolean;
};

/** The props from `fieldOf`, if this is a form's field. */
type ChoiceProps<Value extends string> = Partial<UseFormRegisterReturn> & {
  legend: ReactNode;
  hint?: ReactNode;
  options: readonly Option<Value>[];
  error?: string | undefined;
  /**
   * Outside a form: the chosen answer or answers. `onChoose` is called for each press. In a form: the answer chosen at
   * first. Unlike the form's default value, it does not undo a choice made before hydration.
   */
  chosen?: Value | readonly Value[] | undefined;
  onChoose?: (value: Value) => void;
  /** True if the reader can choose several answers. */
  many?: boolean;
  /**
   * 'buttons' hide their radio buttons, and a 'scale' has five buttons of equal size. 'cards' show the radio buttons
   * and are laid out in rows; 'lines' are full-width cards.
   */
  look?: 'buttons' | 'scale buttons' | 'cards' | 'lines';
  className?: string;
};

/** A question with its possible answers. The reader can choose one, or several with `many`. */
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
        // The chosen answer is registered first: react-hook-form applies the first answer's state to the whole group,
        // and would otherwise undo a choice made before hydration.
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
              {...(onChoose
                ? {
                    checked: [chosen].flat().includes(value),
                    onChange: () => (disabled ? undefined : onChoose(value)),
                  }
                : { defaultChecked: chosen === value })}
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
