import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { functionRoutes } from './function-routes.ts';
import { headerRules, serveAnswers, type HeaderRule, type StartSite } from './start.ts';

type Answer = (request: Request) => Response | Promise<Response>;

/** The functions by their paths. Scheduled functions are always called with a POST. */
async function functionAnswers(): Promise<[string, Answer][]> {
  return (await functionRoutes()).map(({ path, handler, isScheduled }) => {
    const call: Answer = (request) => handler(request, { requestId: '', ip: '' });
    return [path, isScheduled ? (request) => call(new Request(request, { method: 'POST' })) : call];
  });
}

/** Parses the rules of the build's `_headers`: a path, then its headers, each indented. */
function parseHeadersFile(text: string): HeaderRule[] {
  return text.split(/^(?=\S)/m).map((rule) => {
    const [path = '', ...lines] = rule.trim().split('\n');
    const values = lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ');
      return [name.trim(), value.join(': ')];
    });
    return { for: path, values: Object.fromEntries(values) };
  });
}

const fits = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** The paths at which Netlify serves a file of the build. */
function addressesOf(file: string): string[] {
  const route = file.replace(/\.html$/, '');
  if (route === file) return [file];
  const index = /^(.*\/)index$/.exec(route)?.[1];
  return [file, route, ...(index === undefined ? [`${route}/`] : [index])];
}

/** A file's content type as sent by Netlify, with a charset for text. */
function contentType(name: string): string | undefined {
  const [type] = getMimeType(name)?.split(';') ?? [];
  return type && /^text\/|json$/.test(type) ? `${type}; charset=utf-8` : type;
}

/** The build's files by their paths, each with its headers. */
async function fileAnswers(root: string): Promise<[string, Answer][]> {
  const dist = join(root, 'dist');
  const rules = [
    ...(await headerRules(root)),
    ...parseHeadersFile(await readFile(join(dist, '_headers'), 'utf8')),
  ];
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const answers = entries
    .filter((entry) => entry.isFile())
    .map(async (entry): Promise<[string, Answer][]> => {
      const file = join(entry.parentPath, entry.name);
      const body = new Uint8Array(await readFile(file));
      const type = contentType(entry.name);
      return addressesOf(file.slice(dist.length)).map((address) => {
        const route = address.replace(/(?<=.)\/$/, '');
        const headers = new Headers({
          age: '0',
          'cache-control': 'public, max-age=0, must-revalidate',
          ...(type && { 'content-type': type }),
        });
        for (const rule of rules.filter((one) => fits(one.for, route))) {
          for (const [name, value] of Object.entries(rule.values)) headers.set(name, value);
        }
        return [address, () => new Response(body, { headers })];
      });
    });
  return (await Promise.all(answers)).flat();
}

/**
 * Serves the built site and functions/ without Netlify's emulator, because the emulator bundles a function for every
 * call and reads every file from disk. Only tests use this, and tests/e2e/emulator.spec.ts checks that both give the
 * same responses. The functions read this process's variables.
 */
export const startDirectSite: StartSite = async ({ port, root }) => {
  const answers = new Map([...(await fileAnswers(root)), ...(await functionAnswers())]);
  return serveAnswers({ port, root }, async (request) =>
    answers.get(new URL(request.url).pathname)?.(request),
  );
};
