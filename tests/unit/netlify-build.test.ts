/** What Netlify makes of netlify.toml and functions/, by the libraries of its own build. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from '@netlify/config';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { mentorPaths } from '../../src/domain/mentor/mentor-pages.ts';
import { pageviewPath, paymentPaths } from '../../src/domain/api.ts';
import { accountPaths } from '../../src/domain/rights/account-api.ts';
import { messagePath } from '../../src/domain/contact/contact-message.ts';
import { freeInterviewPath } from '../../src/domain/packs/free-interview.ts';
import { filePath } from '../../src/domain/files/member-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

// The library types its settings as `any`.
const settings = v.object({
  functionsDirectory: v.string(),
  build: v.object({
    command: v.string(),
    publish: v.string(),
    environment: v.object({ NODE_VERSION: v.string() }),
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
  expect(build.environment.NODE_VERSION).toBe('24');

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
  const cases = (path: string) => [path, path.toLowerCase()];
  expect(Object.fromEntries(found)).toEqual({
    checkout: [paymentPaths.checkout],
    feedback: [mentorPaths.feedback],
    mentorCancel: cases(mentorPaths.cancel),
    freeInterview: cases(freeInterviewPath),
    getkey: [paymentPaths.key],
    mail: '* * * * *',
    message: [messagePath],
    pageview: [pageviewPath],
    paymentStatus: cases(paymentPaths.status),
    paymentVerify: cases(paymentPaths.verify),
    paymentWebhook: cases(paymentPaths.webhook),
    file: [filePath],
    closeAccount: cases(accountPaths.close),
    memberData: cases(accountPaths.data),
    sessions: '*/5 * * * *',
    loans: '7 * * * *',
    refunds: '*/10 * * * *',
    retention: '37 * * * *',
    reconcile: '*/5 * * * *',
    watch: '*/5 * * * *',
  });
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
