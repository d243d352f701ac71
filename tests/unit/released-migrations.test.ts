import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const supabase = new URL('../../supabase/', import.meta.url);

/** The lines of a list of released migrations that are not, or no longer, true. */
function changedMigrations(list: string, folder = 'migrations'): string[] {
  return list
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .filter((line) => {
      const [, hash, name = ''] = /^([0-9a-f]{64}) {2}(\w+\.sql)$/.exec(line) ?? [];
      const file = new URL(`${folder}/${name}`, supabase);
      return (
        hash === undefined ||
        !existsSync(file) ||
        createHash('sha256').update(readFileSync(file)).digest('hex') !== hash
      );
    });
}

test('no migration of supabase/released.txt has changed', () => {
  expect(changedMigrations(readFileSync(new URL('released.txt', supabase), 'utf8'))).toEqual([]);
});

test('notices a released migration that changed, is gone, or has no hash', () => {
  const name = 'grants.sql';
  const hash = createHash('sha256')
    .update(readFileSync(new URL(`schemas/${name}`, supabase)))
    .digest('hex');
  const wrong = [
    `${'0'.repeat(64)}  ${name}`,
    `${hash}  20261123990000_gone.sql`,
    name,
    `${hash}  ../migrations/${name}`,
  ];
  const list = [`# ${name}`, '', `${hash}  ${name}`, ...wrong].join('\n');
  expect(changedMigrations(list, 'schemas')).toEqual(wrong);
});
