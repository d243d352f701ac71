import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../tests/samples/folder.ts';
import { noSessionChannel } from './no-session-channel.ts';

const opens = 'export const channel = () => new globalThis.BroadcastChannel("session");';

/** Builds a page that imports the library and our own module, and resolves to the page's script. */
async function bundle(library: string, file = 'GoTrueClient.js'): Promise<string> {
  const folder = temporaryFolder();
  const auth = join(folder, 'node_modules/@supabase/auth-js/dist');
  mkdirSync(auth, { recursive: true });
  writeFileSync(join(auth, file), library);
  writeFileSync(join(folder, 'ours.js'), opens);
  writeFileSync(
    join(folder, 'index.js'),
    `export * as library from './node_modules/@supabase/auth-js/dist/${file}';
     export * as ours from './ours.js';`,
  );
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [noSessionChannel()],
    build: {
      write: false,
      minify: false,
      lib: { entry: 'index.js', formats: ['es'], fileName: 'index' },
    },
  });
  const [output] = Array.isArray(result) ? result : [];
  const [chunk] = output?.output ?? [];
  return chunk?.code ?? '';
}

test('the build plugin removes the library’s session channel and leaves our own channel alone', async () => {
  const code = await bundle(opens);
  expect(code.match(/globalThis\.BroadcastChannel/g)).toHaveLength(1);
  expect(code).toContain('new (void 0)("session")');
});

test('the build fails if the library opens its channel under a different name', async () => {
  await expect(bundle('export const channel = () => new BroadcastChannel("s");')).rejects.toThrow(
    'globalThis.BroadcastChannel is gone from supabase-js',
  );
});

test('the build fails if the library is missing from it', async () => {
  await expect(bundle(opens, 'AuthClient.js')).rejects.toThrow('GoTrueClient.js was not built');
});
