import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'smol-toml';
import * as v from 'valibot';
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite';

const SUPABASE = new URL('../../supabase/', import.meta.url);

export type SchemaScript = { name: string; sql: string };

/**
 * The account service's tables for second factors (§20.38), for a database that has its other tables. Unlike on a
 * hosted project, their row level security is off, because lite grants everyone all rights on a schema if row level
 * security is on for any table in it.
 */
export const factorTables = `
  do $$
  begin
    if to_regtype('auth.factor_status') is null then
      create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
      create type auth.factor_status as enum ('unverified', 'verified');
    end if;
  end $$;

  create table if not exists auth.mfa_factors (
    id uuid primary key,
    user_id uuid not null references auth.users (id) on delete cascade,
    friendly_name text,
    factor_type auth.factor_type not null,
    status auth.factor_status not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    secret text,
    phone text,
    last_challenged_at timestamptz unique,
    web_authn_credential jsonb,
    web_authn_aaguid uuid,
    last_webauthn_challenge_data jsonb
  );
  create unique index if not exists mfa_factors_user_friendly_name_unique
    on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
  create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);

  create table if not exists auth.mfa_challenges (
    id uuid primary key,
    factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
    created_at timestamptz not null,
    verified_at timestamptz,
    ip_address inet not null,
    otp_code text,
    web_authn_session_data jsonb
  );

  create table if not exists auth.mfa_amr_claims (
    id uuid primary key,
    session_id uuid not null references auth.sessions (id) on delete cascade,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    authentication_method text not null,
    unique (session_id, authentication_method)
  );
`;

/**
 * Scripts that make an empty Postgres look like a new Supabase project, in order: its roles, the schemas auth and
 * storage, and its default, which grants everyone all rights on everything in public.
 */
export const supabaseScripts: readonly SchemaScript[] = [
  {
    name: 'roles',
    sql: `
      create role anon nologin;
      create role authenticated nologin;
      create role service_role nologin bypassrls;
      grant usage on schema public to anon, authenticated, service_role;
      alter default privileges in schema public
        grant all on tables to anon, authenticated, service_role;
      alter default privileges in schema public
        grant all on functions to anon, authenticated, service_role;
      alter default privileges in schema public
        grant all on sequences to anon, authenticated, service_role;
    `,
  },
  { name: 'auth', sql: `${getAuthSchemaSql()} ${SUPABASE_AUTH_HELPERS_SQL}` },
  { name: 'factors', sql: factorTables },
  { name: 'storage', sql: getStorageSchemaSql() },
  {
    name: 'rights',
    sql: `
      grant usage on schema auth, storage to anon, authenticated, service_role;
      grant all on all tables in schema storage to anon, authenticated, service_role;
    `,
  },
];

const settings = v.object({
  db: v.object({ migrations: v.object({ schema_paths: v.array(v.string()) }) }),
});

/** The files of the declared schema, in the order of supabase/config.toml, and the rows that come with it. */
export async function schemaScripts(): Promise<SchemaScript[]> {
  const config = await readFile(new URL('config.toml', SUPABASE), 'utf8');
  const { schema_paths } = v.parse(settings, parse(config)).db.migrations;
  return Promise.all(
    [...schema_paths, './data.sql'].map(async (path) => ({
      name: path.replace(/^\.\/(schemas\/)?/, ''),
      sql: await readFile(new URL(path, SUPABASE), 'utf8'),
    })),
  );
}

/** The generated migrations in order; none before the first release. */
export async function migrationScripts(): Promise<SchemaScript[]> {
  const files = await readdir(new URL('migrations/', SUPABASE)).catch(() => []);
  return Promise.all(
    files
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map(async (name) => ({
        name,
        sql: await readFile(new URL(`migrations/${name}`, SUPABASE), 'utf8'),
      })),
  );
}

/** Runs scripts in order. Rejects with the name of the script that failed and Postgres's error. */
export async function runScripts(
  database: { exec(sql: string): Promise<unknown> },
  scripts: readonly SchemaScript[],
): Promise<void> {
  for (const { name, sql } of scripts) {
    await database.exec(sql).catch((cause: unknown) => {
      throw new Error(`${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    });
  }
}
