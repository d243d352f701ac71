import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { prepareSite } from '../../local/site/start.ts';

test('a checkout that cannot be written is told by its folder', async () => {
  const checkout = mkdtempSync(join(tmpdir(), 'admitcircle-site-'));
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(checkout);
  onTestFinished(() => {
    cwd.mockRestore();
    rmSync(checkout, { recursive: true });
  });
  // A file in the way, because no folder is read-only for root.
  writeFileSync(join(checkout, '.netlify'), '');

  await expect(prepareSite(4321)).rejects.toThrow(
    `The build needs the folder ${join(checkout, '.netlify/site-4321')}: Error: ENOTDIR`,
  );
});
