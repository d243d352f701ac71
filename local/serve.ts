import type { StackConfig } from './config.ts';
import { stackEnvironment } from './environment.ts';
import { readKeys } from './keys.ts';
import { requireFreePorts } from './require-free-ports.ts';
import { placeBuild } from './site/last-build.ts';
import { prepareSite, type StartSite } from './site/start.ts';
import { startServices, type Parts } from './stack.ts';
import { step } from './step.ts';

async function build(port: number, environment: Record<string, string>): Promise<string> {
  const { root, dist } = await prepareSite(port);
  await placeBuild(environment, dist);
  return root;
}

/** Loaded only when needed, because Netlify's emulator takes seconds to load. */
const emulator = async () => (await import('./site/emulator.ts')).startSite;

/** Starts the whole product on this machine: the services, the production build and the site. */
export async function serveProduction(
  config: StackConfig,
  server: () => Promise<StartSite> = emulator,
): Promise<Parts> {
  const keys = readKeys(config.dataDir);
  const environment = stackEnvironment(config, keys);

  // The build would overwrite a site that is already running.
  await requireFreePorts(config);
  // The functions run in this process and read these variables.
  Object.assign(process.env, environment);
  const port = config.ports.site;
  // Builds while the services start, because the build and the backend are separate processes.
  const built = build(port, environment);
  // If this fails, the error is thrown below, once the services have started and can be stopped.
  built.catch(() => undefined);
  const [parts, start] = await Promise.all([
    step('started the services', () => startServices(config, keys)),
    server(),
  ]);
  const site = async () => start({ port, root: await built });
  await parts.start(site());
  return parts;
}
