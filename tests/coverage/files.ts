import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type TextFile = { path: string; text: string };

/** Every text file in the repository, including untracked files that git does not ignore. */
export function textFiles(): TextFile[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  return paths
    .filter((path) => path && lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
