import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { placeBuild } from '../../local/site/last-build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built site. */
    built: string;
  }
}

/** Builds the site once for all files, with the sample settings of a local stack. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const built = await mkdtemp(join(tmpdir(), 'html-'));
  const environment = {
    CONTEXT: 'dev',
    PUBLIC_SITE_URL: 'http://localhost:4321',
    PUBLIC_SUPABASE_URL: 'http://127.0.0.1:54321',
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    PUBLIC_ANALYTICS_URL: '/api/pageview',
  };
  await placeBuild(environment, built);
  project.provide('built', built);
  return () => rm(built, { recursive: true });
}
