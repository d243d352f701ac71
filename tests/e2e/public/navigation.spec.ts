import type { Locator } from 'playwright/test';
import { holdBack } from '../support/faults.ts';
import { publicRoutes } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

// The browser logs the missing page’s 404.
test.use({ expectedConsole: [/404 \(Not Found\).*\/no\/such\/page/] });

const pathsWithChat = (place: 'floating' | 'below') =>
  publicRoutes.flatMap(({ path, kind }) =>
    (kind === 'landing') === (place === 'floating') ? [path] : [],
  );

/** The text of controls within 8 px of this control. */
function controlsNear(control: Locator): Promise<string[]> {
  return control.evaluate((own) => {
    const { left, top, right, bottom } = own.getBoundingClientRect();
    const isNear = (line: DOMRect) =>
      line.right > left - 8 &&
      line.left < right + 8 &&
      line.bottom > top - 8 &&
      line.top < bottom + 8;
    return [...document.querySelectorAll('a, button, input, summary')]
      .filter((other) => other !== own && other.checkVisibility())
      .filter((other) => [...other.getClientRects()].some(isNear))
      .map((other) => other.textContent.trim());
  });
}

test('§2.21 the bar stays in view while the page scrolls', async ({ page }) => {
  await page.goto('/');
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Podcasts' })).toBeInViewport();
});

test('§2.22 §2.23 §2.26 a link in the bar opens its section of the home page, below the bar', async ({
  page,
}) => {
  for (const [name, heading] of [
    ['Benefits', 'Benefits for Members'],
    ['About Us', 'Why you should trust us'],
    ['FAQs', 'FAQs'],
  ] as const) {
    for (const path of ['/', '/contact']) {
      const from = `${name} from ${path}`;
      await page.goto(path);
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
      await expect(page, from).toHaveURL(/\/#[\w-]+$/);
      const target = page.getByRole('heading', { name: heading, level: 2 });
      await expect.soft(target, from).toBeInViewport();
      const bar = await page.getByRole('banner').boundingBox();
      await expect
        .poll(async () => (await target.boundingBox())?.y, { message: `${from}, below the bar` })
        .toBeGreaterThanOrEqual(bar?.height ?? 0);
    }
  }
});

test('§2.27 a link to a section ends just below the bar, although the fonts that arrive later change the heights above it', async ({
  page,
}) => {
  for (const [address, width] of [
    ['/buy#refund', 1280],
    ['/buy#packs', 360],
    ['/buy#packs', 1280],
    ['/#faqs', 360],
    ['/#faqs', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    const release = await holdBack(page, '**/*.woff2');
    const requested = page.waitForRequest('**/*.woff2');
    // Not until 'load', which on a slow machine waits for the fonts.
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await requested;
    release();
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    const distance = () =>
      page.locator(':target').evaluate((target) => {
        const margin = parseFloat(getComputedStyle(target).scrollMarginTop);
        const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        return Math.abs(target.getBoundingClientRect().top - margin - bar);
      });
    await expect.poll(distance, `${address} at ${width} px`).toBeLessThan(8);
    await page.unrouteAll();
    await page.goto('about:blank');
  }
});

test('§2.20 a page opens at the top, even after a reload', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  await page.getByRole('banner').getByRole('link', { name: 'GDPI' }).click();
  await expect(page).toHaveURL(/\/buy$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

for (const loads of ['once', 'twice']) {
  test(`§2.20 going back restores the scroll position of a page loaded ${loads}`, async ({
    page,
  }) => {
    await page.goto('/');
    if (loads === 'twice') await page.reload();
    await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    await page.getByRole('banner').getByRole('link', { name: 'GDPI' }).click();
    await expect(page).toHaveURL(/\/buy$/);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(2500);
  });
}

test('§2.42 the chat button moves away while a phone scrolls down @phone-only', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/');
  const chat = page.getByRole('link', { name: 'Chat with us' });
  const scroll = (top: number) =>
    page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
  await expect(chat).toBeInViewport();
  await scroll(2000);
  await expect(chat).not.toBeInViewport();
  await scroll(1500);
  await expect(chat).toBeInViewport();
  await scroll(2500);
  await expect(chat).not.toBeInViewport();
  await chat.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(chat, 'the keyboard brings the chat link back').toBeFocused();
  await expect(chat).toBeInViewport();
});

test('§2.42 in a wide window the chat button sits beside the content and does not cover anything', async ({
  page,
}) => {
  for (const path of pathsWithChat('floating')) {
    await page.goto(path);
    const chat = await page.getByRole('link', { name: 'Chat with us' }).boundingBox();
    const edge = await page
      .getByRole('banner')
      .locator('.wrap')
      .evaluate((bar) => bar.getBoundingClientRect().right);
    expect(chat?.x, path).toBeGreaterThanOrEqual(edge);
  }
});

test('§2.42 on a phone the chat button is not near a control when a landing page opens @phone-only', async ({
  page,
}) => {
  for (const height of [640, 780]) {
    await page.setViewportSize({ width: 360, height });
    for (const path of ['/', '/buy']) {
      await page.goto(path);
      const chat = page.getByRole('link', { name: 'Chat with us' });
      await expect(chat).toBeInViewport();
      expect(await controlsNear(chat), `${path} at 360×${height}`).toEqual([]);
    }
  }
});

test('§2.42 the chat button sits below the content on every page but the landing pages @phone', async ({
  page,
}) => {
  const below = pathsWithChat('below');
  expect(below).toEqual(
    expect.arrayContaining(['/pay', '/success', '/login', '/refundpolicy', '/no/such/page']),
  );
  for (const path of below) {
    await page.goto(path);
    // Measured at the same time, because a list that arrives changes the height.
    const gap = await page
      .getByRole('link', { name: 'Chat with us', includeHidden: true })
      .evaluate((chat) => {
        const main = document.querySelector('main')?.getBoundingClientRect().bottom ?? Infinity;
        return chat.getBoundingClientRect().top - main;
      });
    expect(gap, path).toBeGreaterThanOrEqual(0);
  }
});

test('§13.17 the focus ring is dark on a light background and light on a dark background', async ({
  page,
}) => {
  await page.goto('/contact');
  const ring = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    return page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outline);
  };
  expect(await ring('Benefits')).toContain('rgb(20, 50, 42)');
  expect(await ring('Refund Policy')).toContain('rgb(251, 227, 176)');
});

test('§13.17 the footer’s logo and the chat button stay visible in forced colours', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/contact');
  const logo = page.getByRole('contentinfo').getByRole('img', { name: 'AdmitCircle' });
  await expect(logo).toHaveCSS('background-color', 'rgb(20, 50, 42)');
  const chat = page.getByRole('link', { name: 'Chat with us' });
  const [border, ground] = await chat.evaluate((link) => {
    const { borderTopColor } = getComputedStyle(link);
    return [borderTopColor, getComputedStyle(document.body).backgroundColor];
  });
  expect(border).not.toBe(ground);
  expect(border).not.toMatch(/, 0\)$/);

  // Outside the form, which may hydrate at any moment.
  const [waiting, disabled] = await page.evaluate(() =>
    ['aria-disabled', 'disabled'].map((name) => {
      const button = document.createElement('button');
      button.className = 'button';
      button.setAttribute(name, 'true');
      document.body.append(button);
      return getComputedStyle(button).color;
    }),
  );
  expect(waiting, '§12.51').toBe(disabled);
});

test('the first tab stop skips to the content', async ({ page }) => {
  await page.goto('/contact');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
