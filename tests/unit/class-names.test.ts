import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], {
  encoding: 'utf8',
}).split('\n');
const sheets = files.filter((path) => path.endsWith('.css'));

/** Classes that a file styles by themselves: `.card {`, but not `.panel .card {`. */
function classesOf(file: string): string[] {
  const css = readFileSync(file, 'utf8');
  // Prettier indents nested rules, and a component’s styles by one step.
  const alone = file.endsWith('.css') ? /^\.([\w-]+)(?=[ ,:]+)/gm : /^ {2}\.([\w-]+)(?=[ ,:]+)/gm;
  return [...new Set([...css.matchAll(alone)].map(([, name = '']) => name))];
}

/** Every class named in a file’s rules. */
function classesIn(file: string): string[] {
  const rules = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|'[^']*'/g, '');
  return [...new Set([...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))];
}

test('no class in a .css file is styled in another file', () => {
  const home = new Map<string, string>();
  const twice: string[] = [];
  const note = (name: string, file: string) => {
    const other = home.get(name);
    if (other) twice.push(`.${name}: ${other} and ${file}`);
    return other;
  };
  for (const file of sheets) {
    for (const name of classesOf(file)) if (!note(name, file)) home.set(name, file);
  }
  expect(home.size).toBeGreaterThan(50);
  for (const file of files.filter((path) => path.endsWith('.astro'))) {
    for (const name of classesOf(file)) note(name, file);
  }
  // Classes in .css files apply to the whole site, classes in an .astro file only to that file.
  expect(twice, 'rename the class of the component').toEqual([]);
});

test('a class in a .css file starts with the first word of the file’s name, and only controls use a single word', () => {
  const isStyle = (file: string) => file.startsWith('src/styles/');
  const isControl = (file: string) => file.startsWith('src/features/ui/');
  const common = sheets
    .filter((file) => !isStyle(file))
    .flatMap((file) => {
      const [word = ''] = basename(file, '.css').split('-');
      const own = new RegExp(`^(?:${word}|${word.replace(/s$/, '')})(?:-.|$)`);
      const elsewhere = new Set(
        sheets
          .filter((other) => other !== file)
          .flatMap((other) => (isStyle(other) ? classesIn(other) : classesOf(other))),
      );
      return classesIn(file)
        .filter((name) => !(own.test(name) && (isControl(file) || name.includes('-'))))
        .filter((name) => !elsewhere.has(name) && !name.startsWith('swiper'))
        .map((name) => `.${name} in ${file}`);
    });
  expect(common, 'rename the class').toEqual([]);
});
