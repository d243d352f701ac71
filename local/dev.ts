import { dev } from 'astro';
import { addresses } from './addresses.ts';
import { sqlEditor } from './backend/sql-editor.ts';
import { readStackConfig } from './config.ts';
import { stackEnvironment, stackUrls } from './environment.ts';
import { readKeys } from './keys.ts';
import { run } from './run.ts';
import { startSchedule } from './schedule.ts';
import { stopOnSignal } from './signals.ts';
import { addSampleOwner } from './sample-owner.ts';
import { startSamples } from './samples.ts';
import { netlifyFunctions } from './site/functions-plugin.ts';
import { startServices } from './stack.ts';

run(async () => {
  const config = readStackConfig(process.env);
  const keys = readKeys(config.dataDir);
  Object.assign(process.env, stackEnvironment(config, keys), {
    // The checkout shows our logo, which Astro's dev server refuses to other sites, 127.0.0.1 included.
    PUBLIC_CHECKOUT_SCRIPT_URL: `http://localhost:${config.ports.sandbox}/v1/checkout.js`,
  });
  const parts = await startServices(config, keys);
  const { backend } = stackUrls(config);
  const editor = sqlEditor(backend, keys.secretKey);
  await parts.start(startSamples(editor));
  await addSampleOwner(backend, keys.publishableKey, editor);

  await parts.start(
    dev({
      server: { port: config.ports.site },
      // The policy of the built pages would block the scripts and styles that Vite adds to a page.
      security: { csp: false },
      vite: {
        server: { strictPort: true },
        plugins: [netlifyFunctions(process.cwd(), stackUrls(config).site)],
      },
    }),
  );
  const schedule = startSchedule(stackUrls(config).site);
  stopOnSignal(async () => {
    schedule.stop();
    await parts.stop();
  });
  console.log(addresses(config));
});
