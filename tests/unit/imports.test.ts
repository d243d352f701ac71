import { execFileSync } from 'node:child_process';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import config from '../../dependency-cruiser.config.mjs';

const paths = v.object({ path: v.optional(v.array(v.string()), []) });
const rules = v.parse(
  v.array(v.object({ name: v.string(), from: paths, to: paths })),
  config.forbidden,
);
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|astro)$/.test(file));
// dependency-cruiser does not read the imports of .astro files, so a rule from them checks nothing.
const modules = files.filter((file) => !file.endsWith('.astro'));

const matchesNothing = (pattern: string, among: string[]) =>
  !among.some((file) => new RegExp(pattern).test(file));

test('every path in the import rules exists', () => {
  const stale = rules.flatMap(({ name, from, to }) => [
    ...from.path.filter((pattern) => matchesNothing(pattern, modules)).map((p) => `${name}: ${p}`),
    ...to.path.filter((pattern) => matchesNothing(pattern, files)).map((p) => `${name}: ${p}`),
  ]);
  expect(rules.length).toBeGreaterThan(0);
  expect(stale).toEqual([]);
});
