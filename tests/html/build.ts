import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built site. */
    built: string;
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the site once for all files, with the sample settings of a local stack. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const built = await mkdtemp(join(tmpdir(), 'html-'));
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  await promisify(execFile)(process.execPath, [astro, 'build'], {
    cwd: root,
    env: {
      // Nothing else of this process, in which Vitest has set NODE_ENV.
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ASTRO_TELEMETRY_DISABLED: '1',
      CONTEXT: 'dev',
      SITE_DIST: built,
      PUBLIC_SITE_URL: 'http://localhost:4321',
      PUBLIC_SUPABASE_URL: 'http://127.0.0.1:54321',
      PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
      PUBLIC_ANALYTICS_URL: '/api/pageview',
    },
  });
  project.provide('built', built);
  return () => rm(built, { recursive: true });
}
