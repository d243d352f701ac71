import {
  transform,
  type CustomAtRules,
  type SelectorComponent,
  type TransformOptions,
} from 'lightningcss';

export const styleElement = /<style[^>]*>([\s\S]*?)<\/style>/g;
/** A face of a font that has to be downloaded; those of the device have no url(). */
const downloadedFace = /@font-face\s*{[^}]*url\([^}]*}/g;
/** Matches on paper and without scripts; on screens `src/lib/first-paint.ts` makes it match. */
const fontMedia = 'print,(scripting:none)';
const scriptName = /[\w.-]+\.js\b/g;

/** Swiper puts the names of its classes together, from this and what it is doing. */
const composed = 'swiper-';

/** Everything in a text that can be the name of a class or an element. */
const words = (text: string): string[] => text.match(/[^<>"'`\s;{}]+/g) ?? [];

/** What of a page's text can name a class, an element or a script: tags and inlined scripts, not its copy. */
function markup(html: string): string {
  return [...html.matchAll(/<script[^>]*>[\s\S]*?<\/script>|<[\w-]+|="[^"]*"/g)].join('\n');
}

/**
 * Files of other people's code, whose words are no classes of ours. What of ours is in React's
 * (build/chunks.ts) names no class of a page either: the error boundary brings its own styles.
 */
const foreign = /^(?:react|supabase-client)\./;

/** The markup of a page and every script it can ever load, those that scripts import included. */
function withScripts(html: string, scripts: ReadonlyMap<string, string>): string {
  const texts = new Set([markup(html)]);
  // A set hands out what is added to it meanwhile.
  for (const text of texts) {
    for (const [name] of text.matchAll(scriptName)) {
      const script = scripts.get(name);
      if (script !== undefined && !foreign.test(name)) texts.add(script);
    }
  }
  return [...texts].join('\n');
}

type Options = Pick<TransformOptions<CustomAtRules>, 'unusedSymbols' | 'visitor'>;

function minified(css: string, options: Options): string {
  const code = Buffer.from(css);
  return transform({ filename: 'page.css', code, minify: true, ...options }).code.toString();
}

/** `css` without the selectors that ask for a class or an element whose name is not among `known`. */
function withoutUnknown(css: string, known: ReadonlySet<string>): string {
  const isUnknown = (part: SelectorComponent) =>
    (part.type === 'class' || part.type === 'type') &&
    !known.has(part.name) &&
    !part.name.startsWith(composed);
  return minified(css, {
    visitor: { Selector: (selector) => (selector.some(isUnknown) ? [] : undefined) },
  });
}

/** The custom properties and animations that `css` defines, and neither it nor `content` refers to. */
function unreferenced(css: string, content: string): string[] {
  const definitions = css.matchAll(/(?:@keyframes |(?=--))([\w-]+)(?=[:{])/g);
  return [...definitions]
    .map(([, name = '']) => name)
    .filter((name) => {
      const reference = new RegExp(`(?<!@keyframes|@property)[(:, ]${name}(?![\\w-]|:)`);
      return !reference.test(css) && !content.includes(name);
    });
}

/** The rules of `css` that can apply to something in `content`. */
export function usedStyles(css: string, content: string): string {
  let used = withoutUnknown(css, new Set(words(content)));
  // What only something unused refers to is unused as well.
  let before: string;
  do {
    before = used;
    used = minified(used, { unusedSymbols: unreferenced(used, content) });
  } while (used.length < before.length);
  return used;
}

/**
 * The page with the styles it can use in one `<style>`, and its fonts in a second one that does not
 * match yet, so that no text waits for them (docs/decisions/pages-styles.md, pages-first-paint.md).
 */
export function withUsedStyles(html: string, scripts: ReadonlyMap<string, string>): string {
  const styles = [...html.matchAll(styleElement)].map(([, css = '']) => css);
  const unstyled = html.replaceAll(styleElement, '');
  const css = usedStyles(styles.join('\n'), withScripts(unstyled, scripts));
  const fonts = (css.match(downloadedFace) ?? []).join('');
  const rest = css.replaceAll(downloadedFace, '');
  const end = `<style>${rest}</style><style media="${fontMedia}">${fonts}</style></head>`;
  return unstyled.replace('</head>', () => end);
}
