import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import postgres from 'postgres';
import { migrationScripts, supabaseScripts } from '../../supabase/schema-scripts.ts';

export type Sql = postgres.Sql;

export type PostgresServer = {
  /** The address for other programs, as the owner of the schema. */
  url: string;
  /** Connects as the owner of the schema, with up to this many connections at once. */
  connect(connections: number): Sql;
  stop(): Promise<void>;
};

/** The folder with Postgres' programs on this machine, or undefined. */
export function findPostgres(): string | undefined {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed).sort().reverse() : [];
  return [
    ...versions.map((version) => join(installed, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/**
 * Starts a real Postgres with our migrations, reachable by a socket in a temporary folder. As on
 * hosted Supabase, a role applies them that is not a superuser and owns neither schema auth nor
 * storage. All data is deleted when it stops; with `durable` each commit still waits for the disk.
 */
export async function startPostgres(
  programs: string,
  { durable = false } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'admitcircle-postgres-'));
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const settings = ['--username=supabase_admin', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), [...settings, '--locale=C', data], {
    ...user,
    cwd: folder,
  });

  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', `fsync=${durable ? 'on' : 'off'}`],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  process.once('exit', () => server.kill('SIGKILL'));
  const ended = once(server, 'exit');
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (text.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`Postgres ended: ${log}`)));
  });

  const connect = (username: string, connections: number) =>
    postgres({
      host: folder,
      database: 'postgres',
      username,
      max: connections,
      onnotice: () => undefined,
    });
  const admin = connect('supabase_admin', 1);
  await applyScripts(admin);
  await admin.end();

  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    connect: (connections) => connect('postgres', connections),
    async stop() {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function applyScripts(admin: Sql): Promise<void> {
  // What the role postgres may do on a hosted project. There an extension lets it create policies on
  // storage.objects; here it owns that table instead.
  await admin.unsafe(`
    create role postgres login createrole bypassrls;
    grant create on database postgres to postgres;
    grant all on schema public to postgres;
    alter database postgres set pgrst.db_schemas = 'public';
  `);
  for (const { sql } of supabaseScripts) await admin.unsafe(sql);
  await admin.unsafe(`
    grant usage on schema auth, storage to postgres;
    grant all on all tables in schema auth, storage to postgres;
    alter table storage.objects owner to postgres;
    grant create on schema storage to postgres;
    alter default privileges for role postgres in schema public
      grant all on tables to anon, authenticated, service_role;
    grant anon, authenticated, service_role to postgres;
    set session authorization postgres;
  `);
  for (const { name, sql } of await migrationScripts()) {
    await admin
      .begin((transaction) => transaction.unsafe(sql))
      .catch((cause: unknown) => {
        throw new Error(`migration ${name} failed`, { cause });
      });
  }
}

/** The user to run Postgres as: it refuses to run as root, so root runs it as the user postgres. */
function serverUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
