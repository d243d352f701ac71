import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashLines, untrueLines } from '../../local/migration.ts';
import { migrationScripts } from '../../local/postgres/schema-scripts.ts';

test('no migration of supabase/released.txt has changed', async () => {
  const list = readFileSync('supabase/released.txt', 'utf8');
  expect(untrueLines(list, await migrationScripts())).toEqual([]);
});

test('notices a released migration that changed, is gone, or has no hash', () => {
  const first = { name: '20270101000000_first.sql', sql: 'select 1;' };
  const [line = ''] = hashLines([first]);
  const wrong = [line.replace(/^./, 'x'), line.replace('first', 'gone'), first.name];
  expect(untrueLines(['# Released', line, ...wrong, ''].join('\n'), [first])).toEqual(wrong);
});
