import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashLines, untrueLines } from '../../local/migration.ts';
import { migrationScripts } from '../../local/postgres/schema-scripts.ts';

test('no migration listed in supabase/released.txt has changed', async () => {
  const list = readFileSync('supabase/released.txt', 'utf8');
  expect(untrueLines(list, await migrationScripts())).toEqual([]);
});

test('a released migration that changed, is missing or has no hash is reported', () => {
  const first = { name: '20270101000000_first.sql', sql: 'select 1;' };
  const [line = ''] = hashLines([first]);
  const wrong = [line.replace(/^./, 'x'), line.replace('first', 'gone'), first.name];
  expect(untrueLines(['# Released', line, ...wrong, ''].join('\n'), [first])).toEqual(wrong);
});
