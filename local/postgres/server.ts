import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import postgres from 'postgres';
import { runScripts, type SchemaScript, schemaScripts, supabaseScripts } from './schema-scripts.ts';

export type Sql = postgres.Sql;

export type PostgresServer = {
  /** The address for other programs, which connect as the owner of the schema. */
  url: string;
  /** Connects with up to this many connections at once, as the owner of the schema or another role. */
  connect(connections: number, role?: string): Sql;
  stop(): Promise<void>;
};

/** The folder with this machine's Postgres programs; undefined if there is none. */
export function findPostgres(): string | undefined {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed).sort().reverse() : [];
  return [
    ...versions.map((version) => join(installed, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/**
 * Starts a real Postgres with our schema or the given scripts, reachable by a socket in a temporary folder. The roles
 * are the same as on hosted Supabase: the role that runs the scripts is not a superuser, and can add only policies and
 * triggers to the schemas auth and storage. Stopping the server deletes all data; with `durable`, each commit still
 * waits for the disk.
 */
export async function startPostgres(
  programs: string,
  { durable = false, scripts }: { durable?: boolean; scripts?: readonly SchemaScript[] } = {},
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
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
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
  await applyScripts(admin, scripts ?? (await schemaScripts()));
  await admin.end();

  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    connect: (connections, role = 'postgres') => connect(role, connections),
    async stop() {
      server.kill('SIGINT');
      await ended;
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The roles that a hosted project has besides those of `supabaseScripts`, as they are before its services start. */
const hostedRoles = `
  create role postgres login createdb createrole replication bypassrls;
  create role authenticator login noinherit;
  create role supabase_auth_admin login noinherit createrole;
  create role supabase_storage_admin login noinherit createrole;
  create role dashboard_user createdb createrole replication;
  grant create on database postgres to postgres, supabase_auth_admin, supabase_storage_admin;
  grant all on schema public to postgres;
  alter database postgres set pgrst.db_schemas = 'public';
`;

/**
 * Makes the services that own the schemas auth and storage on a hosted project their owners here too, and gives the
 * role postgres the same rights as there.
 */
const hostedRights = `
  do $$
  declare
    target record;
  begin
    for target in
      select namespace, owner, relname from pg_class
      join (values ('auth', 'supabase_auth_admin'), ('storage', 'supabase_storage_admin'))
        as schemas (namespace, owner) on relnamespace = namespace::regnamespace
      where relkind = 'r'
    loop
      execute format('alter table %I.%I owner to %I', target.namespace, target.relname, target.owner);
    end loop;
  end $$;
  alter schema auth owner to supabase_auth_admin;
  alter schema storage owner to supabase_storage_admin;
  alter routine auth.uid() owner to supabase_auth_admin;
  alter routine auth.jwt() owner to supabase_auth_admin;

  grant anon, authenticated, service_role to authenticator, postgres, supabase_storage_admin;
  grant usage on schema auth, storage to postgres;
  grant all on all tables in schema auth, storage to postgres with grant option;
  alter default privileges for role postgres in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    grant all on functions to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    grant all on sequences to anon, authenticated, service_role;
  grant set on parameter session_replication_role to postgres;
`;

/**
 * On a hosted project, an extension lets the role postgres write policies for tables that it does not own. Here,
 * postgres is a member of the owning role until the scripts have run, and an event trigger refuses everything else that
 * ownership would allow. It recognises policies and triggers because they have no schema of their own.
 */
const policiesOnly = {
  begin: `
    grant supabase_storage_admin to postgres;
    create function public.refuse_foreign_schemas() returns event_trigger language plpgsql as $$
    begin
      if exists (
        select from pg_event_trigger_ddl_commands() where schema_name in ('auth', 'storage')
      ) then
        raise exception 'a hosted project refuses % in auth and storage', tg_tag
          using errcode = 'insufficient_privilege';
      end if;
    end $$;
    create event trigger refuse_foreign_schemas on ddl_command_end
      execute function public.refuse_foreign_schemas();
    set session authorization postgres;
  `,
  end: `
    reset session authorization;
    drop event trigger refuse_foreign_schemas;
    drop function public.refuse_foreign_schemas();
    revoke supabase_storage_admin from postgres;
  `,
};

async function applyScripts(admin: Sql, scripts: readonly SchemaScript[]): Promise<void> {
  await admin.unsafe(hostedRoles);
  for (const { sql } of supabaseScripts) await admin.unsafe(sql);
  await admin.unsafe(hostedRights);
  await admin.unsafe(policiesOnly.begin);
  await runScripts(
    { exec: (sql) => admin.begin((transaction) => transaction.unsafe(sql)) },
    scripts,
  );
  await admin.unsafe(policiesOnly.end);
}

/** The user that runs Postgres. Postgres refuses to run as root, so root switches to the user postgres. */
function serverUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
