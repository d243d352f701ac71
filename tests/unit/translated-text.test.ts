import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { afterAll, expect, test } from 'vitest';
import { translatedText } from '../../scripts/translated-text.mjs';

// A project of one file, because ours takes ten seconds to read.
const cwd = mkdtempSync(join(tmpdir(), 'eslint-'));
afterAll(() => rmSync(cwd, { recursive: true }));
const eslint = new ESLint({
  cwd,
  overrideConfigFile: true,
  overrideConfig: {
    files: ['*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: { allowDefaultProject: ['*.tsx'] }, tsconfigRootDir: cwd },
    },
    plugins: { own: { rules: { 'translated-text': translatedText } } },
    rules: { 'own/translated-text': 'error' },
  },
});

/** How often ESLint's rule complains about what a component returns. */
async function complaints(returned: string): Promise<number> {
  const code = `export function Field({ name, many }: { name: string; many: boolean }) {
    return ${returned};
  }`;
  const [result] = await eslint.lintText(code, { filePath: 'Field.tsx' });
  expect(result?.fatalErrorCount).toBe(0);
  return result?.errorCount ?? Number.NaN;
}

test.each([
  '<p>Pay {name} now</p>',
  '<p>{many && <b>Many</b>} packs</p>',
  '<p>{name}<b>!</b></p>',
  "<p>{many ? 'Some' : 'One'} <b>pack</b></p>",
  "many ? name : 'Nobody'",
])('§12.54 %s would lose its words in a translated page', async (returned) => {
  expect(await complaints(returned)).toBeGreaterThan(0);
});

test.each([
  '<p>{name}</p>',
  '<p>{`Pay ${name} now`}</p>',
  '<p>Two <b>packs</b> left</p>',
  '<p><span>{name}</span> <b>!</b></p>',
  '<p translate="no">{name}-{name}</p>',
])('§12.54 %s goes on working in a translated page', async (returned) => {
  expect(await complaints(returned)).toBe(0);
});
