import type { Locator, Page } from 'playwright/test';
import { formatRupees } from '../../../src/domain/words/money.ts';
import { lowestPrice } from '../../../src/domain/packs/packs.ts';
import { expect, test } from '../support/test.ts';

const price = formatRupees(lowestPrice);

/** What a visitor must see without scrolling: the product, its price, and what to press. */
const firstViews = [
  {
    path: '/',
    words: ['best interest rate on your MBA loan', 'you pay us nothing', `packs from ${price}`],
    action: "Join Us-it's free",
  },
  {
    path: '/buy',
    words: ['Mock interviews and GDs', `from ${price}`, '100% back with an IIM offer'],
    action: 'See the packs',
  },
];

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${part.toString()} is not displayed.`);
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

/** How many lines a text takes. */
const linesOf = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-fonts]')).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
}

for (const { path, words, action } of firstViews) {
  test(`§3.21 §4.12 the first view of ${path} says what the site offers, what it costs and what to press, beside the drawing from 1024 px`, async ({
    page,
  }) => {
    await open(page, path);
    const main = page.getByRole('main');
    const headline = page.getByRole('heading', { level: 1 });
    const way = main.getByRole('link', { name: action }).first();
    const parts = [headline, way];
    for (const text of words) parts.push(main.getByText(text).filter({ visible: true }).first());
    for (const [width, height] of [
      [360, 640],
      [1366, 625],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const part of parts) await expect.soft(part).toBeInViewport({ ratio: 1 });
    }

    for (const [width, height, below] of [
      [1024, 768, 560],
      [1280, 600, 560],
      [1366, 625, 560],
      [1440, 760, 560],
      [1920, 1080, 1080],
    ] as const) {
      const size = `${width} x ${height}`;
      await page.setViewportSize({ width, height });
      expect.soft(await linesOf(headline), `lines at ${size}`).toBeLessThanOrEqual(3);
      const button = await boxOf(way);
      expect.soft(button.bottom, `end of the button at ${size}`).toBeLessThan(below);
      const drawing = await boxOf(page.locator('main section').first().locator('img').first());
      const title = await boxOf(headline);
      expect.soft(drawing.x, `start of the drawing at ${size}`).toBeGreaterThanOrEqual(title.right);
      expect.soft(drawing.y, `top of the drawing at ${size}`).toBeLessThan(title.bottom);
    }
  });
}

test('the first view of /buy does not move when the rest of the page arrives', async ({ page }) => {
  for (const width of [360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/buy');
    const main = page.getByRole('main');
    const boxes = () => main.locator('.ticket').boundingBox();
    const whole = await boxes();
    await main.locator('.hero-art').evaluate((art) => art.remove());
    expect(await boxes(), `${width} px, without the drawing`).toEqual(whole);
  }
});

/** What the bar covers, and whether the packs are in the window, at the present scroll position. */
const barState = (page: Page) =>
  page.evaluate(() => {
    const bar = document.getElementById('to-packs');
    const packs = document.getElementById('packs')?.getBoundingClientRect();
    if (!bar || !packs) throw new Error('The page has no bar or no packs.');
    const strip = bar.getBoundingClientRect();
    const isShown = bar.checkVisibility({ visibilityProperty: true });
    const covers = [...document.querySelectorAll('a, button, summary')].filter((control) => {
      if (bar.contains(control) || !control.checkVisibility({ visibilityProperty: true })) {
        return false;
      }
      const { top, bottom, left, right } = control.getBoundingClientRect();
      // The bar leaves room for the chat button.
      const end = control.closest('aside') ? (bar.lastElementChild ?? bar) : bar;
      const edge = end.getBoundingClientRect().right;
      return bottom > strip.top && top < strip.bottom && left < edge && right > strip.left;
    });
    return {
      isShown,
      packsInWindow: packs.top < innerHeight && packs.bottom > 0,
      covered: isShown ? covers.map((control) => control.outerHTML.slice(0, 80)) : [],
      end: Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight,
    };
  });

test('§4.12 on a phone a bar links to the packs while they are out of sight, and does not cover any controls', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/buy');
  const bar = page.locator('#to-packs');
  await expect(bar).toContainText(`from ${price}`);
  await expect(bar).toBeInViewport({ ratio: 1 });

  const seen = { before: 0, after: 0, away: 0 };
  let wasAtPacks = false;
  for (let isAtEnd = false; !isAtEnd;) {
    // The observers answer in the next frame.
    await expect
      .poll(async () => {
        const { isShown, packsInWindow, covered } = await barState(page);
        return { covered, isRight: !(isShown && packsInWindow) };
      })
      .toEqual({ covered: [], isRight: true });
    const { isShown, packsInWindow, end } = await barState(page);
    wasAtPacks ||= packsInWindow;
    if (packsInWindow) seen.away += 1;
    else if (isShown) seen[wasAtPacks ? 'after' : 'before'] += 1;
    isAtEnd = end;
    await page.evaluate(async () => {
      scrollBy({ top: 300, behavior: 'instant' });
      // Observers run in the order in which they were made, so the page knows its position before the test does.
      await new Promise<void>((resolve) => {
        new IntersectionObserver((_, observer) => {
          observer.disconnect();
          resolve();
        }).observe(document.body);
        requestAnimationFrame(() => undefined);
      });
    });
  }
  expect(seen.away, 'the visitor scrolled past the packs').toBeGreaterThan(0);
  expect(seen.before, 'the bar was shown before the packs').toBeGreaterThan(2);
  expect(seen.after, 'the bar came back after the packs').toBeGreaterThan(0);

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await bar.getByRole('link', { name: 'See the packs' }).click();
  await expect(page.getByRole('heading', { name: 'Choose your pack' })).toBeInViewport();
  await expect(bar).toBeHidden();
  await expect(
    page.getByRole('complementary', { name: 'Chat with us' }).getByRole('link'),
    'where it would cover “Have a code?”',
  ).not.toBeInViewport();
});

test('§4.12 in a short window the bar with the link to the packs is part of the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await open(page, '/buy');
  await expect(page.locator('#to-packs')).toHaveCSS('position', 'static');
});
