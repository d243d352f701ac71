import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { routeOf } from '../src/content/routes.ts';

const policyHeader = 'Content-Security-Policy';

/**
 * What Netlify must know of one page besides its policy. Names are spelt as in netlify.toml, because
 * Netlify takes two spellings of a name for two headers.
 */
function pageHeaders(path: string): Record<string, string> {
  const { kind, personal, secretAddress } = routeOf(path);
  const keepsNoCopy = personal ?? kind === 'member';
  return {
    'Cache-Control': keepsNoCopy ? 'no-store' : 'public, max-age=0, must-revalidate',
    'Referrer-Policy': secretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

/** The two addresses a page answers at: its route, and the file behind it. */
function addressesOf(path: string): string[] {
  return [path, path === '/' ? '/index.html' : `${path}.html`];
}

function rule(address: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return `${[address, ...lines].join('\n')}\n`;
}

/**
 * Writes the headers that differ from page to page to `_headers` in the build: the
 * Content-Security-Policy, who may keep a copy, what a link tells the next site, and that no other
 * site embeds it. A header also covers frame-ancestors, which a `<meta>` cannot. No header named
 * here may stand in the rule for every path of netlify.toml: which of two rules wins is not
 * promised. The 404 page is sent for paths no rule can name, so it carries its own `<meta>`.
 */
export function staticHeaders(): AstroIntegration {
  return {
    name: 'admitcircle:static-headers',
    hooks: {
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'admitcircle:static-headers',
          // Without it Astro takes the adapter for one of the old kind ('explicit', which is deprecated), and
          // its type marks the property as deprecated for both.
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- this value is the recommended one
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
        const policies = [...routeToHeaders].flatMap(([path, { headers }]) => {
          const policy = headers.get(policyHeader);
          return policy ? [{ path: path || '/', policy }] : [];
        });
        const rules = policies.flatMap(({ path, policy }) =>
          addressesOf(path).map((address) =>
            rule(address, { [policyHeader]: policy, ...pageHeaders(path) }),
          ),
        );
        await writeFile(new URL('_headers', dir), rules.join(''));

        const notFound = policies.find(({ path }) => path === '/404');
        if (!notFound) throw new Error('There is no 404 page: Netlify would answer with its own.');
        const file = new URL('404.html', dir);
        const meta = `<meta http-equiv="${policyHeader}" content="${notFound.policy.replace(/frame-ancestors [^;]*;/, '')}">`;
        await writeFile(file, (await readFile(file, 'utf8')).replace('<head>', `<head>${meta}`));
      },
    },
  };
}
