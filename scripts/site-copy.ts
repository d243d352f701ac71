import { execFile, spawn } from 'node:child_process';
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

/** The parts of an unpacked copy: the rows of the database, and a folder of files for each bucket. */
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

/** Dumps the rows of a database into the folder, with the machine's `pg_dump`, which must be as new as the server. */
export async function dumpRows(databaseUrl: string, folder: string): Promise<void> {
  const schemas = ['auth', 'public', 'private'].map((name) => `--schema=${name}`);
  await command('pg_dump', [
    ...[databaseUrl, '--data-only', ...schemas],
    // The account service keeps its own list of migrations.
    ...['--exclude-table=auth.schema_migrations', `--file=${partsOf(folder).rows}`],
  ]);
}

/** What the migrations put into the tables goes first. Triggers and foreign keys rest meanwhile. */
const emptied = `do $$ begin execute (
  select 'truncate ' || string_agg(oid::regclass::text, ', ') from pg_class
  where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private')
); end $$`;

/**
 * Puts dumped rows into a project with our schema, in one transaction. Its jobs and sales stand still afterwards, and its
 * waiting mails are held (§20.43).
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

/** Every object of every bucket, as the database knows them. */
export async function storedObjects(databaseUrl: string): Promise<StoredObject[]> {
  const asked = `select coalesce(json_agg(json_build_object('bucket', bucket_id, 'path', name)), '[]') from storage.objects`;
  const { stdout } = await command('psql', [databaseUrl, '--quiet', '-At', `--command=${asked}`], {
    maxBuffer: 1024 ** 3,
  });
  return v.parse(objectList, JSON.parse(stdout));
}

/** Downloads these objects into the folder. Resolves to how many were still there. */
export async function saveFiles(
  { storage }: SupabaseClient,
  objects: readonly StoredObject[],
  folder: string,
): Promise<number> {
  let saved = 0;
  for (const { bucket, path } of objects) {
    const { data, error } = await storage.from(bucket).download(path);
    // Its member has deleted it meanwhile.
    if (error && 'status' in error && [400, 404].includes(Number(error.status))) continue;
    if (error) throw error;
    const target = join(partsOf(folder).files, bucket, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, Buffer.from(await data.arrayBuffer()));
    saved += 1;
  }
  return saved;
}

/** Uploads the files of an unpacked copy into the buckets of their names, over what is there. Resolves to how many. */
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

/** Packs a folder into one file that only the holder of the recipient's identity (age, `age1…`) can read. */
export async function seal(folder: string, recipient: string, file: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const tar = spawn('tar', ['-C', folder, '-cf', '-', '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Node types its web streams apart from the DOM's, which the library names.
  const sealed = await encrypter.encrypt(Readable.toWeb(tar.stdout) as ReadableStream<Uint8Array>);
  await pipeline(Readable.fromWeb(sealed as never), createWriteStream(file, { mode: 0o600 }));
  if (tar.exitCode !== 0) throw new Error(`tar ended with ${tar.exitCode}`);
}

/** Unpacks a sealed file into a folder, with the identity (`AGE-SECRET-KEY-…`). */
export async function unseal(file: string, identity: string, folder: string): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  await mkdir(folder, { recursive: true });
  const plain = await decrypter.decrypt(
    Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
  );
  const tar = spawn('tar', ['-C', folder, '-xf', '-'], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => tar.on('close', resolve));
  await pipeline(Readable.fromWeb(plain as never), tar.stdin);
  const code = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}
