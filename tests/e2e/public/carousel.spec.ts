import type { Locator, Page } from 'playwright/test';
import { storiesOn } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

const namesOn = (path: string) => storiesOn(path).map(({ name }) => name);
const names = namesOn('/');

/** Polls often, because a round has many steps of half a second. */
const often = { intervals: [50] };

const widths = [
  { path: '/', width: 1280, slides: 3, step: 1, start: 0 },
  { path: '/', width: 1025, slides: 3, step: 1, start: 0 },
  { path: '/', width: 1024, slides: 2, step: 2, start: 2, moving: true },
  { path: '/', width: 516, slides: 2, step: 2, start: 2 },
  { path: '/', width: 515, slides: 1, step: 1, start: 0 },
  { path: '/buy', width: 1280, slides: 2, step: 1, start: 0, moving: true },
  { path: '/buy', width: 630, slides: 2, step: 1, start: 0 },
  { path: '/buy', width: 629, slides: 1, step: 1, start: 0 },
];

/** `count` names from this place on, wrapping around. */
function from(place: number, count: number, all = names): string[] {
  return Array.from({ length: count }, (_, index) => all.at((place + index) % all.length) ?? '');
}

async function openStories(page: Page, path = '/'): Promise<Locator> {
  await page.goto(path);
  const section = page.locator('#testimonials');
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole('button', { name: 'Next' })).toBeVisible();
  return section;
}

/** The names on the fully visible cards from left to right; none while the cards move. */
function shown(section: Locator): Promise<string[]> {
  return section.locator('.swiper').evaluate((frame) => {
    const duration = frame.querySelector<HTMLElement>('.swiper-wrapper')?.style.transitionDuration;
    // The carousel ignores a step while another is running.
    if (duration && duration !== '0ms') return [];
    const { left, right } = frame.getBoundingClientRect();
    return [...frame.querySelectorAll('.swiper-slide')]
      .map((slide) => ({ box: slide.getBoundingClientRect(), slide }))
      .filter(({ box }) => box.left > left - 2 && box.right < right + 2 && box.height > 0)
      .toSorted((a, b) => a.box.left - b.box.left)
      .map(({ slide }) => slide.querySelector('h3')?.textContent ?? '');
  });
}

for (const path of ['/', '/buy']) {
  test(`${path} shows as many stories as fit, moves one step at a time and loops without a gap`, async ({
    page,
  }) => {
    const all = namesOn(path);
    for (const { width, slides, step, start, moving = false } of widths.filter(
      (one) => one.path === path,
    )) {
      await test.step(`${width} px, ${slides} stories`, async () => {
        // Reduced motion makes steps instant, so only the `moving` cases watch the cards move.
        await page.emulateMedia({ reducedMotion: moving ? 'no-preference' : 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        const section = await openStories(page, path);
        await expect.poll(() => shown(section)).toEqual(from(start, slides, all));
        // Steps take half a second when the cards move, so only one width makes a whole round.
        const turns = moving ? 3 : width === 1280 ? 8 : 1;
        const next = section.getByRole('button', { name: 'Next' });
        for (let turn = 1; turn <= turns; turn += 1) {
          await next.click();
          await expect
            .poll(() => shown(section), often)
            .toEqual(from(start + turn * step, slides, all));
        }
        const previous = section.getByRole('button', { name: 'Previous' });
        for (let turn = turns - 1; turn >= -1; turn -= 1) {
          await previous.click();
          await expect
            .poll(() => shown(section), often)
            .toEqual(from(start + turn * step + 2 * all.length, slides, all));
        }
        await expect(section.locator('.swiper-slide-blank')).toHaveCount(0);
      });
    }
  });
}

/** Collects the transition durations that the row gets from now on. */
async function watchDurations(section: Locator): Promise<() => Promise<string[]>> {
  const seen = await section.locator('.swiper-wrapper').evaluateHandle((list) => {
    const durations = new Set<string>();
    new MutationObserver(() =>
      durations.add((list as HTMLElement).style.transitionDuration),
    ).observe(list, { attributeFilter: ['style'] });
    return durations;
  });
  return () => seen.evaluate((durations) => [...durations]);
}

test('the carousel moves in 500 ms and announces the move, moves instantly under reduced motion, and never moves by itself', async ({
  page,
}) => {
  await page.clock.install();
  const section = await openStories(page);
  const moved = await watchDurations(section);
  await section.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shown(section)).toEqual(from(1, 3));
  expect(await moved()).toContain('500ms');
  await expect(section.locator('[aria-live]')).toHaveText(`Showing ${from(1, 3).join(', ')}`);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  const still = await watchDurations(section);
  await section.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shown(section)).toEqual(from(2, 3));
  expect(await still()).toEqual(['0ms']);

  await page.clock.runFor(60_000);
  expect(await shown(section), 'the carousel never moves by itself').toEqual(from(2, 3));
  await expect(section.locator('[class*="pagination"]')).toHaveCount(0);
});

test('arrow keys move the carousel, and focusing a card brings it into view', async ({ page }) => {
  const section = await openStories(page);
  const told = section.locator('[aria-live]');
  await page.keyboard.press('ArrowDown');
  await expect(told).toBeEmpty();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => shown(section)).toEqual(from(1, 3));
  await expect(told).toHaveText(`Showing ${from(1, 3).join(', ')}`);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => shown(section)).toEqual(from(0, 3));
  await expect(told).toHaveText(`Showing ${from(0, 3).join(', ')}`);

  const later = names.at(-2) ?? '';
  const last = section.getByRole('listitem').filter({ hasText: later }).getByRole('link');
  await last.focus();
  await expect(last).toBeFocused();
  await expect.poll(() => shown(section)).toContain(later);
  expect(await section.locator('.swiper').evaluate((frame) => frame.scrollLeft)).toBe(0);
});

test('the carousel keeps its height when it starts', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto('/');
  // A fallback font may break a line in another place.
  await expect(page.locator('html')).toHaveAttribute('data-fonts');
  await page.evaluate(() => document.fonts.ready);
  const frame = page.locator('.swiper');
  const before = await frame.evaluate((element) => element.getBoundingClientRect().height);
  await frame.scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  const after = await frame.evaluate((element) => element.getBoundingClientRect().height);
  expect(Math.abs(after - before)).toBeLessThan(1);
});

test('the stories stay readable when the carousel cannot be loaded', async ({
  browser,
  baseURL,
}) => {
  // A separate context, because the failed download logs an error in the console.
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.route('**/_astro/Carousel*', (route) => route.abort());
  await page.goto('/');
  const section = page.locator('#testimonials');
  const asked = page.waitForEvent('requestfailed');
  await section.scrollIntoViewIfNeeded();
  await asked;
  const card = section.getByRole('heading', { name: 'Vikram' });
  await card.scrollIntoViewIfNeeded();
  await expect(card).toBeInViewport();
  await context.close();
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

  test('a swipe moves the carousel by one story', async ({ page }) => {
    const section = await openStories(page);
    const story = (place: number) => section.getByRole('heading', { name: names[place], level: 3 });
    await story(0).scrollIntoViewIfNeeded();
    const place = await story(0).boundingBox();
    if (!place) throw new Error('The first story is not on the page.');

    const y = place.y + place.height / 2;
    const touches = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      touches.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y }],
      });
    // The swipe starts left of the chat button.
    await touch('touchStart', 250);
    for (const x of [230, 200, 150, 100, 40]) await touch('touchMove', x);
    await touch('touchEnd');
    await expect(story(1)).toBeInViewport({ ratio: 0.9 });
    await expect(story(0)).not.toBeInViewport();
  });
});
