import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../../local/free-ports.ts';

/** Serves on a free port until the test ends; resolves to the address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

/** An address without a server. */
export async function deadUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** Starts a server that accepts every request and never answers; resolves to its address. */
export async function silentUrl(): Promise<string> {
  return serve(() => undefined);
}

/** Starts a service with these answers to a request and its body; `requests` lists the requests, `sent` their bodies. */
export async function fakeService(
  answer: (request: IncomingMessage, given: string) => { status?: number; body: unknown },
): Promise<{ url: string; requests: string[]; sent: unknown[] }> {
  const requests: string[] = [];
  const sent: unknown[] = [];
  const url = await serve((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void text(request).then((given) => {
      if (given) sent.push(given.startsWith('{') ? JSON.parse(given) : given);
      const { status = 200, body } = answer(request, given);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  return { url, requests, sent };
}

type Fate = 'pass' | 'lose_request' | 'lose_reply' | 'hang';

/**
 * Starts a proxy between the functions and a service. `fate` decides by path whether a call passes, is
 * lost on the way, is carried out but loses its reply, or is never answered.
 */
export async function faultyProxy(
  target: string,
  fate: (path: string) => Fate | Promise<Fate>,
): Promise<string> {
  return serve((request, response) => {
    void (async () => {
      const decided = await fate(request.url ?? '');
      const body = await buffer(request);
      if (decided === 'hang') return;
      if (decided === 'lose_request') return response.destroy();
      const answered = await fetch(`${target}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' && !['connection', 'host', 'content-length'].includes(name)
            ? [[name, value] as [string, string]]
            : [],
        ),
        body: body.length > 0 ? new Uint8Array(body) : null,
      });
      const reply = await answered.text();
      if (decided === 'lose_reply') return response.destroy();
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      return response.end(reply);
    })();
  });
}

type Answer = (
  send: (init?: RequestInit) => Promise<Response>,
  init?: RequestInit,
) => Response | Promise<Response>;

/** Answers our own requests to addresses that contain this path. */
export function intercept(path: string, answer: Answer) {
  const send = globalThis.fetch;
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.includes(path)) return send(input, init);
    return answer((changed) => send(input, changed), init);
  });
}
