import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], {
  encoding: 'utf8',
}).split('\n');

/** Classes that a file styles on their own: `.card {`, but not `.panel .card {`. */
function classesOf(file: string): string[] {
  const css = readFileSync(file, 'utf8');
  // Prettier indents nested rules, and the styles of a component by one step.
  const alone = file.endsWith('.css') ? /^\.([\w-]+)(?=[ ,:]+)/gm : /^ {2}\.([\w-]+)(?=[ ,:]+)/gm;
  return [...new Set([...css.matchAll(alone)].map(([, name = '']) => name))];
}

test('no class of a .css file is styled in another file', () => {
  const home = new Map<string, string>();
  const twice: string[] = [];
  const note = (name: string, file: string) => {
    const other = home.get(name);
    if (other) twice.push(`.${name}: ${other} and ${file}`);
    return other;
  };
  for (const file of files.filter((path) => path.endsWith('.css'))) {
    for (const name of classesOf(file)) if (!note(name, file)) home.set(name, file);
  }
  expect(home.size).toBeGreaterThan(50);
  for (const file of files.filter((path) => path.endsWith('.astro'))) {
    for (const name of classesOf(file)) note(name, file);
  }
  // Classes of .css files hold in the whole site; those of an .astro file in that file.
  expect(twice, 'rename the class of the component').toEqual([]);
});
