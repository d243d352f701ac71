import { useWatch, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { countInWords } from '../../domain/words/count.ts';
import { fileTypes } from '../../domain/files/member-files.ts';
import { fileProblem, sizeOf } from '../../lib/member-files.ts';
import { Labelled } from './Labelled.tsx';
import './file-button.css';

type FileFieldProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** The field of the form, which has a `FileList` or null. */
  name: Path<Values>;
  label: string;
  hint: string;
  /** Said if no file is chosen. Without it, none is needed. */
  needed?: string;
  most: number | ((chosen: readonly File[]) => number);
  multiple?: boolean;
};

// The form does not know which of its fields has files.
const filesOf = (value: unknown) => [...((value ?? []) as Iterable<File>)];

/** A field for a member's files, which are checked when they are chosen (§17.66). It lists them with their sizes. */
export function FileField<Values extends FieldValues>(props: FileFieldProps<Values>) {
  const { form, name, label, hint, needed, most, multiple } = props;
  const chosen = filesOf(useWatch({ control: form.control, name }));
  const { error } = form.getFieldState(name, form.formState);

  /** Returns true, or the reason why the files cannot be sent. */
  const check = async (value: unknown): Promise<string | true> => {
    const files = filesOf(value);
    if (files.length === 0) return needed ?? true;
    const limit = typeof most === 'number' ? most : most(files);
    if (files.length > limit) return `Choose ${countInWords(limit, 'file')} at most.`;
    const problems = await Promise.all(files.map(fileProblem));
    return problems.find((problem) => problem !== undefined) ?? true;
  };

  return (
    <Labelled {...{ label, hint }} error={error?.message}>
      {({ className: _control, ...tied }) => (
        <div className="flex flex-wrap items-center gap-3">
          <div className="file-button">
            <input
              {...tied}
              type="file"
              multiple={multiple}
              accept={fileTypes.join(',')}
              {...form.register(name, { onChange: () => void form.trigger(name), validate: check })}
            />
            <span aria-hidden="true" className="button button-quiet">
              {chosen.length > 0 ? 'Choose again' : multiple ? 'Choose files' : 'Choose the file'}
            </span>
          </div>
          {chosen.map(({ name, size }, index) => (
            <span key={index} className="min-w-0 wrap-anywhere">
              {name}, {sizeOf(size)}
            </span>
          ))}
        </div>
      )}
    </Labelled>
  );
}
