import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Decrypter, Encrypter } from 'age-encryption';
import * as v from 'valibot';

const command = promisify(execFile);

/** The parts of an unpacked copy: the database's rows, and a folder of files for each bucket. */
const partsOf = (folder: string) => ({
  rows: join(folder, 'database.sql'),
  files: join(folder, 'files'),
});

const objectList = v.array(v.object({ bucket: v.string(), path: v.string() }));

const contentTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** Dumps a database's rows into the folder. The machine's `pg_dump` must be at least as new as the server. */
export async function dumpRows(databaseUrl: string, folder: string): Promise<void> {
  const schemas = ['auth', 'public', 'private'].map((name) => `--schema=${name}`);
  await command('pg_dump', [
    ...[databaseUrl, '--data-only', ...schemas],
    // The account service keeps its own list of migrations.
    ...['--exclude-table=auth.schema_migrations', `--file=${partsOf(folder).rows}`],
  ]);
}

/**
 * First deletes the rows that the migrations inserted. Triggers and foreign keys are off until the copy is complete.
 */
const emptied = `do $$ begin execute (
  select 'truncate ' || string_agg(oid::regclass::text, ', ') from pg_class
  where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private')
); end $$`;

/**
 * Puts dumped rows into a project with our schema, in one transaction. Afterwards, the project's jobs and sales are
 * stopped, and its waiting emails are held back (§20.43).
 */
export async function restoreRows(databaseUrl: string, folder: string): Promise<void> {
  await command('psql', [
    ...[databaseUrl, '--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction'],
    ...['--command=set session_replication_role = replica', `--command=${emptied}`],
    ...[`--file=${partsOf(folder).rows}`, '--command=select operations.after_restore()'],
  ]);
}

/** An object of the storage service. */
export type StoredObject = { bucket: string; path: string };

/** Every object of every bucket, according to the database. */
export async function storedObjects(databaseUrl: string): Promise<StoredObject[]> {
  const asked = `select coalesce(json_agg(json_build_object('bucket', bucket_id, 'path', name)), '[]') from storage.objects`;
  const { stdout } = await command('psql', [databaseUrl, '--quiet', '-At', `--command=${asked}`], {
    maxBuffer: 1024 ** 3,
  });
  return v.parse(objectList, JSON.parse(stdout));
}

/** Downloads these objects into the folder. Resolves to the paths of objects that are missing. */
export async function saveFiles(
  { storage }: SupabaseClient,
  objects: readonly StoredObject[],
  folder: string,
): Promise<string[]> {
  const gone: string[] = [];
  for (const { bucket, path } of objects) {
    const { data, error } = await storage.from(bucket).download(path);
    // The member may have deleted the file in the meantime. The hosted service then replies with 400, and this code in
    // the body.
    if (error && 'statusCode' in error && String(error.statusCode) === '404') {
      gone.push(`${bucket}/${path}`);
      continue;
    }
    if (error) throw error;
    const target = join(partsOf(folder).files, bucket, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, Buffer.from(await data.arrayBuffer()));
  }
  return gone;
}

/**
 * Uploads an unpacked copy's files into the buckets named like their folders, and overwrites existing files. Resolves
 * to the number of files.
 */
export async function restoreFiles({ storage }: SupabaseClient, folder: string): Promise<number> {
  const root = partsOf(folder).files;
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const [bucket = '', ...path] = relative(root, file).split('/');
    const { error } = await storage.from(bucket).upload(path.join('/'), await readFile(file), {
      contentType: contentTypes[extname(name).toLowerCase()] ?? 'application/octet-stream',
      upsert: true,
    });
    if (error) throw error;
  }
  return files.length;
}

/** Runs `tar` in a folder. `ended` resolves once it succeeds, and rejects if it fails. */
function tar(folder: string, args: readonly string[]) {
  const running = spawn('tar', ['-C', folder, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(running, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`tar ended with ${String(code)}.`);
  });
  return { input: running.stdin, output: running.stdout, ended };
}

/** Passes a Node stream through the library, which works with web streams. */
const through = (
  bytes: Readable,
  change: (stream: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>,
) =>
  // The casts are safe, because Node's web streams are the same as the library's, but have a different type.
  change(Readable.toWeb(bytes) as ReadableStream<Uint8Array>).then((changed) =>
    Readable.fromWeb(changed as Parameters<typeof Readable.fromWeb>[0]),
  );

/** Packs a folder into one file. Only the holder of the recipient's identity (age, `age1…`) can read it. */
export async function seal(folder: string, recipient: string, file: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const { output, ended } = tar(folder, ['-cf', '-', '.']);
  const sealed = await through(output, (stream) => encrypter.encrypt(stream));
  await Promise.all([ended, pipeline(sealed, createWriteStream(file, { mode: 0o600 }))]);
}

/** Unpacks a sealed file into a folder, with the identity (`AGE-SECRET-KEY-…`). */
export async function unseal(file: string, identity: string, folder: string): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const plain = await through(createReadStream(file), (stream) => decrypter.decrypt(stream));
  await mkdir(folder, { recursive: true });
  const { input, ended } = tar(folder, ['-xf', '-']);
  await Promise.all([ended, pipeline(plain, input)]);
}
