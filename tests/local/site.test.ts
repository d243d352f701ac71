import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../local/free-ports.ts';
import { removeSite } from '../../local/site/folder.ts';
import { startSite } from '../../local/site/emulator.ts';
import { prepareSite } from '../../local/site/start.ts';
import { temporaryFolder } from '../samples/folder.ts';

test('the error names a folder that cannot be created', async () => {
  const checkout = temporaryFolder();
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(checkout);
  onTestFinished(() => cwd.mockRestore());
  // A file blocks the way, because root can write to every folder.
  writeFileSync(join(checkout, '.netlify'), '');

  await expect(prepareSite(4321)).rejects.toThrow(
    `The build needs the folder ${join(checkout, '.netlify/site-4321')}: Error: ENOTDIR`,
  );
});

describe('a site without pages', async () => {
  const port = await freePort();
  const { root, dist } = await prepareSite(port);
  mkdirSync(dist);
  writeFileSync(join(dist, '404.html'), 'Page not found');
  const site = await startSite({ port, root });
  afterAll(async () => {
    await site.stop();
    await removeSite(port);
  });

  const ask = () => fetch(`http://127.0.0.1:${port}/api/checkout`, { method: 'PUT', body: '{}' });

  test('the site answers a request while another request to the same function has arrived only in part', async () => {
    const slow = connect(port, '127.0.0.1');
    onTestFinished(() => void slow.destroy());
    await once(slow, 'connect');
    slow.write('PUT /api/checkout HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{');
    // The part arrives before the first reply, so the second call comes after the part.
    expect((await ask()).status).toBe(405);
    expect((await ask()).status).toBe(405);

    const reply = once(slow.setEncoding('utf8'), 'data');
    slow.write('}');
    expect(String(await reply)).toMatch(/^HTTP\/1\.1 405 /);
  });

  test('the site listens only on 127.0.0.1', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/nothing`)).status).toBe(404);
    await expect(fetch(`http://[::1]:${port}/nothing`)).rejects.toThrow('fetch failed');
  });
});
