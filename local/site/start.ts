import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { parse } from 'smol-toml';
import * as v from 'valibot';
import { listening } from '../listening.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { compress } from './compress.ts';
import { distOfSite, folderOfSite, removeSite } from './folder.ts';
import { netlifyEmulator, withBody } from './netlify.ts';

type SiteOptions = { port: number; root: string };

/** A site that is being served. */
export type Site = { stop(): Promise<void> };

/** Starts a server for the built site and functions/ in the folder of `prepareSite`. */
export type StartSite = (options: SiteOptions) => Promise<Site>;

/**
 * Serves the built site and functions/ as Netlify does (§20.15, §20.25): netlify.toml, _headers,
 * _redirects, the functions, brotli, and 404.html with status 404. It listens on 127.0.0.1 alone.
 * `prepareSite` makes the folder `root`.
 */
export const startSite: StartSite = async ({ port, root }) => {
  const netlify = netlifyEmulator(root, `http://localhost:${port}`);
  await netlify.start();
  const inTurn = functionTurns();
  const site = await serveAnswers({ port, root }, async (request) => {
    // Read here, so that a slow sender does not block the turn of a function.
    const whole = await withBody(request);
    return inTurn(whole, async () => {
      const given = await netlify.handle(whole);
      return given && inMemory(given);
    });
  });
  return {
    async stop() {
      await site.stop();
      await netlify.stop();
    },
  };
};

/**
 * Serves what `answer` resolves to, compressed, or 404.html with the headers of every path where that is undefined.
 */
export async function serveAnswers(
  { port, root }: SiteOptions,
  answer: (request: Request) => Promise<Response | undefined>,
): Promise<Site> {
  const notFound = await readFile(join(root, 'dist', '404.html'));
  const headers = {
    ...headersOf('/*', await headerRules(root)),
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': 'text/html; charset=utf-8',
  };
  const server = serve({
    port,
    hostname: '127.0.0.1',
    // Longer than a busy client takes to notice that a connection is about to close.
    serverOptions: { keepAliveTimeout: 60_000 },
    fetch: async (request) => {
      try {
        const given = await answer(request);
        const missing = () => new Response(new Uint8Array(notFound), { status: 404, headers });
        return await compress(request, given ?? missing());
      } catch (error) {
        // Hono answers 500 without a word. A caller that gave up is no failure.
        if (!request.signal.aborted) console.error(`${request.method} ${request.url}:`, error);
        throw error;
      }
    },
  });
  await listening(server, 'PORT', port);

  return {
    async stop() {
      await new Promise((resolve) => {
        server.close(() => resolve(undefined));
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    },
  };
}

/**
 * Reads a response's body into memory. The emulator streams bodies, and a browser that disconnects at
 * the last byte cancels an ending stream, which throws an error that nothing can catch.
 */
async function inMemory(response: Response): Promise<Response> {
  if (!response.body) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // The emulator's list of a function's calls, which is too long for a client after two hundred mails.
  headers.delete('x-nf-fetch-timing');
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/**
 * Lets each function answer one request at a time. The emulator bundles a function for every request, and with two
 * parallel requests one may run a bundle that the other has deleted.
 */
function functionTurns(): <T>(request: Request, task: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, ReturnType<typeof oneAtATime>>();
  return (request, task) => {
    const { url, signal } = request;
    const path = new URL(url).pathname.toLowerCase();
    if (!/^\/(?:api|\.netlify\/functions)\//.test(path)) return task();
    const inTurn = turns.get(path) ?? oneAtATime();
    turns.set(path, inTurn);
    return inTurn(() => {
      // Skips a request whose caller gave up, so that it does not delay the caller's next one.
      signal.throwIfAborted();
      return task();
    });
  };
}

const tomlHeaders = v.object({
  headers: v.array(v.object({ for: v.string(), values: v.record(v.string(), v.string()) })),
});

/** A rule of netlify.toml: the headers of the paths that fit a pattern. */
export type HeaderRule = v.InferOutput<typeof tomlHeaders>['headers'][number];

/** The rules for headers in netlify.toml. */
export async function headerRules(root: string): Promise<HeaderRule[]> {
  const toml = parse(await readFile(join(root, 'netlify.toml'), 'utf8'));
  return v.parse(tomlHeaders, toml).headers;
}

const headersOf = (pattern: string, rules: readonly HeaderRule[]) =>
  rules.find((rule) => rule.for === pattern)?.values;

/**
 * Lays out the emulator's project folder: netlify.toml, functions/ and a place for the build. It is
 * inside the checkout, so that packages are found, and belongs to one port, so that two stacks can
 * serve two builds at the same time. Resolves to the paths of the folder and of the build.
 */
export async function prepareSite(port: number): Promise<{ root: string; dist: string }> {
  const root = folderOfSite(port);
  try {
    await removeSite(port);
    await mkdir(root, { recursive: true });
  } catch (cause) {
    const advice = 'If you do not own the checkout, clone it into a folder you own.';
    throw new Error(`The build needs the folder ${root}: ${String(cause)}. ${advice}`, { cause });
  }
  // Copies, because the emulator's bundler does not follow links.
  const used = ['src/domain', 'src/lib', 'src/content/routes.ts'];
  for (const name of ['netlify.toml', 'package.json', 'functions', ...used]) {
    await cp(name, join(root, name), { recursive: true });
  }
  return { root, dist: distOfSite(port) };
}
