import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('src/lib/database.types.ts matches the declared schema', () => {
  const check = spawnSync(process.execPath, ['scripts/generate-types.ts', '--check'], {
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
  });
  expect({ status: check.status, said: check.stderr }).toEqual({ status: 0, said: '' });
});
