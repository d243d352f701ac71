/** The process behind `placeBuild`: builds the site into the folder in its argument, with its own variables. */
import { buildSite } from '../build.ts';
import { runWithoutEnvFile } from '../run.ts';

runWithoutEnvFile(async () => {
  const [dist = ''] = process.argv.slice(2);
  await buildSite({}, dist);
  // Ends now, because nanostores would unmount the islands' stores for six more seconds.
  process.exit();
});
