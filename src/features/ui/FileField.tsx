import { useRef } from 'react';
import { useController, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { countInWords } from '../../domain/words/count.ts';
import { fileTypes } from '../../domain/files/member-files.ts';
import { fileProblem, sizeOf } from '../../lib/member-files.ts';
import { Labelled } from './Labelled.tsx';
import './file-button.css';

type FileFieldProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The form's field, whose value is a list of files. */
  name: Path<Values>;
  label: string;
  hint: string;
  /** The error if no file is chosen. If absent, the field is optional. */
  needed?: string;
  most: number | ((chosen: readonly File[]) => number);
  multiple?: boolean;
};

/**
 * A field for a member's files. Files are read and checked as soon as they are chosen (§17.66), and listed with their
 * sizes.
 */
export function FileField<Values extends FieldValues>(props: FileFieldProps<Values>) {
  const { form, name, label, hint, needed, most, multiple } = props;
  const latest = useRef<readonly File[]>([]);

  /** Resolves to true, or to the reason why the files chosen last cannot be sent. */
  const check = async (): Promise<string | true> => {
    const files = latest.current;
    if (files.length === 0) return needed ?? true;
    const limit = typeof most === 'number' ? most : most(files);
    if (files.length > limit) return `Choose up to ${countInWords(limit, 'file')}.`;
    const problems = await Promise.all(files.map(fileProblem));
    // Reading files chosen earlier may take longer than reading those chosen last.
    if (files !== latest.current) return check();
    return problems.find((problem) => problem !== undefined) ?? true;
  };
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: { validate: check },
  });
  const chosen: readonly File[] = field.value;

  return (
    <Labelled {...{ label, hint }} error={fieldState.error?.message}>
      {({ className: _control, ...tied }) => (
        <div className="flex flex-wrap items-center gap-3">
          <div className="file-button">
            <input
              {...tied}
              type="file"
              multiple={multiple}
              accept={fileTypes.join(',')}
              name={name}
              ref={field.ref}
              onBlur={field.onBlur}
              onChange={({ target }) => {
                latest.current = [...(target.files ?? [])];
                field.onChange(latest.current);
                // Without this, choosing the same file again would not fire an event.
                target.value = '';
                void form.trigger(name);
              }}
            />
            <span aria-hidden="true" className="button button-quiet">
              {chosen.length > 0 ? 'Choose again' : multiple ? 'Choose files' : 'Choose the file'}
            </span>
          </div>
          {chosen.map(({ name, size }, index) => (
            <span key={index} className="min-w-0 wrap-anywhere">{`${name}, ${sizeOf(size)}`}</span>
          ))}
        </div>
      )}
    </Labelled>
  );
}
