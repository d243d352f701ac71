import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { parse } from 'smol-toml';
import * as v from 'valibot';
import { listening } from '../listening.ts';
import { compress } from './compress.ts';
import { distOfSite, folderOfSite, removeSite } from './folder.ts';

type SiteOptions = { port: number; root: string };

export type Site = { stop(): Promise<void> };

/** Starts a server for the built site and functions/ in the folder that `prepareSite` made. */
export type StartSite = (options: SiteOptions) => Promise<Site>;

/**
 * Serves the responses from `answer`, compressed. For undefined, serves 404.html with the headers that apply to every
 * path.
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
    // Longer than a busy client needs to notice that a connection is about to be closed.
    serverOptions: { keepAliveTimeout: 60_000 },
    fetch: async (request) => {
      try {
        const given = await answer(request);
        const missing = () => new Response(new Uint8Array(notFound), { status: 404, headers });
        return await compress(request, given ?? missing());
      } catch (error) {
        // Hono answers 500 without logging. A caller that has given up is not a failure.
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

const tomlHeaders = v.object({
  headers: v.array(v.object({ for: v.string(), values: v.record(v.string(), v.string()) })),
});

/** A rule of netlify.toml: headers for the paths that match a pattern. */
export type HeaderRule = v.InferOutput<typeof tomlHeaders>['headers'][number];

/** The header rules of netlify.toml. */
export async function headerRules(root: string): Promise<HeaderRule[]> {
  const toml = parse(await readFile(join(root, 'netlify.toml'), 'utf8'));
  return v.parse(tomlHeaders, toml).headers;
}

const headersOf = (pattern: string, rules: readonly HeaderRule[]) =>
  rules.find((rule) => rule.for === pattern)?.values;

/**
 * Prepares the emulator's project folder: netlify.toml, functions/ and a place for the build. The folder is inside the
 * checkout, so that imports find the packages, and there is one for each port, so that two stacks can serve two builds
 * at the same time. Resolves to the paths of the folder and the build.
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
  // Copied, because the emulator's bundler does not follow links.
  const used = ['src/domain', 'src/lib', 'src/content/routes.ts'];
  for (const name of ['netlify.toml', 'package.json', 'functions', ...used]) {
    await cp(name, join(root, name), { recursive: true });
  }
  return { root, dist: distOfSite(port) };
}
