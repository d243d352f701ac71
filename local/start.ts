import { readStackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { reconcileEvery } from './reconcile.ts';
import { run } from './run.ts';
import { serveProduction } from './serve.ts';
import { stopOnSignal } from './signals.ts';
import { addresses } from './addresses.ts';

run(async () => {
  const config = readStackConfig(process.env);
  console.log('Starting AdmitCircle ...');
  const parts = await serveProduction(config);
  const schedule = reconcileEvery(5 * 60_000, stackUrls(config).site);
  stopOnSignal(async () => {
    schedule.stop();
    await parts.stop();
  });
  console.log(addresses(config));
});
