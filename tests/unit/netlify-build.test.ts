/** What Netlify makes of netlify.toml and functions/, by the libraries of its own build. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from '@netlify/config';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { functionNames, loadFunction } from '../../local/site/function-routes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

// The library types its settings as `any`.
const settings = v.object({
  functionsDirectory: v.string(),
  build: v.object({
    command: v.string(),
    publish: v.string(),
    environment: v.object({ NODE_VERSION: v.string(), NPM_FLAGS: v.string() }),
  }),
});

const manifest = v.object({
  functions: v.array(
    v.object({
      name: v.string(),
      region: v.optional(v.string()),
      schedule: v.optional(v.string()),
      bundler: v.string(),
      runtimeVersion: v.optional(v.string()),
      routes: v.optional(v.array(v.object({ pattern: v.string() })), []),
      trafficRules: v.optional(v.unknown()),
    }),
  ),
});

test('the build of production finds its settings, and every function with its paths', async () => {
  const resolved = await resolveConfig({
    cwd: root,
    repositoryRoot: root,
    context: 'production',
    branch: 'main',
    mode: 'buildbot',
    offline: true,
  });
  const { build, functionsDirectory } = v.parse(settings, resolved.config);
  expect(build).toMatchObject({ command: 'npx astro build', publish: join(root, 'dist') });
  expect(build.environment).toMatchObject({ NODE_VERSION: '24', NPM_FLAGS: '--omit=dev' });

  const folder = await mkdtemp(join(tmpdir(), 'netlify-build-'));
  const file = join(folder, 'manifest.json');
  await zipFunctions(functionsDirectory, folder, {
    archiveFormat: 'none',
    basePath: root,
    config: { '*': { nodeVersion: build.environment.NODE_VERSION } },
    manifest: file,
  });
  const { functions } = v.parse(
    v.pipe(v.string(), v.parseJson(), manifest),
    await readFile(file, 'utf8'),
  );
  await rm(folder, { recursive: true });

  const found = functions.map(({ name, routes, schedule }) => [
    name,
    schedule ?? routes.map(({ pattern }) => pattern),
  ]);
  const asked = functionNames.map(async (name) => {
    const { config } = await loadFunction(name);
    return [name, 'schedule' in config ? config.schedule : [config.path].flat()];
  });
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(await Promise.all(asked)));
  for (const { name, region, bundler, runtimeVersion } of functions) {
    expect({ name, region, runtimeVersion }).toEqual({
      name,
      region: 'sin',
      runtimeVersion: 'nodejs24.x',
    });
    expect(['esbuild', 'nft'], name).toContain(bundler);
  }
  // A free plan takes two rules, and what happens to a third is not documented.
  const limited = functions.filter(({ trafficRules }) => trafficRules !== undefined);
  expect(limited.length).toBeLessThanOrEqual(2);
});
