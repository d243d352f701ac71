import { once } from 'node:events';
import { request as ask } from 'node:http';
import { createSecureServer } from 'node:http2';
import { pipeline } from 'node:stream';
import { generate } from 'selfsigned';
import * as v from 'valibot';

/** HTTP/1 connection headers, which HTTP/2 forbids. */
const perConnection = ['connection', 'keep-alive', 'transfer-encoding'];

function without(headers: NodeJS.Dict<string | string[]>, isLeftOut: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isLeftOut(name)));
}

/**
 * Proxies a local server over HTTPS and HTTP/2 as a CDN would, with a self-signed certificate. Bodies are passed on
 * unchanged. No response starts earlier than `latency` ms after its request.
 */
export async function serveHttps(
  origin: string,
  latency = 0,
): Promise<{ url: string; stop(): void }> {
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }]);
  const options = { key: certificate.private, cert: certificate.cert };
  const server = createSecureServer(options, (request, response) => {
    const headers = without(request.headers, (name) => name.startsWith(':'));
    // The functions accept requests only from their own origin: the server behind this proxy.
    if (headers['origin']) headers['origin'] = new URL(origin).origin;
    const asked = performance.now();
    const target = ask(new URL(request.url, origin), { method: request.method, headers });
    target.once('response', (answer) => {
      const pass = () => {
        const { statusCode = 502 } = answer;
        response.writeHead(
          statusCode,
          without(answer.headers, (name) => perConnection.includes(name)),
        );
        pipeline(answer, response, () => undefined);
      };
      setTimeout(pass, Math.max(0, asked + latency - performance.now()));
    });
    // When a browser leaves a page, it aborts pending requests.
    pipeline(request, target, (error) => error && response.stream.close());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), server.address());
  return { url: `https://localhost:${port}`, stop: () => server.close() };
}
