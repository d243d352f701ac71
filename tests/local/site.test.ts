import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { prepareSite } from '../../local/site/start.ts';

test('names the folder that cannot be created', async () => {
  const checkout = mkdtempSync(join(tmpdir(), 'admitcircle-site-'));
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(checkout);
  onTestFinished(() => {
    cwd.mockRestore();
    rmSync(checkout, { recursive: true });
  });
  // A file in the way, because root can write to every folder.
  writeFileSync(join(checkout, '.netlify'), '');

  await expect(prepareSite(4321)).rejects.toThrow(
    `The build needs the folder ${join(checkout, '.netlify/site-4321')}: Error: ENOTDIR`,
  );
});
