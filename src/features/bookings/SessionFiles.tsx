import { useStore } from '@nanostores/react';
import { useId, useRef, useState } from 'react';
import {
  fileAddress,
  fileEndings,
  filePurposes,
  fileTypes,
  purposeNames,
  type SessionFile,
  type SessionPurpose,
} from '../../domain/files/member-files.ts';
import { lasting } from '../../domain/periods.ts';
import {
  copyFile,
  deleteFile,
  fileProblem,
  saveFile,
  sendFile,
  sizeOf,
} from '../../lib/member-files.ts';
import { notDone, sayFailure } from '../../lib/say-failure.ts';
import { isCv } from './booking-states.ts';
import type { Booking } from './my-sessions-schema.ts';
import { mySessions } from './my-sessions-store.ts';
import { PressButton } from '../ui/PressButton.tsx';
import { usePress } from '../ui/use-press.ts';
import '../ui/control.css';
import '../ui/file-button.css';
import '../ui/select.css';

// How many files a session can have (§15.23).
const mostFiles = 3;

const sayAdded = ({ purpose }: Pick<SessionFile, 'purpose'>) =>
  `${purposeNames[purpose]} added. Your mentor can open it from ${lasting('mentor files')} before the start.`;

type FileRowProps = { file: SessionFile; busy: boolean; onDelete: () => void };

function FileRow({ file: { id, purpose, size, type }, busy, onDelete }: FileRowProps) {
  const name = purposeNames[purpose];
  return (
    <li className="flex flex-wrap items-center gap-1 gap-x-5">
      <span>{`${name}, ${sizeOf(size)}`}</span>
      <PressButton
        work={() => saveFile(fileAddress('session', id), `${purpose}.${fileEndings[type]}`)}
      >
        Download<span className="sr-only">{` ${name}`}</span>
      </PressButton>
      <button type="button" className="link" aria-disabled={busy} onClick={onDelete}>
        Delete<span className="sr-only">{` ${name}`}</span>
      </button>
    </li>
  );
}

type SessionFilesProps = {
  booking: Pick<Booking, 'id' | 'files'>;
  /** False for a past session: the member can still download and delete files, but not add any. */
  open: boolean;
  /** True if the mentor should have a CV for this session. */
  needsCv?: boolean;
  /** True if adding a file is the next thing to do. */
  unfolded: boolean;
};

/** The member's files for a session. The mentor can open them from a day before the session (§15.23). */
export function SessionFiles({ booking, open, needsCv, unfolded }: SessionFilesProps) {
  const id = useId();
  const heading = useRef<HTMLElement>(null);
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const [chosen, setChosen] = useState<SessionPurpose>();
  const [isCopying, setIsCopying] = useState(false);
  const { files } = booking;
  const isEmpty = files.length === 0;
  const missing = filePurposes.session.filter((one) => files.every((file) => file.purpose !== one));
  const noCv = missing.includes('cv');
  const purpose = chosen ?? missing[0] ?? 'cv';
  const name = purposeNames[purpose];
  const add = noCv
    ? `Add your ${purpose === 'cv' ? name : name.toLowerCase()}`
    : 'Add another file';
  const sameCv =
    noCv &&
    [...(data?.upcoming ?? []), ...(data?.past ?? [])]
      // Files carry no date here, so the CV of the latest session counts as the newest.
      .toSorted((one, other) => Date.parse(other.starts_at) - Date.parse(one.starts_at))
      .flatMap(({ files: others }) => others)
      .find(isCv);
  // The dashboard and our emails link here.
  const place = `files-${booking.id}`;
  const [isOpen, setIsOpen] = useState(location.hash === `#${place}`);
  // Stays open after the first upload.
  if (unfolded && isEmpty && !isOpen) setIsOpen(true);

  const { busy, result, press } = usePress(
    async (file: File | SessionFile, copies?: boolean) => {
      setIsCopying(copies === true);
      if ('purpose' in file) {
        const texts = { booking: booking.id, purpose: file.purpose };
        await mySessions.change(() => (copies ? copyFile(file.id, texts) : deleteFile(file.id)));
        // The pressed button has disappeared.
        heading.current?.focus();
        return { done: copies ? sayAdded(file) : `${purposeNames[file.purpose]} deleted.` };
      }
      const message = await fileProblem(file);
      if (message !== undefined) return { message };
      await mySessions.change(() => sendFile('session', { booking: booking.id, purpose }, file));
      setChosen(undefined);
      return { done: sayAdded({ purpose }) };
    },
    (error) => sayFailure(error, {}, { noAnswer: notDone }),
  );

  if (!open && isEmpty) return null;
  return (
    <details open={isOpen}>
      <summary ref={heading} id={place} className="link w-fit gap-1">
        <h4 className="bold">
          {!needsCv || !noCv
            ? 'Files for your mentor'
            : sameCv
              ? 'Your CV is missing: use your last one?'
              : 'Your CV is missing'}
        </h4>
        {!isEmpty && <span>{` (${files.length} of ${mostFiles})`}</span>}
      </summary>
      {!isEmpty && (
        <ul>
          {files.map((file) => (
            <FileRow key={file.id} {...{ file, busy }} onDelete={() => press(file)} />
          ))}
        </ul>
      )}
      {open && files.length < mostFiles && (
        <div className="booking-files mt-2 flex flex-wrap items-center gap-2 gap-x-4">
          {sameCv && (
            <button
              type="button"
              className={`button ${unfolded ? '' : 'button-quiet'}`}
              aria-disabled={busy}
              onClick={() => press(sameCv, true)}
            >
              {/* As long as the label, so that nothing moves. */}
              {busy && isCopying ? 'Copying the CV' : 'Use the same CV'}
            </button>
          )}
          <label>
            <span className="sr-only">Type of file</span>
            <select
              className="control"
              value={purpose}
              onChange={({ target }) => {
                setChosen(filePurposes.session.find((known) => known === target.value));
              }}
            >
              {filePurposes.session.map((known) => (
                <option key={known} value={known}>
                  {purposeNames[known]}
                </option>
              ))}
            </select>
          </label>
          <div className="file-button">
            <input
              type="file"
              aria-label={add}
              aria-describedby={`${id}-hint`}
              accept={fileTypes.join(',')}
              aria-disabled={busy}
              onClick={(event) => {
                if (busy) event.preventDefault();
              }}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) press(file);
                // Without this, choosing the same file again would not fire an event.
                target.value = '';
              }}
            />
            <span
              aria-hidden="true"
              className={`button ${unfolded && isEmpty && !sameCv ? '' : 'button-quiet'}`}
            >
              {busy && !isCopying ? 'Please wait' : add}
            </span>
          </div>
          <p id={`${id}-hint`} className="note">
            Up to {mostFiles} files: PDF, JPEG or PNG, up to 4 MB each. Only you and this session’s
            mentor can open them.
          </p>
        </div>
      )}
      <p role="status">{result && 'done' in result && result.done}</p>
      {result?.message !== undefined && (
        <p role="alert" className="bold">
          {result.message}
        </p>
      )}
    </details>
  );
}
