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
  Object.assign(process.env, stackEnvironment(config, keys), {
    // Astro's dev server gives no picture to another site, and 127.0.0.1 is one.
    PUBLIC_CHECKOUT_SCRIPT_URL: `http://localhost:${config.ports.sandbox}/v1/checkout.js`,
  });
  const parts = await startServices(config, keys);

  await parts.start(
    dev({
      server: { port: config.ports.site },
      // The policy of the built pages refuses the scripts and styles that Vite puts into a page.
      security: { csp: false },
      vite: {
        server: { strictPort: true },
        plugins: [netlifyFunctions(process.cwd(), stackUrls(config).site)],
      },
    }),
  );
  stopOnSignal(() => parts.stop());
  console.log(addresses(config));
});
