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
  const { backend } = stackUrls(config);
  const rows = await sqlEditor(
    backend,
    readKeys(config.dataDir).secretKey,
  )(command).catch((cause: unknown) => {
    // Without a connection there is no answer of the database to print.
    if (!(cause instanceof TypeError)) throw cause;
    throw new Error(`The database at ${backend} does not answer: run npm start first.`, {
      cause,
    });
  });
  if (rows.length === 0) console.log('Done. There are no rows to show.');
  else console.table(rows);
});
