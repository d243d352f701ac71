import { useStore } from '@nanostores/react';
import { useId, useRef, type RefCallback } from 'react';
import { Avatar } from '../Avatar.tsx';
import { pictureTypes } from './picture.ts';
import { $picture, $pictureError, choosePicture, removePicture } from './profile-edit.ts';
import '../../ui/file-button.css';
import './profile-form.css';

type PictureFieldProps = {
  /** The form's field. Its value is the picture's URL, not the file. */
  fieldRef: RefCallback<{ name: string; value: string; focus: () => void }>;
  /** The saved profile's picture; empty if there is none, undefined while unknown. */
  saved: string | undefined;
};

/** The member's picture or a preview, with a button for choosing another picture and one for removing it. */
export function PictureField({ fieldRef, saved }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chosen = useStore($picture, { ssr: 'initial' });
  const error = useStore($pictureError, { ssr: 'initial' });
  const unchosen = chosen.kind === 'remove' ? '' : saved;
  const shown = chosen.kind === 'replace' ? chosen.preview : unchosen;

  return (
    <div className="field profile-picture flex flex-wrap items-center">
      <Avatar src={shown} alt="Your profile picture" size={112} />
      <div className="min-w-0">
        <label htmlFor={id}>Profile picture</label>
        <div className="mt-1 flex flex-wrap items-center gap-x-5">
          <div className="file-button">
            <input
              ref={(element) => {
                input.current = element;
                fieldRef(
                  element && { name: 'profileimage', value: '', focus: () => element.focus() },
                );
              }}
              id={id}
              type="file"
              accept={pictureTypes.join(',')}
              aria-invalid={error ? true : undefined}
              aria-describedby={[error && `${id}-error`, `${id}-hint`].filter(Boolean).join(' ')}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void choosePicture(file);
                // Without this, choosing the same file again would not fire an event.
                target.value = '';
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
                removePicture(saved);
                input.current?.focus();
              }}
            >
              Remove picture
            </button>
          )}
        </div>
        {chosen.kind === 'replace' && (
          <p className="mt-1 truncate">
            <bdi translate="no">{chosen.name}</bdi>
          </p>
        )}
        {error && (
          <>
            <p id={`${id}-error`} role="alert" className="field-error">
              {error}
            </p>
            <button
              type="button"
              className="link"
              onClick={() => {
                $pictureError.set(undefined);
                input.current?.focus();
              }}
            >
              Continue without this picture
            </button>
          </>
        )}
        <p id={`${id}-hint`} className="field-hint">
          JPEG, PNG or GIF. We shrink large photos. Anyone with the picture’s link can see it.
        </p>
      </div>
    </div>
  );
}
