import * as v from 'valibot';
import { accountPaths, exportedFiles } from '../../../domain/rights/account-api.ts';
import { indiaDay } from '../../../domain/words/dates.ts';
import { saveFile } from '../../../lib/member-files.ts';

// ms. The file has everything of years.
const patience = 30_000;

/** A file in the export, which is downloaded on its own. */
export type KeptFile = v.InferOutput<typeof exportedFiles>['files'][number];

const json = v.pipe(v.string(), v.parseJson(), exportedFiles);

/** Saves everything that is kept about the member to this device (§18.40). Resolves to the files named in it. */
export async function downloadData(): Promise<KeptFile[]> {
  const name = `admitcircle-data-${indiaDay(Date.now())}.json`;
  const bytes = await saveFile(accountPaths.data, name, patience);
  return v.parse(json, await bytes.text()).files;
}
