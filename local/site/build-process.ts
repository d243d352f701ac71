/** The process behind `placeBuild`: builds the site into the folder of its argument, with this process's variables. */
import { buildSite } from '../build.ts';
import { runWithoutEnvFile } from '../run.ts';

runWithoutEnvFile(async () => {
  const [dist = ''] = process.argv.slice(2);
  await buildSite({}, dist);
  // nanostores unmounts the stores of the islands one second after another, which would take six.
  process.exit();
});
