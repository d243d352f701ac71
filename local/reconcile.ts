/** `npm run reconcile`: runs the reconciler of the running local site. */
import { readStackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { run } from './run.ts';
import { runScheduled } from './schedule.ts';

run(async () => {
  console.log(await runScheduled('reconcile', stackUrls(readStackConfig(process.env)).site));
});
