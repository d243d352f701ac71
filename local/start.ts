import { readStackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { run } from './run.ts';
import { startSchedule } from './schedule.ts';
import { serveProduction } from './serve.ts';
import { stopOnSignal } from './signals.ts';
import { addresses } from './addresses.ts';

run(async () => {
  const config = readStackConfig(process.env);
  console.log('Starting AdmitCircle ...');
  const parts = await serveProduction(config);
  const schedule = startSchedule(stackUrls(config).site);
  stopOnSignal(async () => {
    schedule.stop();
    await parts.stop();
  });
  console.log(addresses(config));
});
