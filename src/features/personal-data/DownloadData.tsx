import { useState } from 'react';
import * as v from 'valibot';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { accountPaths, exportedFiles } from '../../domain/personal-data/account-api.ts';
import { formatDay, indiaDay } from '../../domain/words/dates.ts';
import { fileEndings, purposeNames } from '../../domain/files/member-files.ts';
import { serverNow } from '../../lib/clock.ts';
import { saveFile, sizeOf } from '../../lib/member-files.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { PressButton } from '../ui/PressButton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';

// In milliseconds. A long time, because the file may contain years of data.
const patience = 30_000;

/** A file that is listed in the export and downloaded separately. */
type KeptFile = v.InferOutput<typeof exportedFiles>['files'][number];

const json = v.pipe(v.string(), v.parseJson(), exportedFiles);

/** Saves everything we keep about the member as a file on this device. Resolves to the files listed in the export. */
async function downloadData(): Promise<KeptFile[]> {
  const name = `admitcircle-data-${indiaDay(serverNow())}.json`;
  const bytes = await saveFile(accountPaths.data, name, patience);
  return v.parse(json, await bytes.text()).files;
}

const sayDataFailure = (error: unknown) =>
  sayFailure(error, {}, { noAnswer: settingsMessages.serverDown });

function Download() {
  const hydrated = useHydrated();
  const [files, setFiles] = useState<KeptFile[]>();

  return (
    <>
      <PressButton
        work={async () => setFiles(await downloadData())}
        sayFailure={sayDataFailure}
        className="button button-quiet"
        disabled={!hydrated}
        busyLabel="Collecting ..."
      >
        Download my data
      </PressButton>
      <div role="status">
        {files && (
          <p className="mt-3">{`The file is on your device. ${
            files.length > 0
              ? 'It lists these files of yours. Download them one by one:'
              : 'You have sent us no other files.'
          }`}</p>
        )}
      </div>
      {files && files.length > 0 && (
        <ul className="mt-4">
          {files.map(({ id, purpose, type, size, created_at: at, download }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <span>{`${purposeNames[purpose]}, ${sizeOf(size)}, ${formatDay(at)}`}</span>
              <PressButton
                work={() => saveFile(download, `${purpose}.${fileEndings[type]}`)}
                sayFailure={sayDataFailure}
              >
                Download<span className="sr-only">{` ${purposeNames[purpose]}`}</span>
              </PressButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Saves everything we keep about the member as one file (§18.40). */
export const DownloadData = withErrorBoundary(Download);
