import * as v from 'valibot';

/** The local backend's path for running SQL. A deployed project does not have this path. */
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
 * Runs SQL in the local backend at `url` as the database's owner, like Supabase's SQL editor. Rejects with Postgres's
 * message.
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
    if (response.status === 401) {
      throw new Error(
        `The site at ${url} runs from another folder. Set the ports of this folder's site (docs/settings.md).`,
      );
    }
    if (!response.ok) throw new Error(await response.text());
    return v.parse(rowsReply, await response.json());
  };
}
