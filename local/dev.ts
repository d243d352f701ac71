import { dev } from 'astro';
import { addresses } from './addresses.ts';
import { readStackConfig } from './config.ts';
import { stackEnvironment, stackUrls } from './environment.ts';
import { readKeys } from './keys.ts';
import { run } from './run.ts';
import { stopOnSignal } from './signals.ts';
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
      vite: {
        server: { strictPort: true },
        plugins: [netlifyFunctions(process.cwd(), stackUrls(config).site)],
      },
    }),
  );
  stopOnSignal(() => parts.stop());
  console.log(addresses(config));
});
