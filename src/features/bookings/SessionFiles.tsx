import { useId, useRef, useState } from 'react';
import { filePurposes, fileTypes, type FilePurpose } from '../../domain/files/member-files.ts';
import { fileProblem, sizeOf } from '../../lib/member-files.ts';
import { addFile, deleteFile, fileFailure, purposeNames, saveFile } from './session-files.ts';
import type { Booking, SessionFile } from '../packs/practice-schema.ts';
import '../ui/control.css';
import '../ui/file-button.css';
import '../ui/note.css';
import './session-files.css';

// §15.23
const mostFiles = 3;

type FileRowProps = {
  file: SessionFile;
  busy: boolean;
  onSave: () => void;
  onDelete: () => void;
};

function FileRow({ file, busy, onSave, onDelete }: FileRowProps) {
  const name = purposeNames[file.purpose];
  return (
    <li className="session-file">
      <span>
        {name}, {sizeOf(file.size)}
      </span>
      <button type="button" className="link" disabled={busy} onClick={onSave}>
        Download<span className="sr-only"> {name}</span>
      </button>
      <button type="button" className="link" disabled={busy} onClick={onDelete}>
        Delete<span className="sr-only"> {name}</span>
      </button>
    </li>
  );
}

type SessionFilesProps = {
  booking: Pick<Booking, 'id' | 'files'>;
  /** False for a session that is over: its files can be saved and deleted, and none added. */
  open: boolean;
  /** True where they are shown before anybody asks for them. */
  unfolded: boolean;
};

/** The member's files for a session: what the mentor can open from the start (§15.23). */
export function SessionFiles({ booking, open, unfolded }: SessionFilesProps) {
  const id = useId();
  const heading = useRef<HTMLElement>(null);
  const [purpose, setPurpose] = useState<FilePurpose>('cv');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState('');
  const [failure, setFailure] = useState('');
  const { files } = booking;

  const work = async (steps: () => Promise<string | undefined>, said: string) => {
    setBusy(true);
    setDone('');
    setFailure('');
    try {
      const problem = await steps();
      if (problem === undefined) setDone(said);
      else setFailure(problem);
    } catch (error) {
      setFailure(fileFailure(error, navigator.onLine));
    } finally {
      setBusy(false);
    }
  };

  const add = (file: File) =>
    work(async () => {
      const problem = await fileProblem(file);
      if (problem === undefined) await addFile(booking.id, purpose, file);
      return problem;
    }, `${purposeNames[purpose]} added. Your mentor can open it when the session starts.`);

  const remove = (file: SessionFile) =>
    work(async () => {
      await deleteFile(file);
      // The button that was pressed is gone.
      heading.current?.focus();
      return undefined;
    }, `${purposeNames[file.purpose]} deleted.`);

  const save = (file: SessionFile) =>
    work(async () => {
      await saveFile(file);
      return undefined;
    }, '');

  if (!open && files.length === 0) return null;
  return (
    <details className="session-files" open={unfolded}>
      <summary ref={heading}>
        <h4>Files for your mentor</h4> {files.length > 0 && `(${files.length} of ${mostFiles})`}
      </summary>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <FileRow
              key={file.id}
              {...{ file, busy }}
              onSave={() => void save(file)}
              onDelete={() => void remove(file)}
            />
          ))}
        </ul>
      )}
      {open && files.length < mostFiles && (
        <div className="new-session-file">
          <label>
            <span className="sr-only">What the file is</span>
            <select
              className="control"
              value={purpose}
              disabled={busy}
              onChange={({ target }) => {
                setPurpose(filePurposes.find((known) => known === target.value) ?? 'cv');
              }}
            >
              {filePurposes.map((known) => (
                <option key={known} value={known}>
                  {purposeNames[known]}
                </option>
              ))}
            </select>
          </label>
          <div className="file-button">
            <input
              type="file"
              aria-label={`Add a file: ${purposeNames[purpose]}`}
              aria-describedby={`${id}-hint`}
              accept={fileTypes.join(',')}
              disabled={busy}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void add(file);
                // Otherwise choosing the same file again would fire no event.
                target.value = '';
              }}
            />
            <span aria-hidden="true" className="button button-quiet">
              {busy ? 'Please wait' : 'Add a file'}
            </span>
          </div>
          <p id={`${id}-hint`} className="note">
            Up to three files: PDF, JPEG or PNG, 4 MB each. Only you and the mentor of this session
            get them.
          </p>
        </div>
      )}
      <p role="status">{done}</p>
      {failure && (
        <p role="alert" className="file-failure">
          {failure}
        </p>
      )}
    </details>
  );
}
