/** `npm run sql -- "<command>"` runs SQL in the running local site's database, as its owner. */
import { run } from './run.ts';
import { runningSite } from './running-site.ts';

run(async () => {
  const command = process.argv.slice(2).join(' ');
  if (command.trim() === '') {
    throw new Error('Usage: npm run sql -- "select * from operations.sales"');
  }
  const rows = await runningSite().editor(command);
  if (rows.length === 0) console.log('Done. There are no rows to show.');
  else console.table(rows);
});
