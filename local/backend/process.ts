/**
 * The process behind startBackend: @supabase/lite on PGlite, over HTTP. Reports once to its parent over their IPC
 * channel, and ends when that channel closes, so that it never outlives its parent.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { type App, SmtpEmailDriver } from '@supabase/lite';
import { createApi } from '@supabase/lite/cli';
import { PgliteConnection, type PGlite } from '@supabase/lite/pglite';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { convert } from 'html-to-text';
import * as v from 'valibot';
import { listening } from '../listening.ts';
import { lockDataFolder } from './data-lock.ts';
import { declareSchema } from './declared-schema.ts';
import { createEmptyDatabase } from './empty-database.ts';
import { type Backend, withFactors } from './factors.ts';
import { collectFailures, withoutValues } from './failures.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { factorTables, schemaScripts } from '../postgres/schema-scripts.ts';
import { sqlPath, sqlRequest } from './sql-editor.ts';

const port = v.pipe(v.string(), v.toNumber(), v.integer());
const env = v.parse(
  v.object({
    BACKEND_PORT: port,
    BACKEND_SMTP_PORT: port,
    SUPABASE_PUBLISHABLE_KEY: v.string(),
    SUPABASE_SECRET_KEY: v.string(),
    SUPABASE_JWT_SECRET: v.string(),
  }),
  process.env,
);

const lastFailure = collectFailures();
const inTurn = oneAtATime();
const ready = Promise.withResolvers<{ app: App; backend: Backend }>();
const http = new Hono<{ Bindings: HttpBindings }>()
  // Hosted Supabase lets any page read its replies. lite omits the headers for this on /auth/v1.
  .use(cors({ origin: '*', maxAge: 3600 }))
  .all('*', (c) => answer(c.req.raw, c.env.incoming.socket.remoteAddress ?? null));
const server = createAdaptorServer({
  fetch: http.fetch,
  // Longer than the default, because closing a connection while a request is in transit would make that request fail.
  serverOptions: { keepAliveTimeout: 60_000 },
});

// Ends the process when its parent is gone. Once the database is open, closes it first.
let end: () => unknown = () => process.exit();
process.once('disconnect', () => end());
// Ctrl-C reaches every process in a terminal, but the parent decides when this one ends.
process.on('SIGINT', () => undefined);

try {
  server.listen(env.BACKEND_PORT, '127.0.0.1');
  await listening(server, 'SUPABASE_PORT', env.BACKEND_PORT);
  const unlock = await lockDataFolder('.');
  if (!existsSync('postgres')) await createEmptyDatabase('postgres');
  const app = await createApp();
  await prepareData(app);
  await restoreGrants(app);
  end = () =>
    inTurn(async () => {
      await app.connection.close();
      await unlock();
      process.exit();
    });
  const backend = withFactors(
    (request, bindings) => app.fetch(request, bindings),
    async (sql, ...parameters) => (await databaseOf(app).query(sql, parameters)).rows,
    env.SUPABASE_JWT_SECRET,
  );
  ready.resolve({ app, backend });
  process.send?.({ state: 'ready' });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.send?.({ state: 'failed', reason }, () => process.exit(1));
}

async function createApp(): Promise<App> {
  const api = await createApi({ withSupabaseClient: false });
  const app = await api.project.local.createApp('supabase/config.json', { admin: false });
  // Set here, because SMTP set in the configuration insists on TLS, which the local mailbox does not support.
  const smtp = new SmtpEmailDriver({
    host: '127.0.0.1',
    port: env.BACKEND_SMTP_PORT,
    from: { name: 'AdmitCircle', address: 'hello@admitcircle.test' },
    requireTls: false,
  });
  // We generate the plain text from the template, because lite's own text has the wrong links.
  app.drivers.email = {
    send: ({ to, subject, html = '' }) =>
      smtp.send({ to, subject, html, text: convert(html, { wordwrap: false }) }),
  };
  return app;
}

/** Opens the database, and applies the declared schema. */
async function prepareData(app: App): Promise<void> {
  const here = resolve('.');
  const database = databaseOf(app);
  await database
    .query('select 1')
    .then(() => app.ensureSystemSchema())
    .catch((cause: unknown) => {
      throw new Error(
        `the data in ${here} cannot be read. If it is damaged, delete that folder to start over`,
        { cause },
      );
    });
  await database.exec(factorTables);
  const losses = await declareSchema(database);
  if (losses) {
    const dropped = losses.length > 0 ? `. Dropped with their data: ${losses.join('; ')}` : '';
    console.log(`The data in ${here} now has the schema of this code${dropped}`);
  }
}

/**
 * On its first request, lite grants everyone every right on every table. So we make that request ourselves, and then
 * restore our rights (§20.21).
 */
async function restoreGrants(app: App): Promise<void> {
  await app.fetch(
    new Request('http://127.0.0.1/rest/v1/home?limit=1', {
      headers: { apikey: env.SUPABASE_PUBLISHABLE_KEY },
    }),
  );
  for (const { name, sql } of await schemaScripts()) {
    if (name === 'grants.sql') await databaseOf(app).exec(sql);
  }
}

/**
 * Handles one request at a time, because on PGlite the roles of interleaved requests leak into each other (§20.22).
 * Reads the body before the request's turn, so that a slow sender does not block others.
 */
async function answer(request: Request, peerAddress: string | null): Promise<Response> {
  const { method, headers, url } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? asLiteKnowsIt(url, await request.arrayBuffer()) : null;
  const { app, backend } = await ready.promise;
  if (new URL(url).pathname === sqlPath) return runSql(app, headers, body);
  const whole = new Request(url, { method, headers, body });
  // lite checks upload limits only by this header, which a chunked request does not have.
  if (body) whole.headers.set('content-length', String(body.byteLength));
  const response = await asHosted(await inTurn(() => backend(whole, { peerAddress })));
  if (response.status >= 500) {
    const reason = withoutValues(lastFailure() ?? 'unknown reason');
    process.stderr.write(`backend: ${method} ${new URL(url).pathname} failed: ${reason}\n`);
  }
  return response;
}

/** The underlying database: lite's own `exec` does not take numbered parameters and hides Postgres's message. */
function databaseOf({ connection }: App): PGlite {
  if (!(connection instanceof PgliteConnection)) throw new Error('lite runs on another database');
  return connection.driver;
}

/** Runs a statement as the database's owner, for callers with the secret key. */
async function runSql(
  app: App,
  headers: Headers,
  body: ArrayBuffer | Uint8Array<ArrayBuffer> | null,
): Promise<Response> {
  if (headers.get('apikey') !== env.SUPABASE_SECRET_KEY) return new Response(null, { status: 401 });
  const { sql, parameters } = v.parse(sqlRequest, new TextDecoder().decode(body ?? undefined));
  const database = databaseOf(app);
  try {
    const results = await inTurn(async () =>
      // Only a single statement can have parameters.
      parameters.length > 0 ? [await database.query(sql, parameters)] : database.exec(sql),
    );
    return Response.json(results.at(0)?.rows ?? []);
  } catch (error) {
    return new Response(error instanceof Error ? error.message : String(error), { status: 400 });
  }
}

const emailConfirmation = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ type: v.literal('email') }),
);

/** Gives a confirmation mail's token the type 'signup', because lite does not know the new name 'email'. */
function asLiteKnowsIt(url: string, body: ArrayBuffer): ArrayBuffer | Uint8Array<ArrayBuffer> {
  if (new URL(url).pathname !== '/auth/v1/verify') return body;
  const call = v.safeParse(emailConfirmation, new TextDecoder().decode(body));
  if (!call.success) return body;
  return new TextEncoder().encode(JSON.stringify({ ...call.output, type: 'signup' }));
}

const refusal = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ code: v.literal('SUP'), message: v.pipe(v.string(), v.regex(/^error: [a-z_]+$/)) }),
);

/** Gives refusals by our SQL functions the same code and message as hosted Supabase. */
async function asHosted(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const text = await response.text();
  const { headers } = response;
  const refused = v.safeParse(refusal, text);
  if (!refused.success) return new Response(text, { status: 500, headers });
  const message = refused.output.message.slice('error: '.length);
  const body = JSON.stringify({ code: 'P0001', details: null, hint: null, message });
  headers.delete('content-length');
  return new Response(body, { status: 400, headers });
}
