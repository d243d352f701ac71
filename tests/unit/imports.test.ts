import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import config from '../../dependency-cruiser.config.mjs';
import manifest from '../../package.json' with { type: 'json' };

const paths = v.object({ path: v.optional(v.array(v.string()), []) });
const rules = v.parse(
  v.array(v.object({ name: v.string(), from: paths, to: paths })),
  config.forbidden,
);
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|astro)$/.test(file));

const matches = (patterns: string[], path: string) =>
  patterns.some((pattern) => new RegExp(pattern).test(path));
const matchesNothing = (pattern: string) => !files.some((file) => matches([pattern], file));

test('every path in the import rules exists', () => {
  const stale = rules.flatMap(({ name, from, to }) => [
    ...[...from.path, ...to.path].filter(matchesNothing).map((pattern) => `${name}: ${pattern}`),
  ]);
  expect(rules.length).toBeGreaterThan(0);
  expect(stale).toEqual([]);
});

// dependency-cruiser cannot read .astro files.
test('the imports in .astro files obey the import rules', () => {
  const imports = files
    .filter((file) => file.endsWith('.astro'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from|^\s*import) '(\.[^'?]+)/gm)].map(
        ([, target = '']) => ({ file, target: join(dirname(file), target) }),
      ),
    );
  expect(imports.length).toBeGreaterThan(100);
  const forbidden = imports.flatMap(({ file, target }) =>
    rules
      .filter(({ from, to }) => matches(from.path, file) && matches(to.path, target))
      .map(({ name }) => `${name}: ${file} imports ${target}`),
  );
  expect(forbidden).toEqual([]);
});

test('§12.56 every script that a page downloads late has a time limit, unless the page works without the script', () => {
  // `late`, buttons and forms set the limit for what they load.
  const limited =
    /(?:inTime\( ?|late\(\(\) => |\bload\w*(?: = |=\{|: )\(\) => )(?:Promise\.all\(\[)?$/;
  const scripts = files.filter((file) => /^src\/.*\.tsx?$/.test(file) && !file.includes('.test.'));
  const downloads = scripts.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
    return [...text.matchAll(/(?<!typeof |'\), )\bimport\(/g)].map(({ index }) => ({
      file,
      before: text.slice(0, index),
    }));
  });
  expect(downloads.length).toBeGreaterThan(50);
  expect(downloads.filter(({ before }) => !limited.test(before)).map(({ file }) => file)).toEqual([
    'src/features/account/watch-login.ts',
    'src/features/desk/Enrol.tsx',
    'src/features/messages/ContactForm.tsx',
    'src/features/packs/FirstStep.tsx',
    'src/features/packs/PackCards.tsx',
    'src/features/packs/PackCards.tsx',
    'src/scripts/head/early-calls.ts',
  ]);
});

test('everything that the build and the functions import is installed without the development packages', () => {
  const deployed = files.filter(
    (file) => /^(?:src|build|functions)\/|^astro\.config/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const imported = deployed.flatMap((file) =>
    // An import of types alone disappears from the running code.
    [...readFileSync(file, 'utf8').matchAll(/^(?:import(?! type)|} from)[^'"\n]*'([^'.][^']*)'/gm)]
      .map(([, name = '']) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => !isBuiltin(name) && !/^(?:astro|virtual):/.test(name)),
  );
  expect(imported).toContain('qrcode');
  expect(new Set(imported.filter((name) => !(name in manifest.dependencies)))).toEqual(new Set());
});

test.each(['.', 'bench', 'supabase/cli'])(
  'the lockfile of %s has the hash of every package for every platform',
  (folder) => {
    const schema = v.object({
      integrity: v.optional(v.string()),
      inBundle: v.optional(v.boolean()),
      link: v.optional(v.boolean()),
    });
    const lockfile = v.parse(
      v.pipe(v.string(), v.parseJson(), v.object({ packages: v.record(v.string(), schema) })),
      readFileSync(join(folder, 'package-lock.json'), 'utf8'),
    );
    const without = Object.entries(lockfile.packages)
      .filter(([, { integrity, inBundle, link }]) => !integrity && !inBundle && !link)
      .map(([path]) => path)
      // Leaves out the project itself and linked folders, which have no hash.
      .filter((path) => path.startsWith('node_modules/'))
      // The registry lacked these development tools’ files for platforms other than Linux.
      .filter((path) => !/\/@(?:supabase|postgres-language-server)\/cli-/.test(path));
    expect(without).toEqual([]);
  },
);
