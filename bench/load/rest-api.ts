import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import type { BenchDatabase } from '../database.ts';

const callPath = /^\/rest\/v1\/rpc\/([a-z_]+)$/;
const callBody = v.record(v.pipe(v.string(), v.regex(/^p_[a-z_]+$/)), v.unknown());

/** Serves the database functions over HTTP, as Supabase's REST API does. Resolves to the URL. */
export async function startRestApi(database: BenchDatabase): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const name = callPath.exec(request.url ?? '')?.[1];
      if (!name) return response.writeHead(404).end();
      const named = Object.entries(v.parse(callBody, await json(request)));
      const parameters = named.map(([key], index) => `${key} => $${index + 1}`).join(', ');
      const rows = await database.query(
        `select to_json(answer) as answer from public.${name}(${parameters}) as answer`,
        named.map(([, value]) => value),
      );
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(rows[0]?.['answer'] ?? null));
    })().catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'XX000', message: String(error) }));
    });
  }).listen(0, '127.0.0.1');
  return addressOf(server);
}

/** Waits until a server is listening. Resolves to the server's URL. */
export async function addressOf(server: Pick<Server, 'once' | 'address'>): Promise<string> {
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = v.parse(v.object({ port: v.number() }), server.address());
  return `http://127.0.0.1:${port}`;
}
