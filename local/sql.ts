/** `npm run sql -- "<command>"`: runs SQL in the database of the running local site, as its owner. */
import { sqlEditor } from './backend/sql-editor.ts';
import { readStackConfig } from './config.ts';
import { stackUrls } from './environment.ts';
import { readKeys } from './keys.ts';
import { run } from './run.ts';

run(async () => {
  const command = process.argv.slice(2).join(' ');
  if (command.trim() === '') {
    throw new Error('Usage: npm run sql -- "select * from operations.sales"');
  }
  const config = readStackConfig(process.env);
  const editor = sqlEditor(stackUrls(config).backend, readKeys(config.dataDir).secretKey);
  const rows = await editor(command);
  if (rows.length === 0) console.log('Done. There are no rows to show.');
  else console.table(rows);
});
