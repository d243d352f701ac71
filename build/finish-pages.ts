import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { readScripts, withShortScripts } from './page-scripts.ts';
import { styleElement, withUsedStyles } from './page-styles.ts';

const policyHeader = 'Content-Security-Policy';
/** Scripts that run where they stand: neither a file nor data. */
const inlinedScript = /<script(?![^>]* (?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g;

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy with the hashes of what this page inlines, in place of all that the whole site might. */
function allowInlined(policy: string, html: string): string {
  const directives = { 'script-src': inlinedScript, 'style-src': styleElement };
  return Object.entries(directives).reduce((changed, [directive, element]) => {
    const hashes = [...html.matchAll(element)].map(([, text = '']) => sha256(text));
    return changed.replace(new RegExp(`(?<=${directive} )[^;]*`), (sources) => {
      const others = sources
        .split(' ')
        .filter((source) => source && !source.startsWith("'sha256-"));
      return [...others, ...new Set(hashes)].join(' ');
    });
  }, policy);
}

/**
 * Leaves in every page what its first paint needs and no more: the styles it can use, and the scripts
 * that are too short for a file. The page's policy then names what the page inlines, so this runs
 * before the policies are written (build/static-headers.ts).
 */
export function finishPages(): AstroIntegration {
  return {
    name: 'admitcircle:finish-pages',
    hooks: {
      'astro:build:generated': async ({ dir, routeToHeaders }) => {
        const scripts = await readScripts(new URL('_astro/', dir));
        for (const [path, { headers }] of routeToHeaders) {
          const policy = headers.get(policyHeader);
          if (!policy) continue;
          const file = new URL(path === '' || path === '/' ? 'index.html' : `.${path}.html`, dir);
          const html = withShortScripts(await readFile(file, 'utf8'), scripts);
          const finished = withUsedStyles(html, scripts);
          await writeFile(file, finished);
          headers.set(policyHeader, allowInlined(policy, finished));
        }
      },
    },
  };
}
