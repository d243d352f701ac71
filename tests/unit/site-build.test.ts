import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HtmlValidate } from 'html-validate/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberPages } from '../../src/domain/member-pages.ts';
import { routes, type Route } from '../../src/content/routes.ts';
import { sitePlaceholders } from '../../src/prerender/environment.ts';
import { business } from '../samples/business.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'site-build-'));
const stray = 'document.title = "changed"';

beforeAll(async () => {
  for (const path of ['src', 'build', 'astro.config.mjs', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  appendFileSync(
    join(folder, 'src/content/policies/refundpolicy.md'),
    `\n<script>${stray}</script>\n`,
  );
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'],
    {
      cwd: folder,
      env: {
        ...process.env,
        ASTRO_TELEMETRY_DISABLED: '1',
        // Netlify builds the deployed site with this context.
        CONTEXT: 'production',
        ...business,
        PUBLIC_SITE_URL: 'https://site.example',
        PUBLIC_SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
        PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
        PUBLIC_ANALYTICS_URL: 'https://views.example/count',
      },
    },
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const built = (file: string) => readFileSync(join(folder, 'dist', file), 'utf8');

test('the content policy blocks a stray script in a text page', () => {
  expect(built('refundpolicy.html')).toContain(stray);
  const hash = createHash('sha256').update(stray).digest('base64');
  expect(built('_headers')).toContain('sha256-');
  expect(built('_headers')).not.toContain(hash);
  expect(built('refundpolicy.html')).not.toContain(hash);
});

test('the build fills in a text page’s tokens from the environment', () => {
  const terms = built('termsandcondition.html');
  expect(terms).toContain(`The courts of ${business.PUBLIC_CITY}`);
  const support = business.PUBLIC_SUPPORT_EMAIL;
  expect(terms).toContain(`<a href="mailto:${support}">${support}</a>`);
});

test.each(['/contact', '/login', '/dashboard/profile'])(
  'the content policy of %s does not contain other pages’ hashes',
  (path) => {
    const sources = policyOf(path).get('style-src') ?? '';
    const hashes = sources.split(' ').filter((source) => source.startsWith("'sha256-"));
    const styles = built(`${path}.html`).match(/<style[^>]*>[^<]*/g) ?? [];
    expect(hashes.length).toBeGreaterThan(0);
    expect(hashes).toHaveLength(new Set(styles).size);
  },
);

const headers = () =>
  new Map(
    built('_headers')
      .split(/^(?=\/)/m)
      .map((rule) => [rule.split('\n', 1).join(), rule]),
  );

/** A page’s Content-Security-Policy by directive. */
function policyOf(path: string): Map<string, string> {
  const [, policy = ''] = /Content-Security-Policy: (.*)/.exec(headers().get(path) ?? '') ?? [];
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

const importsOf = (file: string) =>
  [...built(file).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(
    ([, name]) => `_astro/${name}`,
  );

test('§12.44 only member pages tell the browser early which files they need', () => {
  const rules = headers();
  for (const [path, { kind, early }] of Object.entries<Route>(routes)) {
    const [, links = ''] = /Link: (.*)/.exec(rules.get(path) ?? '') ?? [];
    if (kind !== 'member') {
      expect(links, path).toBe('');
      continue;
    }
    expect(links).toContain('<https://abcdefghijklmnopqrst.supabase.co>; rel=preconnect');
    const islands = built(`${path}.html`).match(/<astro-island .*?client="\w+"/gs) ?? [];
    const island = islands.find((tag) => tag.endsWith('client="load"')) ?? '';
    const [, component = ''] = /component-url="\/([^"]+)"/.exec(island) ?? [];
    expect(importsOf(component).length, path).toBeGreaterThan(2);
    const [, renderer = ''] = /renderer-url="\/([^"]+)"/.exec(island) ?? [];
    for (const file of [component, renderer, ...importsOf(component)]) {
      expect(links, path).toContain(`</${file}>; rel=modulepreload`);
    }
    // A head script loads the client where it is needed as early (§12.57).
    expect(links.includes('/supabase-client.'), path).toBe(!early);
  }
});

test('§12.57 a script at a fixed address imports the account client', () => {
  const [, file = ''] =
    /^import '\/(_astro\/supabase-client\.[^']+)';\n$/.exec(built('account-client.js')) ?? [];
  expect(built(file).includes('auth/v1')).toBe(true);
});

test('§12.22 only pages that open the checkout allow the payment provider’s hosts', () => {
  const provider = 'https://*.razorpay.com';
  for (const path of ['/buy', memberPages.main]) {
    for (const kind of ['script', 'style', 'frame', 'img', 'connect']) {
      expect(policyOf(path).get(`${kind}-src`), `${kind} on ${path}`).toContain(provider);
    }
  }
  expect([...policyOf('/').values()].join()).not.toContain('razorpay');
});

test('§12.43 only pages that open the checkout report what their content policy blocks', () => {
  for (const path of ['/buy', memberPages.main]) {
    expect(policyOf(path).get('report-to')).toBe('blocked');
    expect(policyOf(path).get('report-uri')).toBe('/api/blocked');
  }
  const reporting = 'Reporting-Endpoints: blocked="/api/blocked"';
  const paths = [...headers()].flatMap(([path, rule]) => (rule.includes(reporting) ? [path] : []));
  const checkout = ['/buy', '/buy.html', memberPages.main, `${memberPages.main}.html`];
  expect(paths.toSorted()).toEqual(checkout);
  expect(built('_headers').match(/report-uri/g)).toHaveLength(paths.length);
});

test('§12.20 §12.25 every page may connect to our backend and to the page-view counter', () => {
  const connect = "'self' https://abcdefghijklmnopqrst.supabase.co https://views.example";
  expect(policyOf('/').get('connect-src')).toBe(connect);
  expect(policyOf('/').has('upgrade-insecure-requests')).toBe(true);
  expect(built('index.html')).toContain('data-page-views="https://views.example/count"');
});

const pages = () =>
  readdirSync(join(folder, 'dist'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.html'));

test('§13.16 every page is valid HTML', async () => {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
  // Astro puts a rule for its own elements beside the first of them.
  const astroStyle =
    /<style>astro-island,astro-slot,astro-static-slot\{display:contents\}<\/style>/g;
  expect(pages()).toHaveLength(Object.keys(routes).length);
  for (const file of pages()) {
    const page = built(file);
    expect(page.slice(0, 1024), file).toContain('<meta charset="utf-8">');
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    // The validator does not check ids inside drawings.
    expect(new Set(ids).size, file).toBe(ids.length);
    const html = page.replaceAll(astroStyle, '');
    const { results } = await validator.validateString(html, file);
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
    );
    expect(found, file).toEqual([]);
    // The validator accepts content after the document’s end.
    expect(html.trimEnd(), file).toMatch(/<\/body><\/html>$/);
  }
});

test('§13.15 a deployed build does not link to a placeholder', () => {
  const placeholders = sitePlaceholders({}).map(({ value }) => value);
  const links = placeholders.filter((value) => value.startsWith('https://'));
  expect(links).toContain('https://www.linkedin.com/');
  for (const file of pages()) {
    const hrefs = [...built(file).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(
      hrefs.filter((href = '') => links.includes(href) || href.includes('aqz-KE-bpKQ')),
      file,
    ).toEqual([]);
  }
});

test('§12.28 no island on a landing page loads code that only other pages use', () => {
  for (const page of ['index.html', 'buy.html']) {
    // Visitors do not load the account menu.
    const islands = built(page).match(/<astro-island [^>]*client="visible"[^>]*>/g) ?? [];
    const loaded = new Set(islands.map((tag) => /component-url="\/([^"]+)"/.exec(tag)?.[1]));
    expect(loaded.size, page).toBeGreaterThan(2);
    // The loop also visits files added during the loop.
    for (const file of loaded) {
      for (const [, imported] of built(file ?? '').matchAll(/from"\.\/([^"]+\.js)"/g)) {
        loaded.add(`_astro/${imported}`);
      }
    }
    const others = /\/(?:form|backend|AccountMenu|sessions)\./;
    expect([...loaded].filter((file) => others.test(file ?? ''))).toEqual([]);
  }
});

test('each chunk rule produces exactly one file, and no script waits for a style sheet', () => {
  const files = readdirSync(join(folder, 'dist/_astro')).filter((file) => file.endsWith('.js'));
  // Two files have the name of their first module: all islands’ is React’s, and the member’s is the account menu.
  for (const name of ['client', 'form', 'data', 'backend', 'AccountMenu', 'sessions']) {
    expect(files.filter((file) => file.startsWith(`${name}.`))).toHaveLength(1);
  }
  // Astro inlines the style sheets and deletes their files.
  expect(files.filter((file) => /"_astro\/[^"]+\.css"/.test(built(`_astro/${file}`)))).toEqual([]);
});
