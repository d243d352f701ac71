/** The files, commands and variables named in the documents must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import bench from '../../bench/package.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { withDeskTable } from '../../scripts/desk-text.ts';
import { oldestBrowsersText } from '../../src/prerender/oldest-browsers.ts';
import { exampleFile, settingsPage } from '../../scripts/settings-text.ts';
import cli from '../../supabase/cli/package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const guides = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/devices.md',
  'docs/hosting.md',
  'docs/launch.md',
  'docs/operations.md',
  ...readdirSync(join(root, 'docs/product')).map((file) => `docs/product/${file}`),
  'docs/reliability.md',
  'docs/settings.md',
  'docs/tour.md',
  'supabase/README.md',
];
const decisions = readdirSync(join(root, 'docs/decisions')).map((file) => `docs/decisions/${file}`);
const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const folders = foldersIn('');

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** A document’s code: what is in backticks, and the blocks marked `sh` or `text`. */
function codeOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|text)\n([\s\S]*?)^```/gm)].map(
    ([, text]) => text,
  );
  const inline = [...markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)];
  return [...blocks, ...inline.map(([, text]) => text)].flatMap((text) => text ?? []);
}

/** Paths from the repository’s root, without patterns, build output, and files that the first release adds. */
function pathsIn(code: string): string[] {
  const inside = new RegExp(
    `(?:^|\\s)((?:${folders.map(RegExp.escape).join('|')})/[\\w./-]*)(?=\\s|$|:)`,
    'g',
  );
  return [...code.matchAll(inside)]
    .flatMap(([, path]) => path ?? [])
    .filter((path) => !/^(?:dist|node_modules|test-results|supabase\/migrations)\//.test(path));
}

test.each([...guides, ...decisions])('every path in %s exists', (file) => {
  const missing = codeOf(read(file))
    .flatMap(pathsIn)
    .filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test.each(guides)('every link to a file in %s leads to a file', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)#:]+)\)/g)].flatMap(([, path]) => path ?? []);
  expect(links.filter((path) => !existsSync(join(root, dirname(file), path)))).toEqual([]);
});

test.each([...guides, ...decisions])('every command in %s can be run', (file) => {
  const code = codeOf(read(file)).join('\n');
  const scripts = [...code.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  const programs = [...code.matchAll(/\bnode ((?:scripts|tests|local|supabase)\/[\w./-]+)/g)];
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  const files = programs.map(([, path = '']) => path);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('README and CONTRIBUTING list every command', () => {
  const guide = read('README.md') + read('CONTRIBUTING.md');
  const forPeople = Object.keys(manifest.scripts).filter((name) => !name.startsWith('pre'));
  const short = ['start', 'test'];
  const named = forPeople.filter((name) =>
    guide.includes(short.includes(name) ? `npm ${name}` : `\`npm run ${name}\``),
  );
  expect(named).toEqual(forPeople);
});

test('.env.example, docs/settings.md and the table in docs/operations.md are up to date: npm run docs', () => {
  expect(read('.env.example')).toBe(exampleFile);
  expect(read('docs/settings.md')).toBe(settingsPage);
  expect(read('docs/operations.md')).toBe(withDeskTable(read('docs/operations.md')));
});

test('docs/settings.md lists every variable that the code reads, and no others', () => {
  const names = (text: string, pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].flatMap(([, name]) => name ?? []));
  const sources = [
    'astro.config.mjs',
    'functions/_lib/env/env.ts',
    'scripts/launch-check.ts',
    'src/domain/environment/environment.ts',
    'src/domain/environment/settings.ts',
    'src/prerender/environment.ts',
  ].map(read);
  const code = names(sources.join(), /\b([A-Z]+(?:_[A-Z]+)+)\b/g);
  // The host sets the first variable, and our own commands set the second.
  for (const name of ['AWS_LAMBDA_FUNCTION_NAME', 'SITE_DIST']) code.delete(name);
  const pushed = names(read('supabase/config.toml'), /"env\((SMTP_\w+)\)"/g);
  const expected = code.union(pushed);
  const [, deployed = ''] = settingsPage.split('## The site,');
  expect(names(deployed, /^- `([A-Z_]+)`/gm)).toEqual(expected);
});

test('docs/dependencies.md lists every direct dependency, and no others', () => {
  const table = read('docs/dependencies.md');
  const packages = Object.keys({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...bench.devDependencies,
    ...cli.devDependencies,
  });
  expect(packages.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  const named = [...table.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  expect(named.filter((name) => !packages.includes(name))).toEqual([]);
});

test('§12.47 the README names the oldest supported browsers', () => {
  expect(read('README.md')).toContain(oldestBrowsersText);
});

test('the README’s tree shows every folder of the repository and of src', () => {
  const [, tree = ''] = /```text\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
  const generated = ['node_modules', 'dist', 'test-results'];
  const expected = [
    ...folders.filter((name) => !name.startsWith('.') && !generated.includes(name)),
    ...foldersIn('src').map((name) => `src/${name}`),
  ].filter((name) => name !== 'src' && name !== 'docs');
  expect(expected.filter((name) => !tree.includes(`${name}/`))).toEqual([]);
});

test('ARCHITECTURE.md describes every folder in src/features and functions/_lib', () => {
  const [, features = '', shared = ''] = read('ARCHITECTURE.md').split('| folder ');
  const named = (table: string) =>
    [...table.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(
      ([, cell = '']) => cell.match(/[\w-]+(?=\/`)/g) ?? [],
    );
  expect(named(features).toSorted()).toEqual(foldersIn('src/features').toSorted());
  expect(named(shared).toSorted()).toEqual(foldersIn('functions/_lib').toSorted());
});
