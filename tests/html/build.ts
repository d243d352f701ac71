import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { portsOfTests } from '../../local/config.ts';
import { stackEnvironment } from '../../local/environment.ts';
import { readKeys } from '../../local/keys.ts';
import { placeBuild } from '../../local/site/last-build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built site. */
    built: string;
  }
}

/** Builds the site once for all files, for the browser tests’ stack, which uses the same build (§20.40). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'html-'));
  const config = { ports: portsOfTests(), dataDir, confirmEmail: false };
  const built = join(dataDir, 'dist');
  await placeBuild(stackEnvironment(config, readKeys(dataDir)), built);
  project.provide('built', built);
  return () => rm(dataDir, { recursive: true });
}
