import { buildSite } from './build.ts';
import type { StackConfig } from './config.ts';
import { stackEnvironment } from './environment.ts';
import { readKeys } from './keys.ts';
import { prepareSite, startSite, type Site, type StartSite } from './site/start.ts';
import { startServices, type Parts } from './stack.ts';

async function buildAndServe(
  port: number,
  environment: Record<string, string>,
  start: StartSite,
): Promise<Site> {
  const { root, dist } = await prepareSite(port);
  await buildSite(environment, dist);
  return start({ port, root });
}

/** Starts the whole product on this machine: the services, a fresh production build and the site. */
export async function serveProduction(
  config: StackConfig,
  start: StartSite = startSite,
): Promise<Parts> {
  const keys = readKeys(config.dataDir);
  const environment = stackEnvironment(config, keys);

  const parts = await startServices(config, keys);
  await parts.start(buildAndServe(config.ports.site, environment, start));
  return parts;
}
