import { buildSite } from './build.ts';
import type { StackConfig } from './config.ts';
import { stackEnvironment } from './environment.ts';
import { readKeys } from './keys.ts';
import { requireFreePorts } from './require-free-ports.ts';
import { prepareSite, startSite, type StartSite } from './site/start.ts';
import { startServices, type Parts } from './stack.ts';

async function build(port: number, environment: Record<string, string>): Promise<string> {
  const { root, dist } = await prepareSite(port);
  await buildSite(environment, dist);
  return root;
}

/** Starts the whole product on this machine: the services, a fresh production build and the site. */
export async function serveProduction(
  config: StackConfig,
  start: StartSite = startSite,
): Promise<Parts> {
  const keys = readKeys(config.dataDir);
  const environment = stackEnvironment(config, keys);

  // The build would overwrite a running site.
  await requireFreePorts(config);
  const port = config.ports.site;
  // Meanwhile, because the backend is another process.
  const built = build(port, environment);
  // The services are stopped first if it fails.
  built.catch(() => undefined);
  const parts = await startServices(config, keys);
  await parts.start(built.then((root) => start({ port, root })));
  return parts;
}
