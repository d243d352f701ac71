import type { UseFormRegisterReturn } from 'react-hook-form';
import { countInWords } from '../../domain/words/count.ts';
import { fileTypes } from '../../domain/files/member-files.ts';
import { fileProblem, sizeOf } from '../../lib/member-files.ts';
import { Labelled } from './Labelled.tsx';
import './file-button.css';
import './file-field.css';

type FileFieldProps = {
  label: string;
  hint: string;
  chosen: readonly File[];
  error: string | undefined;
  multiple?: boolean;
  /** The result of the form's `register`. */
  input: UseFormRegisterReturn;
};

/** Checks the chosen files (§17.66). Resolves to true, or to the reason why they cannot be sent. */
export async function filesAreAccepted(
  files: FileList | null,
  { needed, most }: { needed?: string; most: number },
): Promise<string | true> {
  const chosen = [...(files ?? [])];
  if (chosen.length === 0) return needed ?? true;
  if (chosen.length > most) return `Choose ${countInWords(most, 'file')} at most.`;
  const problems = await Promise.all(chosen.map(fileProblem));
  return problems.find((problem) => problem !== undefined) ?? true;
}

/** A field for a member's files. It lists the chosen ones with their sizes. */
export function FileField({ label, hint, chosen, error, multiple, input }: FileFieldProps) {
  return (
    <Labelled {...{ label, error, hint }}>
      {({ className: _control, ...tied }) => (
        <div className="file-field">
          <div className="file-button">
            <input
              {...tied}
              type="file"
              multiple={multiple}
              accept={fileTypes.join(',')}
              {...input}
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
