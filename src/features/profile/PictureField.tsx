import { useId, useRef } from 'react';
import { Avatar } from './Avatar.tsx';
import { pictureTypes } from './picture-types.ts';
import { checkPicture, previewOf, type Picture } from './picture.ts';
import type { PictureChange } from './save-profile.ts';

export type ChosenPicture = PictureChange & { name?: string };

type PictureFieldProps = {
  /** The picture of the saved profile; empty when there is none, undefined until that is known. */
  saved: string | undefined;
  value: ChosenPicture;
  error: string | undefined;
  onChange: (picture: ChosenPicture) => void;
  /** A file that was refused, with the message that says why. */
  onRefuse: (message: string) => void;
};

function shownPicture(saved: string | undefined, value: ChosenPicture): string | undefined {
  if (value.kind === 'replace') return previewOf(value.picture);
  return value.kind === 'remove' ? '' : saved;
}

/** The member's picture with its preview, a button to choose another one, and one to remove it. */
export function PictureField({ saved, value, error, onChange, onRefuse }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const shown = shownPicture(saved, value);

  const choose = async (file: File) => {
    const result = await checkPicture(file);
    // The same file can be chosen again only when the input has forgotten it.
    if (input.current) input.current.value = '';
    if ('message' in result) onRefuse(result.message);
    else replaceWith(result.picture, file.name);
  };
  const replaceWith = (picture: Picture, name: string) =>
    onChange({ kind: 'replace', picture, name });

  return (
    <div className="field picture-field">
      <Avatar src={shown} alt="Your profile picture" size={112} />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-semibold text-ink">
          Profile picture
        </label>
        <div className="mt-1 flex flex-wrap items-center gap-x-5">
          <div className="file-button">
            <input
              ref={input}
              id={id}
              type="file"
              accept={pictureTypes.join(',')}
              aria-invalid={error ? true : undefined}
              aria-describedby={[error && `${id}-error`, `${id}-hint`].filter(Boolean).join(' ')}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void choose(file);
              }}
            />
            <span aria-hidden="true" className="button button-quiet">
              {shown ? 'Change picture' : 'Choose a picture'}
            </span>
          </div>
          {shown && (
            <button
              type="button"
              className="link"
              onClick={() => {
                onChange(saved ? { kind: 'remove' } : { kind: 'keep' });
                input.current?.focus();
              }}
            >
              Remove picture
            </button>
          )}
        </div>
        {value.kind === 'replace' && (
          <p className="mt-1 truncate">
            <bdi>{value.name}</bdi>
          </p>
        )}
        {error && (
          <p id={`${id}-error`} role="alert" className="field-error">
            {error}
          </p>
        )}
        <p id={`${id}-hint`} className="field-hint">
          JPEG, PNG or GIF, up to 200 KB. It is public: anyone with its address can see it.
        </p>
      </div>
    </div>
  );
}
