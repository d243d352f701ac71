import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { transform } from 'lightningcss';

const policyHeader = 'Content-Security-Policy';
const styleElement = /<style[^>]*>([\s\S]*?)<\/style>/g;
/** Scripts that run where they stand: neither a file nor data. */
const inlinedScript = /<script(?![^>]* (?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g;
/** A face of a font that has to be downloaded; those of the device have no url(). */
const downloadedFace = /@font-face\s*{[^}]*url\([^}]*}/g;
/** Matches on paper and without scripts; on screens `earlyScripts.afterFirstPaint` makes it match. */
const fontMedia = 'print,(scripting:none)';
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
 * Leaves in every page the styles it can use, in one `<style>`: they stand in the page itself, and
 * each kilobyte comes before anything is painted (docs/decisions/pages-styles.md). The fonts follow in
 * a style of their own, so that no text waits for them. The page's policy names
 * what the page now inlines, so this runs before the policies are written.
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
          const fonts = (css.match(downloadedFace) ?? []).join('');
          const rest = css.replaceAll(downloadedFace, '');
          const end = `<style>${rest}</style><style media="${fontMedia}">${fonts}</style></head>`;
          const finished = unstyled.replace('</head>', () => end);
          await writeFile(file, finished);
          headers.set(policyHeader, allowInlined(policy, finished));
        }
      },
    },
  };
}
