import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { transform } from 'lightningcss';

const policyHeader = 'Content-Security-Policy';
const styleElement = /<style>([\s\S]*?)<\/style>/g;
const scriptName = /[\w.-]+\.js\b/g;

/** Swiper puts the names of its classes together, from this and what it is doing. */
const composed = 'swiper-';

/** Chunks of libraries alone (build/chunks.ts): their words are no classes of ours. */
const libraries = /^(?:react|supabase-client)\./;

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Everything in a text that can be the name of a class. */
const words = (text: string): string[] => text.match(/[^<>"'`\s=;,.{}]+/g) ?? [];

/** What of a page's text can name a class or a script: attributes and inlined scripts, not its copy. */
function markup(html: string): string {
  return [...html.matchAll(/="[^"]*"|<script[^>]*>[\s\S]*?<\/script>/g)].join('\n');
}

/** The markup of a page and every script it can ever load, those that scripts import included. */
function withScripts(html: string, scripts: ReadonlyMap<string, string>): string {
  const texts = new Set([markup(html)]);
  // A set hands out what is added to it meanwhile.
  for (const text of texts) {
    for (const [name] of text.matchAll(scriptName)) {
      const script = scripts.get(name);
      if (script !== undefined) texts.add(script);
    }
  }
  return [...texts].join('\n');
}

/** The classes that selectors of `css` name. */
function classesOf(css: string): Set<string> {
  const classes = new Set<string>();
  transform({
    filename: 'page.css',
    code: Buffer.from(css),
    visitor: {
      Selector(selector) {
        for (const part of selector) if (part.type === 'class') classes.add(part.name);
      },
    },
  });
  return classes;
}

function without(css: string, unusedSymbols: string[]): string {
  const code = Buffer.from(css);
  return transform({ filename: 'page.css', code, minify: true, unusedSymbols }).code.toString();
}

/** The custom properties and animations that `css` defines, and neither it nor `content` refers to. */
function unreferenced(css: string, content: string): string[] {
  const definitions = css.matchAll(/(?:@keyframes |(?=--))([\w-]+)(?=[:{])/g);
  return [...definitions]
    .map(([, name = '']) => name)
    .filter((name) => {
      const reference = new RegExp(`(?<!@keyframes)[(:, ]${name}(?![\\w-]|:)`);
      return !reference.test(css) && !content.includes(name);
    });
}

/** The rules of `css` that can apply to something in `content`. */
export function usedStyles(css: string, content: string): string {
  const known = new Set(words(content));
  const isUnused = (name: string) => !known.has(name) && !name.startsWith(composed);
  let used = without(css, [...classesOf(css)].filter(isUnused));
  // What only something unused refers to is unused as well.
  let before: string;
  do {
    before = used;
    used = without(used, unreferenced(used, content));
  } while (used.length < before.length);
  return used;
}

async function readScripts(dir: URL): Promise<Map<string, string>> {
  const folder = new URL('_astro/', dir);
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.js') && !libraries.test(name),
  );
  const read = async (name: string) =>
    [name, await readFile(new URL(name, folder), 'utf8')] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** The policy with this one style in place of all that the whole site might inline. */
function allowStyle(policy: string, css: string): string {
  return policy.replace(/(?<=style-src )[^;]*/, (sources) =>
    [...sources.split(' ').filter((source) => !source.startsWith("'sha256-")), sha256(css)].join(
      ' ',
    ),
  );
}

/**
 * Leaves in every page the styles it can use, in one `<style>`: they stand in the page itself, and
 * each kilobyte comes before anything is painted (docs/decisions/pages-styles.md). The page's policy
 * has to allow the new style, so this runs before the policies are written.
 */
export function pageStyles(): AstroIntegration {
  return {
    name: 'admitcircle:page-styles',
    hooks: {
      'astro:build:generated': async ({ dir, routeToHeaders }) => {
        const scripts = await readScripts(dir);
        for (const [path, { headers }] of routeToHeaders) {
          const policy = headers.get(policyHeader);
          if (!policy) continue;
          const file = new URL(path === '' || path === '/' ? 'index.html' : `.${path}.html`, dir);
          const html = await readFile(file, 'utf8');
          const styles = [...html.matchAll(styleElement)].map(([, css = '']) => css);
          const unstyled = html.replaceAll(styleElement, '');
          const css = usedStyles(styles.join('\n'), withScripts(unstyled, scripts));
          await writeFile(
            file,
            unstyled.replace('</head>', () => `<style>${css}</style></head>`),
          );
          headers.set(policyHeader, allowStyle(policy, css));
        }
      },
    },
  };
}
