import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { afterAll, expect, test } from 'vitest';
import { translatedText } from '../../scripts/translated-text.mjs';

// The project has one file, because reading ours takes ten seconds.
const cwd = mkdtempSync(join(tmpdir(), 'eslint-'));
afterAll(() => rmSync(cwd, { recursive: true }));
writeFileSync(join(cwd, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
writeFileSync(join(cwd, 'Field.tsx'), '');
const eslint = new ESLint({
  cwd,
  overrideConfigFile: true,
  overrideConfig: {
    files: ['*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: cwd },
    },
    plugins: { own: { rules: { 'translated-text': translatedText } } },
    rules: { 'own/translated-text': 'error' },
  },
});

const props = '{ name, many }: { name: string; many: boolean }';

/** How many errors ESLint’s rule reports about what a component returns, or about a whole component. */
async function complaints(returned: string): Promise<number> {
  const code = returned.startsWith('export ')
    ? returned
    : `export function Field(${props}) { return ${returned}; }`;
  const [result] = await eslint.lintText(code, { filePath: 'Field.tsx' });
  expect(result?.fatalErrorCount).toBe(0);
  return result?.errorCount ?? Number.NaN;
}

test.each([
  '<p>Pay {name} now</p>',
  '<p>{many && <b>Many</b>} packs</p>',
  '<p>{name}<b>!</b></p>',
  '<option>{name}</option>',
  "<p>{many ? 'Some' : 'One'} <b>pack</b></p>",
  "many ? name : 'Nobody'",
  'many ? <p>Two <b>packs</b></p> : <p>One <b>pack</b></p>',
  '<p>{many ? <i>Two <b>packs</b></i> : <i>One <b>pack</b></i>}</p>',
  'many ? <p><i>Two <b>packs</b></i></p> : <p><i>One <b>pack</b></i></p>',
  `export function Field(${props}) {
    if (many) return <p>Two <b>packs</b></p>;
    return <p>{name}</p>;
  }`,
  `export function Maybe(${props}): object | null { return many ? { name } : null; }
  export function Field(both: Parameters<typeof Maybe>[0]) {
    return <p><Maybe {...both} /> packs</p>;
  }`,
  `export const Fields = (${props}) => ['a', 'b'].map((key) =>
    many ? <p key={key}>Two <b>packs</b></p> : <p key={key}>{name}</p>
  )`,
  `export const Field = (${props}) => (many ? name : 'Nobody')`,
  `export const memo = <Props,>(of: (props: Props) => string) => of;
  export const Field = memo((${props}) => (many ? name : 'Nobody'))`,
])('§12.54 %s is reported, because a translated page would lose its words', async (returned) => {
  expect(await complaints(returned)).toBeGreaterThan(0);
});

test.each([
  '<p>{name}</p>',
  '<option value={name}>{name}</option>',
  '<p>{`Pay ${name} now`}</p>',
  '<p>Two <b>packs</b> left</p>',
  '<p><span>{name}</span> <b>!</b></p>',
  '<p translate="no">{name}-{name}</p>',
  'many ? <p>Two <b>packs</b></p> : <div>One <b>pack</b></div>',
  'many ? <p key="two">Two <b>packs</b></p> : <p key="one">One <b>pack</b></p>',
  'many ? <p>Two packs</p> : <p>{name}</p>',
  'many ? <p className="a">Two <b>packs</b></p> : <p>Two <b>packs</b></p>',
  'many ? <p><span>Two</span> <b>packs</b></p> : <p><span>One</span> <b>pack</b></p>',
  `export function Always(${props}): object { return { name, many }; }
  export function Field(both: Parameters<typeof Always>[0]) {
    return <p><Always {...both} /> packs</p>;
  }`,
  `export const sayField = (${props}) => (many ? name : 'Nobody')`,
])('§12.54 %s is accepted, because it keeps working on a translated page', async (returned) => {
  expect(await complaints(returned)).toBe(0);
});
