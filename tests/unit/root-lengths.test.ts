import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the root element has no lengths in rem, because Safari takes a rem there for 16 px', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], {
    encoding: 'utf8',
  }).split('\n');
  const styles = files
    .filter((path) => /\.(?:css|astro)$/.test(path))
    .map((path) => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''))
    .join('\n');
  const declarations = [...styles.matchAll(/^ *(?:html|:root)\S*\s*\{([^}]*)\}/gm)]
    .flatMap(([, body = '']) => body.split(';'))
    .map((declaration) => declaration.trim());
  const tokens = new Map(
    declarations.flatMap((one) => {
      const [, name, value] = /^(--[\w-]+): ([\s\S]+)$/.exec(one) ?? [];
      return name && value ? [[name, value] as const] : [];
    }),
  );
  const filled = declarations
    .filter((one) => !/^(?:--|font-size:)/.test(one))
    .map((one) =>
      one.replaceAll(/var\((--[\w-]+)\)/g, (all, name: string) => tokens.get(name) ?? all),
    );
  expect(filled).toContain('scroll-padding-top: 4.5em');
  expect(filled.filter((one) => /\drem\b/.test(one))).toEqual([]);
});
