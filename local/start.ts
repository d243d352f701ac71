import { readStackConfig } from './config.ts';
import { keepRunning } from './keep-running.ts';
import { run } from './run.ts';
import { serveProduction } from './serve.ts';

run(async () => {
  const config = readStackConfig(process.env);
  console.log('Starting AdmitCircle: the services, and meanwhile the pages ...');
  await keepRunning(config, await serveProduction(config));
});
