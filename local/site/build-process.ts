/**
 * The process behind `placeBuild`: builds the site, with variables of its own, into the folder given as its argument.
 */
import { buildSite } from '../build.ts';
import { runWithoutEnvFile } from '../run.ts';

runWithoutEnvFile(async () => {
  const [dist = ''] = process.argv.slice(2);
  await buildSite({}, dist);
  // Ends now, because nanostores would take six more seconds to unmount the islands' stores.
  process.exit();
});
