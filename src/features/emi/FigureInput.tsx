import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { readFigure } from '../../domain/words/typed-figures.ts';
import { $errors, $figures, $texts, leaveFigure, slideFigure, typeFigure } from './emi-store.ts';
import { figureInputs, type FigureName } from './figures.ts';

/** A text input for a figure, with a slider for the same figure. */
export function FigureInput({ name }: { name: FigureName }) {
  const id = useId();
  const text = useStore($texts, { ssr: 'initial' })[name];
  const value = useStore($figures, { ssr: 'initial' })[name];
  const error = useStore($errors, { ssr: 'initial' })[name];
  const { label, before, after, hint, least, most, step, say } = figureInputs[name];
  // No hint while the text is unreadable, because the hint would be about the figure before it.
  const read = hint && readFigure(text, figureInputs[name]).value;
  const unit = after ?? (hint && read !== undefined ? hint(read).replace('Rs ', '') : '');
  const described = [error && `${id}-error`, unit && `${id}-hint`].filter(Boolean);

  return (
    <div>
      <div className="emi-figure grid items-center gap-4">
        <label id={`${id}-label`} htmlFor={id} className="field-label">
          {label}
        </label>
        <div className="control emi-box flex items-center" data-invalid={error ? true : undefined}>
          {before && <span aria-hidden="true">{before}</span>}
          <input
            className="flex-1 bold text-ink"
            id={id}
            name={name}
            type="text"
            inputMode={name === 'amount' ? 'text' : 'decimal'}
            autoComplete="off"
            maxLength={40}
            value={text}
            aria-invalid={error ? true : undefined}
            aria-describedby={described.join(' ') || undefined}
            onChange={({ target }) => typeFigure(name, target.value)}
            onBlur={() => leaveFigure(name)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') leaveFigure(name);
            }}
          />
          {unit && (
            <span id={`${id}-hint`} className="emi-unit truncate text-sm">
              {unit}
            </span>
          )}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      <input
        type="range"
        name={`${name}-slider`}
        className="emi-slider w-full"
        aria-labelledby={`${id}-label`}
        aria-valuetext={say(value)}
        min={least}
        max={most}
        step={step}
        value={value}
        onChange={({ target }) => slideFigure(name, target.valueAsNumber)}
      />
    </div>
  );
}
