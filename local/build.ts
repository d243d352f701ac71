import { build } from 'astro';
import { readStackConfig } from './config.ts';
import { stackEnvironment } from './environment.ts';
import { readKeys } from './keys.ts';
import { run } from './run.ts';

/** Builds the site into `dist` (absolute) for the backend and provider that `environment` names. */
export async function buildSite(environment: Record<string, string>, dist: string): Promise<void> {
  Object.assign(process.env, environment, { SITE_DIST: dist });
  await build({ logLevel: 'warn' });
}

if (import.meta.main) {
  run(async () => {
    const config = readStackConfig(process.env);
    // A dry run of the deployment has every address from its own environment.
    const isDryRun = process.env['CONTEXT'] === 'production';
    const environment = isDryRun ? {} : stackEnvironment(config, readKeys(config.dataDir));
    await buildSite(environment, `${process.cwd()}/dist`);
    console.log('Built into dist/.');
  });
}
