import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from 'playwright/test';
import type { Weight } from './budgets.ts';
import type { Intent } from './intents.ts';

type Kind = 'html' | 'css' | 'script' | 'font' | 'image' | 'other';
type LoadedFile = { url: string; kind: Kind; bytes: number };

const kinds: Record<string, Kind> = {
  document: 'html',
  stylesheet: 'css',
  script: 'script',
  font: 'font',
  image: 'image',
};

const kib = (bytes: number) => Math.round((bytes / 1024) * 10) / 10;

const hashedName = /([\w-]+)\.[\w-]{8}(?=\.(?:js|css)\b)/g;
const islandId = /(?<=<astro-island uid=")\w+(?="[^>]*? component-url="[^"]*\/([\w-]+)\.)/g;
const localPort = /(?<=:\/\/(?:localhost|127\.0\.0\.1):)\d+/g;

/**
 * The text with the same hashes, islands' ids and ports in every build. Otherwise, they would change what brotli makes
 * of the same code by up to 150 bytes.
 */
function asInEveryBuild(text: string): string {
  const hash = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 8);
  return text
    .replaceAll(hashedName, (_, name: string) => `${name}.${hash(name)}`)
    .replaceAll(islandId, (_, name: string) => hash(name).slice(0, 6))
    .replaceAll(localPort, '12345');
}

/** A body's size in bytes, if the server compresses it with brotli, after brotli and as in every build. */
async function sentBytes(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br', accept: 'text/html,*/*' };
  const response = await fetch(url, { headers });
  return response.headers.get('content-encoding') === 'br'
    ? brotliCompressSync(asInEveryBuild(await response.text())).length
    : (await response.arrayBuffer()).byteLength;
}

/** How many bytes inline scripts, without JSON-LD, add to a compressed document. */
function inlinedBytes(html: string): number {
  const withoutScripts = html.replaceAll(/<script(?: type="module")?>[\s\S]*?<\/script>/g, '');
  return brotliCompressSync(html).length - brotliCompressSync(withoutScripts).length;
}

/** Not counted, because no visitor waits for them: the tab icon and the page-view beacon. */
const afterwards = /\/favicon\.svg$|\/api\/pageview$/;

/**
 * Opens a page, touches nothing, and returns what the page loaded: brotli bodies in KiB by kind, and the number of
 * requests. The cache of `page` must be empty.
 */
export async function weigh(
  page: Page,
  path: string,
): Promise<{ weight: Weight; files: LoadedFile[] }> {
  // Otherwise, what the page before it still loads would count too.
  await page.goto('about:blank');
  const requested = new Map<string, Kind>();
  page.on('response', (response) => {
    const url = response.url();
    if (url.startsWith('http') && !afterwards.test(url)) {
      requested.set(url, kinds[response.request().resourceType()] ?? 'other');
    }
  });
  const document = await page.goto(path, { waitUntil: 'networkidle' });
  const inlined = inlinedBytes(asInEveryBuild((await document?.text()) ?? ''));

  const loaded: LoadedFile[] = [];
  for (const [url, kind] of requested) loaded.push({ url, kind, bytes: await sentBytes(url) });
  const sum = (kind: Kind) =>
    loaded.reduce((total, file) => total + (file.kind === kind ? file.bytes : 0), 0);
  return {
    files: loaded,
    weight: {
      html: kib(sum('html') - inlined),
      inlined: kib(inlined),
      css: kib(sum('css')),
      script: kib(sum('script')),
      font: kib(sum('font')),
      image: kib(sum('image')),
      requests: loaded.length,
      total: kib(loaded.reduce((total, { bytes }) => total + bytes, 0)),
    },
  };
}

/**
 * Opens a page and starts to use a part of it. Returns which of our own scripts were loaded then, and their total in
 * KiB of brotli.
 */
export async function weighIntent(
  page: Page,
  site: string,
  { path, reach }: Intent,
): Promise<{ kib: number; files: string[] }> {
  await page.goto(site + path, { waitUntil: 'networkidle' });
  // On a slow machine, islands such as forms may start only after the first quiet moment.
  await expect(page.locator('astro-island[ssr]:is([client=load], :has(form))')).toHaveCount(0);
  const files: string[] = [];
  page.on('requestfinished', (request) => {
    const isOurs = request.url().startsWith(site);
    if (isOurs && request.resourceType() === 'script') files.push(request.url());
  });
  await reach(page);
  const sizes = await Promise.all(files.map(sentBytes));
  return { kib: kib(sizes.reduce((sum, size) => sum + size, 0)), files };
}
