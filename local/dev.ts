import { dev } from 'astro';
import { readStackConfig } from './config.ts';
import { stackEnvironment, stackUrls } from './environment.ts';
import { keepRunning } from './keep-running.ts';
import { readKeys } from './keys.ts';
import { run } from './run.ts';
import { netlifyFunctions } from './site/functions-plugin.ts';
import { startServices } from './stack.ts';

run(async () => {
  const config = readStackConfig(process.env);
  const keys = readKeys(config.dataDir);
  Object.assign(process.env, stackEnvironment(config, keys));
  const parts = await startServices(config, keys);
  await parts.start(
    dev({
      server: { port: config.ports.site },
      // The policy of the built pages would block the scripts and styles that Vite adds.
      security: { csp: false },
      vite: {
        server: { strictPort: true },
        plugins: [netlifyFunctions(process.cwd(), stackUrls(config).site)],
      },
    }),
  );
  await keepRunning(config, parts);
});
