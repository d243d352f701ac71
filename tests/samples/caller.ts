import { randomUUID } from 'node:crypto';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import type postgres from 'postgres';
import * as v from 'valibot';
import { sqlEditor } from '../../local/backend/sql-editor.ts';

export type Row = Record<string, unknown>;

/** Where the samples live: in an embedded database, a Postgres server or a running stack. */
export type Caller = {
  query: (sql: string, parameters?: unknown[]) => Promise<Row[]>;
  /** Calls a function as a member, with arguments by name. */
  call: (member: string, name: string, args: Row) => Promise<unknown>;
  /** Signs a person up; resolves to the member’s id. */
  signUp: (email: string, metadata: Row) => Promise<string>;
};

export const named = (args: Row) =>
  Object.keys(args)
    .map((name, index) => `${name} => $${index + 1}`)
    .join(', ');

/** The actor of a statement: a visitor, our functions, or the member with this id. */
export type Actor = 'anon' | 'service_role' | { member: string };

const actAs = "select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true)";

const claims = (actor: Actor): [string, string] =>
  typeof actor === 'string' ? [actor, ''] : ['authenticated', actor.member];

/** Runs statements in one transaction as the REST API does for this actor. */
export function as<T>(
  database: PGlite,
  actor: Actor,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.query(actAs, claims(actor));
    return work(transaction);
  });
}

/** A database whose tests may run any SQL as any actor. */
export type SqlCaller = Caller & {
  as: (actor: Actor, sql: string, parameters?: unknown[]) => Promise<Row[]>;
};

function withSql({ query, as: run }: Pick<SqlCaller, 'query' | 'as'>): SqlCaller {
  return {
    query,
    as: run,
    call: async (member, name, args) => {
      const text = `select public.${name}(${named(args)}) as result`;
      const [row] = await run({ member }, text, Object.values(args));
      return row?.['result'];
    },
    signUp: async (email, metadata) => {
      const id = randomUUID();
      await query(
        'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::text::jsonb)',
        [id, email, JSON.stringify(metadata)],
      );
      return id;
    },
  };
}

export const onEmbedded = (database: PGlite): SqlCaller =>
  withSql({
    query: async (sql, parameters) => (await database.query<Row>(sql, parameters)).rows,
    as: (actor, sql, parameters) =>
      as(database, actor, async (transaction) => {
        const { rows } = await transaction.query<Row>(sql, parameters);
        return rows;
      }),
  });

export function onServer(sql: postgres.Sql): SqlCaller {
  // The driver types parameters as a union; ours are texts, numbers and arrays of these.
  const given = (parameters: unknown[]) => parameters as postgres.ParameterOrJSON<never>[];
  return withSql({
    query: async (text, parameters = []) => [...(await sql.unsafe(text, given(parameters)))],
    as: async (actor, text, parameters = []) =>
      sql.begin(async (transaction) => {
        await transaction.unsafe(actAs, claims(actor));
        return [...(await transaction.unsafe(text, given(parameters)))];
      }),
  });
}

const signedUp = v.object({ access_token: v.string(), user: v.object({ id: v.string() }) });

/** A running stack: SQL through the secret key, and members through their tokens. */
export function overHttp(url: string, keys: { publishableKey: string; secretKey: string }) {
  const sql = sqlEditor(url, keys.secretKey);
  const tokens = new Map<string, string>();

  async function post(path: string, body: object, token = keys.publishableKey): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        apikey: keys.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  const caller: Caller = {
    query: (text, parameters = []) => sql(text, ...parameters),
    call: (member, name, args) => {
      const token = tokens.get(member);
      if (token === undefined) throw new Error(`No token is known of the member ${member}.`);
      return post(`/rest/v1/rpc/${name}`, args, token);
    },
    signUp: async (email, data) => {
      const password = 'a long password';
      const reply = await post('/auth/v1/signup', { email, password, data });
      const { access_token: token, user } = v.parse(signedUp, reply);
      tokens.set(user.id, token);
      return user.id;
    },
  };
  return {
    ...caller,
    sql,
    /** Remembers the token of a member who signed up in another way. */
    know: ({ id, token }: { id: string; token: string }) => {
      tokens.set(id, token);
    },
  };
}
