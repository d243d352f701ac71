import * as v from 'valibot';
import { accountPaths, exportedFiles } from '../../../domain/rights/account-api.ts';
import { indiaDay } from '../../../domain/words/dates.ts';
import { hints } from '../../../domain/account/messages.ts';
import { FunctionError } from '../../../lib/function-call.ts';
import { fetchAsMember } from '../../../lib/member-call.ts';
import { saveBytes } from '../../../lib/save-bytes.ts';

// ms. The file has everything of years.
const patience = 30_000;

/** A file in the export, which is downloaded on its own. */
export type KeptFile = v.InferOutput<typeof exportedFiles>['files'][number];

const json = v.pipe(v.string(), v.parseJson(), exportedFiles);

/** Saves everything that is kept about the member to this device (§18.40). Resolves to the files named in it. */
export async function downloadData(): Promise<KeptFile[]> {
  const response = await fetchAsMember(accountPaths.data, { method: 'GET', timeout: patience });
  const bytes = await response.blob().catch(() => {
    throw new FunctionError('network');
  });
  saveBytes(bytes, `admitcircle-data-${indiaDay(Date.now())}.json`);
  return v.parse(json, await bytes.text()).files;
}

/** Why nothing was downloaded, as a person reads it; `online` is the browser's. */
export function dataFailure(error: unknown, online: boolean): string {
  if (!online) return hints.offline;
  if (!(error instanceof FunctionError) || error.code === 'network') return hints.serverDown;
  return error.code === 'session_expired' ? hints.sessionExpired : (error.told ?? hints.serverDown);
}
