import * as v from 'valibot';

/** Where the local backend takes SQL; a deployed project has no such path. */
export const sqlPath = '/local/sql';

/** A statement with its parameters `$1`, `$2` and so on. */
export const sqlRequest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ sql: v.string(), parameters: v.array(v.unknown()) }),
);

const rowsReply = v.array(v.record(v.string(), v.unknown()));

export type SqlEditor = (
  sql: string,
  ...parameters: unknown[]
) => Promise<v.InferOutput<typeof rowsReply>>;

/**
 * Runs SQL in the local backend at `url` as the owner of the database, as Supabase's SQL editor does.
 * Rejects with the message of Postgres.
 */
export function sqlEditor(url: string, secretKey: string): SqlEditor {
  return async (sql, ...parameters) => {
    const response = await fetch(`${url}${sqlPath}`, {
      method: 'POST',
      headers: { apikey: secretKey },
      body: JSON.stringify({ sql, parameters }),
    }).catch((cause: unknown) => {
      throw new Error(`The database at ${url} does not answer: run npm start first.`, { cause });
    });
    if (!response.ok) throw new Error(await response.text());
    return v.parse(rowsReply, await response.json());
  };
}
