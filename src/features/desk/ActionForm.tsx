import { Suspense, useId, useRef, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { Json } from '../../lib/database.types.ts';
import { weekdayOptions } from '../../domain/words/weekdays.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { Check } from '../ui/Check.tsx';
import { Choice } from '../ui/Choice.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Field } from '../ui/Field.tsx';
import { late } from '../ui/late.tsx';
import { Select } from '../ui/Select.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { useSeen } from '../ui/use-seen.ts';
import { askProvider } from './ask-provider.ts';
import { argumentOf, checkTyped, daysOf, hintOf, type Typed } from './desk-fields.ts';
import { argsOfRow, textOf, type DeskAction, type DeskField, type Row } from './desk-screen.ts';
import { DeskRefusal, press, readLists, sayDeskFailure, type Page } from './desk-calls.ts';
import { DeskTable, land } from './DeskTable.tsx';
import { useCode } from './CodeGate.tsx';

type Values = Record<string, Typed>;

/** The rows of each list on the screen. Some fields offer them as options. */
export type Lists = Readonly<Record<string, Page>>;

const inputs = {
  text: {},
  rupees: { inputMode: 'decimal' },
  percent: { inputMode: 'decimal' },
  number: { inputMode: 'numeric' },
  day: { type: 'date' },
  clock: { type: 'time' },
  moment: { type: 'datetime-local' },
} as const;

function optionsOf({ options = {}, rows }: DeskField, lists: Lists) {
  if (!rows) return Object.entries(options);
  const { list, value, label, only = () => true } = rows;
  return (lists[list]?.rows ?? [])
    .filter(only)
    .map((row) => [textOf(row[value]), label(row)] as const);
}

type OneFieldProps = {
  field: DeskField;
  lists: Lists;
  form: UseFormReturn<Values>;
};

function OneField({ field, lists, form }: OneFieldProps) {
  const listId = useId();
  const { name, kind } = field;
  const label = field.optional && kind !== 'yes' ? `${field.label} (optional)` : field.label;
  const { error, ...registered } = fieldOf(form, name, {
    validate: (typed) => checkTyped(field, typed),
  });
  const chosen = useWatch({ control: form.control, name });
  const hint = hintOf(field);
  // The error may be a sentence of the hint.
  const control = {
    label,
    hint: error && hint?.endsWith(error) ? field.hint : hint,
    error,
    ...registered,
  };
  if (kind === 'lines') return <TextArea {...control} />;
  if (kind === 'choice') {
    const options = optionsOf(field, lists);
    // Phones cut off long options, such as a time with its mentor, so the full text is repeated below.
    const full = field.rows && options.find(([value]) => value !== '' && value === chosen)?.[1];
    return (
      <Select {...control} hint={full ?? control.hint} defaultValue={textOf(chosen)}>
        <option value="">{field.none ?? 'Choose'}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    );
  }
  if (kind === 'yes') {
    return (
      <Check error={error} {...registered}>
        {label}
      </Check>
    );
  }
  if (kind === 'weekdays') {
    return (
      <Choice
        legend={label}
        error={error}
        {...registered}
        look="cards"
        many
        options={weekdayOptions}
      />
    );
  }
  return (
    <>
      <Field {...control} {...inputs[kind]} {...daysOf(field)} list={field.rows && listId} />
      {field.rows && (
        <datalist id={listId}>
          {optionsOf(field, lists).map(([value, text]) => (
            <option key={value} value={value} label={text} />
          ))}
        </datalist>
      )}
    </>
  );
}

/**
 * What an operator typed into a dialog and closed, so that a stray Escape loses nothing. Ends with the page. Forms that
 * start with a row's values are left out, because the row may change.
 */
const unsent = new Map<string, Values>();

type ActionFormProps = {
  action: DeskAction;
  row: Row;
  lists: Lists;
  needsCode: boolean;
  /** Arguments besides those taken from the row. */
  more?: Readonly<Record<string, Json>>;
  /** Called once the dialog has closed. `done` is the function's result, if it was called. */
  onClose: (done?: string) => void;
};

/** A button's dialog, with its fields and its question (§22.5). */
export function ActionForm({ action, row, lists, needsCode, more, onClose }: ActionFormProps) {
  const done = useRef<string>(undefined);
  const askCode = useCode();
  const { fields = [], filled, asks, final, asksProvider, preview, keep = 'Cancel' } = action;
  const { button = action.label } = action;
  const tries = action.tries ?? preview !== undefined;
  const [View] = useState(() => preview && 'loadView' in preview && late(preview.loadView));
  const key = JSON.stringify([action.action, argsOfRow(action, row)]);
  const form = useForm<Values>({
    defaultValues: {
      ...Object.fromEntries(
        fields.map(({ name, kind, start }) => {
          const value =
            start?.(row, (list) => lists[list]?.rows ?? []) ?? (filled ? textOf(row[name]) : '');
          return [name, kind === 'weekdays' ? [] : kind === 'yes' ? value === 'true' : value];
        }),
      ),
      ...unsent.get(key),
    },
  });
  const { isDirty } = form.formState;
  const typed = useWatch({ control: form.control });
  const asked = fields.filter(
    ({ only }) => !only || only.values.includes(String(typed[only.field] ?? '')),
  );

  const argsOf = (values: Partial<Values>): Record<string, Json> => ({
    ...argsOfRow(action, row),
    ...more,
    ...Object.fromEntries(
      asked.flatMap((field) => {
        const value = argumentOf(field, values[field.name]);
        return value === undefined ? [] : [[field.name, value]];
      }),
    ),
  });

  type Seen = { args: Record<string, Json>; does?: string; page?: Page | undefined };
  const [seen, see] = useSeen<Seen>(argsOf(typed));
  const isChecked = !tries || seen?.does !== undefined;

  const readPreview = async (args: Record<string, Json>) => {
    if (!preview || !('list' in preview)) return undefined;
    const taken = Object.entries(args).filter(([name]) => preview.takes.includes(name));
    const [page] = await readLists([{ list: preview.list, args: Object.fromEntries(taken) }]);
    return page;
  };

  const work = async (values: Values) => {
    const args = argsOf(values);
    if (needsCode && !(await askCode())) return false;
    // If a field has changed since the preview, a new preview comes first.
    if (!isChecked || (seen && JSON.stringify(seen.args) !== JSON.stringify(args))) {
      if (asksProvider) await askProvider(args);
      const does = await press(action.action, args, { tries }).catch(async (refusal: unknown) => {
        // The list may say why. Without `does`, the final button stays away.
        const page = await readPreview(args).catch(() => undefined);
        if (page?.rows.length) see({ args, page });
        throw refusal;
      });
      see({ args, does, page: await readPreview(args) });
      return false;
    }
    done.current = await press(action.action, args);
    unsent.delete(key);
    return true;
  };

  const sayRefusal = (error: unknown) => ({
    message: sayDeskFailure(error),
    ...(error instanceof DeskRefusal && error.field !== undefined && { at: error.field }),
  });

  return (
    <AskFirst
      {...(fields.length > 0 && { form, field: fields[0]?.name })}
      title={action.label}
      className="desk-sheet"
      confirm={
        !isChecked
          ? preview
            ? 'Preview'
            : 'Check details'
          : typeof button === 'string'
            ? button
            : button(typed)
      }
      confirming="One moment"
      keep={keep}
      work={work}
      sayFailure={sayRefusal}
      onClose={() => {
        if (done.current === undefined && isDirty && !filled) unsent.set(key, form.getValues());
        onClose(done.current);
      }}
      fields={
        <>
          {asked.map((field) => (
            <OneField key={field.name} {...{ field, lists, form }} />
          ))}
          {tries && !preview && seen && (
            <section ref={land} aria-label="What will happen" role="status">
              <h3>What will happen</h3>
              <p>{seen.does}</p>
            </section>
          )}
          {preview && seen && (
            // Around the section, because the window can scroll to it only once all of it is there.
            <Suspense fallback={<p>One moment</p>}>
              <section ref={land} aria-label={preview.title}>
                <h3>{preview.title}</h3>
                {'loadView' in preview ? (
                  View && <View args={seen.args} rows={(list) => lists[list]?.rows ?? []} />
                ) : (
                  <>
                    {seen.does && <p>{seen.does}</p>}
                    {seen.page && <DeskTable list={preview} page={seen.page} />}
                  </>
                )}
              </section>
            </Suspense>
          )}
        </>
      }
    >
      {(asks ?? final) && (
        <>
          {asks && <p className="whitespace-pre-line">{asks(row)}</p>}
          {final && <p className="mt-2 bold text-ink">This cannot be undone.</p>}
        </>
      )}
    </AskFirst>
  );
}
