import { expect, test } from 'vitest';
import { withClassNames, withShortScripts } from './page-scripts.ts';

const page = '<script type="module" src="/_astro/Start.abc.js"></script>';

test('a short script stands in the page, and imports from where its file was', () => {
  const scripts = new Map([['Start.abc.js', 'import{m as e}from"./member.def.js";e();\n']]);
  expect(withShortScripts(page, scripts)).toBe(
    '<script type="module">import{m as e}from"/_astro/member.def.js";e();</script>',
  );
});

test.each([
  ['long', new Map([['Start.abc.js', 'f();'.repeat(101)]])],
  ['unknown', new Map<string, string>()],
])('a script that is %s stays a file', (_what, scripts) => {
  expect(withShortScripts(page, scripts)).toBe(page);
});

test('of the file of React only the classes of our component are names', () => {
  const script = 'var hidden=1;e(`section`,{className:`notice unexpected-error`})';
  expect(withClassNames('react.abc.js', script)).toBe('className:`notice unexpected-error');
  expect(withClassNames('supabase-client.abc.js', script)).toBe('');
  expect(withClassNames('member.abc.js', script)).toBe(script);
});
