import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as colours from './colours.ts';

test('the colours used outside CSS match the theme', () => {
  const theme = readFileSync('src/styles/theme.css', 'utf8');
  const inTheme = new Map(
    [...theme.matchAll(/--color-([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  expect(inTheme.size).toBeGreaterThan(0);
  for (const [name, value] of Object.entries(colours)) expect(value, name).toBe(inTheme.get(name));
});
