import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = new URL('../../', import.meta.url);

/** The path for a copy of an empty Postgres, beside the packages that created it. Creates the folder if necessary. */
export async function copyOfEmpty(name: string): Promise<string> {
  const lock = createHash('sha256').update(await readFile(new URL('package-lock.json', checkout)));
  const path = `node_modules/.cache/admitcircle/${lock.digest('hex').slice(0, 16)}-${name}`;
  const copy = fileURLToPath(new URL(path, checkout));
  await mkdir(dirname(copy), { recursive: true });
  return copy;
}
