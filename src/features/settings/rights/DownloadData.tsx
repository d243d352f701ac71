import { useState } from 'react';
import { formatDay } from '../../../domain/words/dates.ts';
import { fileEndings } from '../../../domain/files/member-files.ts';
import { sizeOf } from '../../../lib/member-files.ts';
import { saveToDevice } from '../../../lib/save-to-device.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { withErrorBoundary } from '../../ui/error-boundary.tsx';
import { dataFailure, downloadData, type KeptFile } from './data-download.ts';
import './your-data.css';

const names: Readonly<Record<string, string>> = {
  cv: 'CV',
  form: 'Form',
  essay: 'Essay',
  offer: 'Written offer',
  letter: 'Letter of an offer',
};

const endings: Readonly<Record<string, string>> = fileEndings;

function fileName({ purpose, type }: KeptFile): string {
  return `${purpose}.${endings[type] ?? 'bin'}`;
}

function Download() {
  const hydrated = useHydrated();
  const [busy, setBusy] = useState<'data' | 'file'>();
  const [files, setFiles] = useState<KeptFile[]>();
  const [failure, setFailure] = useState('');

  const work = async (what: 'data' | 'file', steps: () => Promise<void>) => {
    setBusy(what);
    setFailure('');
    try {
      await steps();
    } catch (error) {
      setFailure(dataFailure(error, navigator.onLine));
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        disabled={!hydrated || busy !== undefined}
        onClick={() => void work('data', async () => setFiles(await downloadData()))}
      >
        {busy === 'data' ? 'Collecting ...' : 'Download my data'}
      </button>
      <div role="status">
        {files && (
          <p className="mt-3">
            The file is on your device.{' '}
            {files.length > 0
              ? 'It names these files of yours, which you download one by one:'
              : 'You have sent us no other files.'}
          </p>
        )}
      </div>
      {files && files.length > 0 && (
        <ul className="kept-files">
          {files.map((file) => (
            <li key={file.id}>
              <span>
                {names[file.purpose] ?? file.purpose}, {sizeOf(file.size)},{' '}
                {formatDay(file.created_at)}
              </span>
              <button
                type="button"
                className="link"
                disabled={busy !== undefined}
                onClick={() => void work('file', () => saveToDevice(file.download, fileName(file)))}
              >
                Download<span className="sr-only"> {names[file.purpose] ?? file.purpose}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="mt-3">
        {failure}
      </p>
    </>
  );
}

/** Saves everything that is kept about the member as one file (§18.40). */
export const DownloadData = withErrorBoundary(Download);
