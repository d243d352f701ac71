/** The process of the local backend: what it persists, what it prints and when it exits. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { generateKeys, startBackend } from '../../local/backend/start.ts';
import { sqlEditor } from '../../local/backend/sql-editor.ts';
import { freePort } from '../../local/free-ports.ts';
import { newClient, PASSWORD, signUp } from './support/backend.ts';
import { expectRefusal } from './support/database.ts';

const keys = generateKeys();
let dataDir: string;
let port: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'backend-test-'));
  port = await freePort();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const options = () => ({ port, dataDir, siteUrl: 'http://localhost:4321', smtpPort: 1, keys });

/** Starts the backend on this file's data, and stops it when the test ends. */
async function start() {
  const backend = await startBackend(options());
  onTestFinished(() => backend.stop());
  return backend;
}

test('D1 accounts, rows, files and refusals survive a restart', async () => {
  const first = await start();
  const { id, email, client } = await signUp(first.url, keys, { firstname: 'Asha' });
  const path = `${id}/me.png`;
  await client.storage
    .from('profileimages')
    .upload(path, new ArrayBuffer(3), { contentType: 'image/png' });
  await first.stop();

  const second = await start();
  const again = newClient(second.url, keys.publishableKey);
  const { error } = await again.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  const { data } = await again.from('profiles').select('firstname').single();
  expect(data).toEqual({ firstname: 'Asha' });
  const file = await fetch(again.storage.from('profileimages').getPublicUrl(path).data.publicUrl);
  expect(file.status).toBe(200);

  const visitor = newClient(second.url, keys.publishableKey);
  expect((await visitor.from('profiles').select('id')).error?.code).toBe('42501');
});

test('a port in use is reported in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const address = taken.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  await expectRefusal(
    startBackend({ ...options(), port: address.port }),
    `Port ${address.port} is already in use`,
  );
});

test('a second backend cannot use the same data', async () => {
  await start();
  await expectRefusal(
    startBackend({ ...options(), port: await freePort() }),
    'its data folder is in use by process',
  );
});

test('Y2 the backend exits when its parent exits or is killed, and does not print personal data', async () => {
  const parent = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./support/backend-parent.ts', import.meta.url)),
      JSON.stringify(options()),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const printed = Promise.all([text(parent.stdout), text(parent.stderr)]);
  await once(parent.stdout, 'data');

  const url = `http://127.0.0.1:${port}`;
  const { client, email } = await signUp(url, keys, { firstname: 'Asha' });
  await client.auth.signUp({ email, password: PASSWORD });
  const broken = newClient(url, keys.publishableKey);
  const nul = { email: `${randomUUID()}@example.com`, password: PASSWORD };
  const refused = await broken.auth.signUp({ ...nul, options: { data: { firstname: 'A\0' } } });
  expect(refused.error?.status).toBe(500);
  await broken.auth.resetPasswordForEmail(email);

  parent.kill('SIGKILL');
  // The pipes close once the last process that holds them has ended.
  const output = (await printed).join('');
  await expectRefusal(fetch(url), 'fetch failed');
  expect(output).toContain('backend: POST /auth/v1/signup failed');
  expect(output).not.toMatch(/@example\.com|Asha|\$2[aby]\$|insert into|eyJ/i);

  // The port and the data folder must be free again.
  const { url: restarted } = await start();
  expect(restarted).toBe(url);
});

/** Changes this file's data while no backend runs, as an older schema would have left it. */
async function makeOlder(sql: string): Promise<void> {
  const { driver } = await createPgliteConnection({ url: join(dataDir, 'postgres') });
  await driver.exec(`${sql}; comment on database postgres is null`);
  await driver.close();
}

test('§20.39 data from an older schema keeps its accounts and rows, and gets the current functions, columns and rights', async () => {
  const first = await start();
  const { email } = await signUp(first.url, keys, { firstname: 'Asha' });
  await first.stop();
  await makeOlder(`
    drop function public.free_interviews_left();
    alter table public.profiles drop column created_at cascade;
    create table public.older (id integer primary key);
    grant select on public.orders to anon`);

  const backend = await start();
  const client = newClient(backend.url, keys.publishableKey);
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect((await client.from('profiles').select('firstname, created_at')).data).toEqual([
    { firstname: 'Asha', created_at: expect.any(String) },
  ]);
  expect((await client.rpc('free_interviews_left')).data).toBe(1000);
  const rows = await sqlEditor(
    backend.url,
    keys.secretKey,
  )(`
    select to_regclass('public.older') as older, has_table_privilege('anon', 'public.orders', 'select') as open`);
  expect(rows).toEqual([{ older: null, open: false }]);
  await expectRefusal(sqlEditor(backend.url, 'wrong')('select 1'), 'runs from another folder');
});

test('the backend names the schema change that the data does not allow, and leaves the data unchanged', async () => {
  await makeOlder(`
    alter table public.page_views drop constraint page_views_views_check;
    insert into public.page_views (path, day, views) values ('/', '2026-01-01', -1)`);
  await expect(startBackend(options())).rejects.toThrow(
    /^The local backend did not start: ALTER TABLE "public"."page_views" ADD .* is violated by some row$/,
  );
  await makeOlder("delete from public.page_views where day = '2026-01-01'");
  await start();
});

test('the backend says what to do when its data is damaged', async () => {
  await truncate(join(dataDir, 'postgres/global/pg_control'));
  await expectRefusal(
    startBackend(options()),
    `the data in ${dataDir} cannot be read. If it is damaged, delete that folder to start over`,
  );
});
