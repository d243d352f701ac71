/**
 * `npm run migration -- <name>` writes the next file of supabase/migrations: the changes from the schema that the
 * existing files produce to the schema that supabase/schemas declares. With `--drop`, it may drop columns and tables.
 * `npm run migration -- --released`, run after a push, lists the files as released. From then on, they never change.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { hashLines, nextMigration, refuseLosses, untrueLines } from '../local/migration.ts';
import { migrationScripts, schemaScripts } from '../local/postgres/schema-scripts.ts';
import { run } from '../local/run.ts';

const FOLDER = new URL('../supabase/migrations/', import.meta.url);
const LIST = new URL('../supabase/released.txt', import.meta.url);

run(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { drop: { type: 'boolean' }, released: { type: 'boolean' } },
  });
  const existing = await migrationScripts();
  const list = await readFile(LIST, 'utf8');
  const untrue = untrueLines(list, existing);
  if (untrue.length > 0) {
    throw new Error(`A released migration never changes. Restore:\n${untrue.join('\n')}`);
  }
  if (values.released) {
    const [heading] = list.split('\n');
    await writeFile(LIST, `${[heading, ...hashLines(existing)].join('\n')}\n`);
    console.log(`supabase/released.txt lists ${existing.length} migrations.`);
    return;
  }

  const name = positionals.join('_').toLowerCase().replaceAll('-', '_');
  if (!/^[a-z]\w*$/.test(name)) {
    throw new Error('Usage: npm run migration -- <name in a few words> [--drop], or --released');
  }
  const migration = await nextMigration(existing, await schemaScripts());
  if (!migration) {
    console.log('Nothing has changed: the migrations make what supabase/schemas declares.');
    return;
  }
  refuseLosses(migration, values.drop);
  const { sql, missing } = migration;
  const file = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}.sql`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(new URL(file, FOLDER), sql);
  const [, ...summed] = (sql.split('\n\n')[0] ?? '').split('\n');
  console.log(
    [`supabase/migrations/${file}`, ...summed, 'Read it before you commit it.'].join('\n'),
  );
  if (missing.length > 0) {
    throw new Error(`Write into it by hand what it does not bring about:\n${missing.join('\n')}`);
  }
});
