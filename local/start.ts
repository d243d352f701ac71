import { sqlEditor } from './backend/sql-editor.ts';
import { readStackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { readKeys } from './keys.ts';
import { run } from './run.ts';
import { addSampleOwner } from './sample-owner.ts';
import { startSamples } from './samples.ts';
import { startSchedule } from './schedule.ts';
import { serveProduction } from './serve.ts';
import { stopOnSignal } from './signals.ts';
import { addresses } from './addresses.ts';

run(async () => {
  const config = readStackConfig(process.env);
  console.log('Starting AdmitCircle ...');
  const parts = await serveProduction(config);
  const { site, backend } = stackUrls(config);
  const { secretKey, publishableKey } = readKeys(config.dataDir);
  const editor = sqlEditor(backend, secretKey);
  await parts.start(startSamples(editor));
  await addSampleOwner(backend, publishableKey, editor);
  const schedule = startSchedule(site);
  stopOnSignal(async () => {
    schedule.stop();
    await parts.stop();
  });
  console.log(addresses(config));
});
