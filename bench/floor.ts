import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import * as v from 'valibot';

const page = brotliCompressSync(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The floor: a page with nothing to wait for</title>
<meta name="description" content="One heading, one paragraph and one picture, with their style in the page.">
<style>body{margin:2rem auto;max-width:40rem;padding:0 1rem;font:1.1rem/1.6 system-ui}img{width:100%;height:auto}</style>
</head>
<body><main>
<h1>The floor</h1>
<p>No page can be faster than this one on the same machine in the same minute.</p>
<img src="/picture.avif" width="480" height="343" alt="Two alumni at a desk">
</main></body>
</html>`);

/** Serves the page every other one is compared with: static, one picture, no script. */
export async function serveFloor(): Promise<{ url: string; stop(): void }> {
  const avif = await readFile(new URL('./floor.avif', import.meta.url));
  const server = createServer((request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-encoding', 'br');
      return response.end(page);
    }
    if (request.url === '/picture.avif') {
      return response.setHeader('content-type', 'image/avif').end(avif);
    }
    return response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), server.address());
  return { url: `http://localhost:${port}/`, stop: () => server.close() };
}
