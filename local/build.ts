import { build } from 'astro';
import { configurationProblems } from '../functions/_lib/env/env.ts';
import { checkEnvironment } from '../src/prerender/environment.ts';
import { readStackConfig } from './config.ts';
import { stackEnvironment } from './environment.ts';
import { readKeys } from './keys.ts';
import { run } from './run.ts';

/** Builds the site into `dist`, an absolute path, with this process's variables plus those in `environment`. */
export async function buildSite(environment: Record<string, string>, dist: string): Promise<void> {
  Object.assign(process.env, environment, { SITE_DIST: dist });
  // Checked here and not in Astro's configuration, because a build at Netlify may not get the functions' variables.
  const isProduction = process.env['CONTEXT'] === 'production';
  checkEnvironment(process.env, isProduction ? configurationProblems(process.env) : []);
  await build({ logLevel: 'warn' });
}

if (import.meta.main) {
  run(async () => {
    const config = readStackConfig(process.env);
    // A dry run of the deployment takes all its addresses from the environment.
    const isDryRun = process.env['CONTEXT'] === 'production';
    const environment = isDryRun ? {} : stackEnvironment(config, readKeys(config.dataDir));
    await buildSite(environment, `${process.cwd()}/dist`);
    console.log('Built into dist/.');
    // Ends now, because nanostores would take six more seconds to unmount the islands' stores.
    process.exit();
  });
}
