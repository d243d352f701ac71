import { expect, test } from 'vitest';
import { withShortScripts } from './page-scripts.ts';

const page = '<script type="module" src="/_astro/Start.abc.js"></script>';

test('a short script stands in the page, and imports from where its file was', () => {
  const script = 'import{m as e}from"./member.def.js";e(()=>import(`./leave.abc.js`));\n';
  expect(withShortScripts(page, new Map([['Start.abc.js', script]]))).toBe(
    '<script type="module">import{m as e}from"/_astro/member.def.js";e(()=>import(`/_astro/leave.abc.js`));</script>',
  );
});

test.each([
  ['long', new Map([['Start.abc.js', 'f();'.repeat(101)]])],
  ['unknown', new Map<string, string>()],
])('a script that is %s stays a file', (_what, scripts) => {
  expect(withShortScripts(page, scripts)).toBe(page);
});
