/**
 * Writes the link previews (Open Graph, 1200 x 630) to public/og, from the site's texts, typefaces and drawings. Run
 * this by hand after changing any of these: `node scripts/make-og.ts`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { buy } from '../src/content/buy.ts';
import { home } from '../src/content/home.ts';
import { gulmohar, ink, marigold, paper } from '../src/domain/colours.ts';
import { parseSite } from '../src/prerender/environment.ts';
import { findBrowser } from '../local/browser.ts';

/** Chat apps drop or shrink previews larger than a few hundred kilobytes. */
const maxBytes = 120_000;

const width = 1200;
const height = 630;

const root = new URL('../', import.meta.url);
const site = parseSite(process.env);

async function dataUri(path: string, type: string): Promise<string> {
  return `data:${type};base64,${(await readFile(new URL(path, root))).toString('base64')}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const art = async (name: string): Promise<string> =>
  dataUri(`src/assets/art/${name}.svg`, 'image/svg+xml');

const faces = `
  @font-face { font-family: Display; src: url(${await dataUri('src/assets/fonts/eczar-600.woff2', 'font/woff2')}); }
  @font-face { font-family: Text; font-weight: 400 600; src: url(${await dataUri('src/assets/fonts/anek-latin.woff2', 'font/woff2')}); }`;

const frame = `
  * { margin: 0; box-sizing: border-box; }
  body { position: relative; width: ${width}px; height: ${height}px; overflow: hidden; background: ${paper}; color: ${ink}; }
  .words { position: absolute; inset: 0 auto 0 72px; display: flex; flex-direction: column; justify-content: center; gap: 28px; }
  .logo { position: absolute; top: 56px; left: 72px; height: 64px; }
  h1 { font: 600 62px/1.06 Display; text-wrap: balance; }
  p { font: 500 30px/1.3 Text; text-wrap: balance; }
  .garland { position: absolute; inset: auto 0 0 0; height: 18px; background: radial-gradient(circle, ${marigold} 5px, transparent 5.6px) 0 0 / 24px 18px ${ink}; }
  img.art { position: absolute; }`;

type Preview = { name: string; style: string; body: string };

const previews: readonly Preview[] = [
  {
    name: 'home',
    style: `
      h1 { width: 540px; font-size: 53px; }
      .words { padding-top: 72px; }
      .scene { position: absolute; left: 650px; top: -8px; width: 620px; height: 620px; border-radius: 50%; overflow: hidden; }
      .scene img { position: absolute; left: -157px; top: -24px; width: 934px; }`,
    body: `
      <img class="logo" src="${await art('logo')}">
      <div class="words"><h1>${escapeHtml(home.hero.headline)}</h1></div>
      <div class="scene"><img src="${await art('hero')}"></div>
      <div class="garland"></div>`,
  },
  {
    name: 'buy',
    style: `
      h1 { width: 560px; font-size: 72px; }
      .words { padding-top: 72px; }
      .gd { left: 672px; top: -70px; width: 640px; }
      .interview { left: 596px; top: 336px; width: 300px; }`,
    body: `
      <img class="logo" src="${await art('logo')}">
      <div class="words"><h1>${escapeHtml(buy.hero.headline)}</h1></div>
      <img class="art gd" src="${await art('mock-gd')}">
      <img class="art interview" src="${await art('mock-interview')}">
      <div class="garland"></div>`,
  },
  {
    name: 'default',
    style: `
      body { background: ${ink}; color: ${paper}; }
      h1 { width: 560px; font-size: 62px; }
      .words { padding-top: 72px; }
      .garland { background-color: ${gulmohar}; }
      .scene { position: absolute; left: 624px; top: 8px; width: 588px; height: 588px; border-radius: 50%; overflow: hidden; border: 10px solid ${marigold}; }
      .scene img { position: absolute; left: -70px; top: -6px; width: 708px; }`,
    body: `
      <img class="logo" src="${await art('logo-light')}">
      <div class="words"><h1>${escapeHtml(site.tagline).replaceAll('. ', '.<br>')}</h1><p>${escapeHtml(home.hero.caption)}</p></div>
      <div class="scene"><img src="${await dataUri('public/home/trustus_1.svg', 'image/svg+xml')}"></div>
      <div class="garland"></div>`,
  },
];

const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const page = await browser.newPage({ viewport: { width, height } });
  await mkdir(new URL('public/og/', root), { recursive: true });
  for (const { name, style, body } of previews) {
    await page.setContent(`<style>${faces}${frame}${style}</style>${body}`);
    await page.evaluate(() => document.fonts.ready);
    const png = await sharp(await page.screenshot())
      .png({ palette: true })
      .toBuffer();
    if (png.length > maxBytes) {
      throw new Error(`${name}.png would be ${png.length} bytes; the limit is ${maxBytes}.`);
    }
    await writeFile(new URL(`public/og/${name}.png`, root), png);
    console.log(`${name}.png: ${png.length} bytes`);
  }
} finally {
  await browser.close();
}
