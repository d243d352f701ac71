import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import type { Plugin, Rolldown } from 'vite';
import { routeOf } from '../src/content/routes.ts';
import { blockedPath } from '../src/domain/api.ts';
import { accountClientPath } from '../src/lib/account-client-path.ts';
import type { Services } from '../src/prerender/environment.ts';
import { speculationRules } from '../src/scripts/prefetch.ts';

const policyHeader = 'Content-Security-Policy';

type Scripts = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Parts of a page that are imported late but that visitors need early. */
const accountClient = '/src/lib/supabase-client.ts';
const openDesk = '/src/features/desk/OpenDesk.tsx';

const filesOf = (module: string, scripts: Scripts): string[] =>
  [...scripts.values()].flatMap(({ facadeModuleId, fileName }) =>
    facadeModuleId?.endsWith(module) ? [fileName] : [],
  );

/**
 * A page's late parts. If a head script loads the member's first rows, they include the account client, which the page
 * needs only for an expired token.
 */
function latePartsOf(path: string): string[] {
  if (path === '/desk') return [openDesk];
  return routeOf(path).early ? [] : [accountClient];
}

/** The given files, and everything that they import. */
function withImports(files: readonly string[], scripts: Scripts): string[] {
  const needed = new Set(files);
  // The loop also visits files that are added while it runs.
  for (const file of needed)
    for (const other of scripts.get(file)?.imports ?? []) needed.add(other);
  return [...needed];
}

/**
 * The `Link` header of a member page: the backend, the island with all its imports, then the late parts. Without it,
 * the browser would request each only after reading the scripts that import it, up to two round trips later
 * (docs/decisions/headers-from-the-build.md).
 */
function earlyLinks(path: string, html: string, scripts: Scripts, backend: string | undefined) {
  const islands = [...html.matchAll(/<astro-island .*?client="(\w+)"/gs)].flatMap(
    ([island, when]) =>
      when === 'load'
        ? [...island.matchAll(/-url="\/([^"]+)"/g)].map(([, file]) => file ?? '')
        : [],
  );
  const late = latePartsOf(path).flatMap((part) => filesOf(part, scripts));
  // The order matters, because the browser requests them in the same order.
  const needed = withImports([...withImports(islands, scripts), ...late], scripts);
  return [
    ...(backend ? [`<${backend}>; rel=preconnect; crossorigin`] : []),
    ...needed.map((file) => `</${file}>; rel=modulepreload`),
  ].join(', ');
}

/**
 * A page's headers besides its policy, including the address of the group in `report-to`. Names are spelt as in
 * netlify.toml, because Netlify treats two spellings as two headers.
 */
function pageHeaders(path: string, policy: string): Record<string, string> {
  const { kind, personal, secretAddress } = routeOf(path);
  const noStore = personal ?? kind === 'member';
  return {
    'Cache-Control': noStore ? 'no-store' : 'public, max-age=0, must-revalidate',
    'Referrer-Policy': secretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(policy.includes('report-to blocked') && {
      'Reporting-Endpoints': `blocked="${blockedPath}"`,
    }),
  };
}

/** Inline scripts that our scripts add to a page that is already open. */
const addedLater = [speculationRules('eager'), speculationRules('moderate')];

/**
 * Removes other pages' hashes from a policy. Astro lists the hashes of the whole site, which adds 1.7 KiB to the
 * response that every first paint waits for. Does not add any hash, so scripts that Astro does not know stay blocked.
 */
function withoutOtherPages(policy: string, html: string): string {
  const inlined = [...html.matchAll(/<(script|style)[^>]*>(.*?)<\/\1>/gs)].map(
    ([, , text]) => text ?? '',
  );
  const own = new Set(
    [...inlined, ...addedLater].map(
      (text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
  );
  return policy.replaceAll(/ 'sha256-[^']*'/g, (hash) => (own.has(hash) ? hash : ''));
}

/** The paths at which Netlify serves a page: its route, and the file behind it with and without `.html`. */
function addressesOf(path: string): string[] {
  return path === '/' ? [path, '/index', '/index.html'] : [path, `${path}.html`];
}

function rule(address: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return `${[address, ...lines].join('\n')}\n`;
}

/**
 * Writes each page's headers to the build's `_headers`: Content-Security-Policy, caching, referrer, embedding and what
 * a member page needs early. The policy is a header because a `<meta>` cannot contain frame-ancestors. netlify.toml
 * must not set the same headers for every path, because Netlify does not document which rule wins. The 404 page is
 * served at paths that no rule can list, so its policy is also in a `<meta>`.
 */
export function staticHeaders({ backendOrigin }: Services): AstroIntegration {
  const scripts = new Map<string, Rolldown.OutputChunk>();
  return {
    name: 'admitcircle:static-headers',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const keepScripts: Plugin = {
          name: 'admitcircle:scripts',
          applyToEnvironment: ({ name }) => name === 'client',
          // By now, the bundle no longer contains files that had only styles.
          writeBundle(_options, bundle) {
            for (const file of Object.values(bundle)) {
              if (file.type === 'chunk') scripts.set(file.fileName, file);
            }
          },
        };
        updateConfig({ vite: { plugins: [keepScripts] } });
      },
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'admitcircle:static-headers',
          // Without this Astro assumes 'explicit', which is deprecated; the type marks both values as deprecated.
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- Astro's guide recommends this one of the two deprecated values
          entrypointResolution: 'auto',
          adapterFeatures: { buildOutput: 'static', staticHeaders: true },
          supportedAstroFeatures: {
            staticOutput: 'stable',
            sharpImageService: 'stable',
            envGetSecret: 'stable',
          },
        });
      },
      'astro:build:generated': async ({ dir, routeToHeaders }) => {
        const pages: { path: string; headers: Record<string, string> }[] = [];
        for (const [route, { headers }] of routeToHeaders) {
          const policy = headers.get(policyHeader);
          if (!policy) continue;
          const path = route || '/';
          const html = await readFile(new URL(`.${addressesOf(path).at(-1)}`, dir), 'utf8');
          pages.push({
            path,
            headers: {
              [policyHeader]: withoutOtherPages(policy, html),
              ...pageHeaders(path, policy),
              ...(routeOf(path).kind === 'member' && {
                Link: earlyLinks(path, html, scripts, backendOrigin),
              }),
            },
          });
        }
        const rules = pages.flatMap(({ path, headers }) =>
          addressesOf(path).map((address) => rule(address, headers)),
        );
        await writeFile(new URL('_headers', dir), rules.join(''));
        await writeFile(
          new URL(`.${accountClientPath}`, dir),
          filesOf(accountClient, scripts)
            .map((file) => `import '/${file}';\n`)
            .join(''),
        );

        const notFound = pages.find(({ path }) => path === '/404')?.headers[policyHeader];
        if (!notFound) throw new Error('There is no 404 page: Netlify would answer with its own.');
        const file = new URL('404.html', dir);
        const meta = `<meta http-equiv="${policyHeader}" content="${notFound.replace(/frame-ancestors [^;]*;/, '')}">`;
        const page = await readFile(file, 'utf8');
        // Browsers look for the character set in the first 1,024 bytes.
        const charset = '<meta charset="utf-8">';
        if (!page.includes(charset))
          throw new Error(`404.html has no ${charset} before its policy.`);
        await writeFile(file, page.replace(charset, charset + meta));
      },
    },
  };
}
