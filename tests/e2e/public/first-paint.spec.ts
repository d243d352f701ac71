import type { Page } from 'playwright/test';
import { toPaise } from '../../../src/domain/words/money.ts';
import { packs } from '../../../src/domain/packs/packs.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { holdBack } from '../support/faults.ts';
import { becomeMember } from '../support/members.ts';
import { addOrder } from '../support/orders.ts';
import { watchShift } from '../support/page.ts';
import { holdSession, paidPack } from '../support/refunds.ts';
import { addBooking, addPack, openSlot, samples } from '../support/sessions.ts';
import { memberPaths } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** When the page was painted and when it requested its fonts, in ms since the navigation began. */
const times = (page: Page) =>
  page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const fonts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime);
    return { painted: paint?.startTime ?? Number.NaN, fonts };
  });

test('the first page of a visit is painted before it requests its fonts', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const { painted, fonts } = await times(page);
  expect(fonts).toHaveLength(2);
  expect(Math.min(...fonts)).toBeGreaterThanOrEqual(painted);
});

test('both fonts take effect together, so the page is laid out again only once', async ({
  page,
}) => {
  // Stops the clock, because after three seconds the page uses whichever fonts have arrived.
  await page.clock.install();
  const release = await holdBack(page, '**/*.woff2');
  const requested = page.waitForRequest('**/*.woff2');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await requested;
  await expect(page.locator('html[data-fonts]')).toHaveCount(0);
  release();
  await expect(page.locator('html[data-fonts]')).toBeAttached();
  expect(await page.evaluate(() => document.fonts.status)).toBe('loaded');
});

test('later pages request their fonts before they are painted', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('banner').getByRole('link', { name: 'GDPI' }).click();
  await expect(page).toHaveURL(/\/buy$/);
  await expect.poll(async () => (await times(page)).fonts).toHaveLength(2);
  await expect.poll(async () => (await times(page)).painted).not.toBeNaN();
  const { painted, fonts } = await times(page);
  expect(Math.max(...fonts)).toBeLessThanOrEqual(painted);
});

test('§12.44 a page that starts with kept data uses our fonts from its first paint, even without a referrer', async ({
  page,
}) => {
  await becomeMember(page);
  // Not by the requests' times, because on a busy machine a request starts late.
  await page.addInitScript(() => {
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName('first-contentful-paint')[0]) return;
      observer.disconnect();
      document.title = String('fonts' in document.documentElement.dataset);
    }).observe({ type: 'paint', buffered: true });
  });
  await page.goto(memberPages.main, { waitUntil: 'networkidle' });
  await expect(page, 'the first page of a visit').toHaveTitle('false');
  await page.goto(memberPages.main);
  expect(await page.evaluate(() => document.referrer)).toBe('');
  await expect(page).toHaveTitle('true');
});

/** Records the LCP element; resolves to a function that reads the element’s name and text. */
async function watchPaint(page: Page) {
  await page.addInitScript(() => {
    const seen = { largest: '' };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { element } of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        seen.largest = `${element?.tagName} ${element?.textContent.trim()}`;
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { seen: { largest: string } }).seen.largest);
}

for (const path of ['/', '/404']) {
  test(`the LCP element of ${path} is the headline on a phone, and nothing moves @phone`, async ({
    page,
  }) => {
    const largest = await watchPaint(page);
    const shift = await watchShift(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    // On a wide screen the home page’s drawing is larger than the headline beside it.
    const isWide = (page.viewportSize()?.width ?? 0) >= 1024;
    await expect.poll(largest).toMatch(isWide && path === '/' ? /^IMG / : /^H1 /);
    expect(await shift()).toBeLessThan(0.01);
  });
}

for (const path of ['/', '/buy']) {
  for (const width of [768, 1280]) {
    test(`the text of ${path} does not move when its picture arrives, at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(path, { waitUntil: 'networkidle' });
      const hero = page.locator('main section').first();
      const places = () =>
        hero.evaluate((section) =>
          Array.from(section.children, (part) => {
            const { x, y } = part.getBoundingClientRect();
            return { x, y };
          }),
        );
      const whole = await places();
      await hero.evaluate((section) => {
        const parts = Array.from(section.children);
        const picture = parts.findIndex((part) => part.matches('img, .hero-art'));
        for (const later of parts.slice(picture)) later.remove();
      });
      const begun = await places();
      expect(begun).toHaveLength(2);
      expect(whole.slice(0, 2)).toEqual(begun);
    });
  }
}

test('no page’s layout shifts when a login is found @phone-only', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await becomeMember(page);
  const shift = await watchShift(page);
  // The second visit starts with the data shown before.
  for (const path of ['/', '/buy', ...memberPaths, ...memberPaths]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    expect.soft(await shift(), path).toBeLessThan(0.01);
  }
});

for (const width of [412, 1280]) {
  test(`nothing moves when a member’s packs appear, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 823 });
    const { id } = await becomeMember(page);
    for (const { id: pack, price } of packs) {
      await addOrder(id, { pack, amount: toPaise(price), status: 'paid' });
    }
    const shift = await watchShift(page);
    await page.goto(memberPages.main, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Receipt' })).toHaveCount(packs.length);
    await expect(page.getByRole('heading', { name: 'MBA Loan' })).toBeVisible();
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    expect(await shift()).toBeLessThan(0.01);
  });
}

test('nothing moves when a new member’s next step appears above their sessions', async ({
  page,
}) => {
  await becomeMember(page);
  const shift = await watchShift(page);
  const release = await holdBack(page, '**/rest/v1/**');
  await page.goto(memberPages.sessions);
  await expect(page.getByText('Loading your sessions')).toBeVisible();
  await expect(page.locator('html[data-fonts]')).toBeAttached();
  release();
  await expect(page.getByRole('heading', { name: 'One step left' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThan(0.0005);
});

for (const [width, height] of [
  [360, 740],
  [1366, 768],
] as const) {
  test(`nothing moves when an invitation arrives above the sessions, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const { id, email } = await becomeMember(page);
    await samples.proveAddress(id);
    await samples.newNaming(email);
    const shift = await watchShift(page);
    await page.goto(memberPages.sessions, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Accept the invitation' })).toBeVisible();
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    expect(await shift()).toBeLessThan(0.0005);
  });

  test(`nothing moves when the first page of a visit shows a member’s sessions, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const member = await becomeMember(page);
    const order = await paidPack(member);
    const { booking, id: slot } = await holdSession(member, order);
    await addBooking(member.id, order, (await openSlot('interview', 76)).id);
    await samples.giveFeedback({ id: booking, slot });
    const shift = await watchShift(page);
    // In the device's font, this step and the packs below it break their lines at other words.
    await page.goto(memberPages.main, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { name: 'has written your feedback' })).toBeVisible();
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    expect(await shift()).toBeLessThan(0.0005);
  });

  test(`nothing moves when the next step is a payment whose order arrives late, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const member = await becomeMember(page);
    await holdSession(member, await paidPack(member, 1));
    await samples.newOrder(member.id);
    const shift = await watchShift(page);
    const release = await holdBack(page, '**/rest/v1/orders*');
    await page.goto(memberPages.main);
    const season = page.locator('nav[aria-label="Your season"]');
    await expect(season).toBeAttached();
    await expect(season).toBeHidden();
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    release();
    await expect(page.getByRole('button', { name: 'Pay now' }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shift()).toBeLessThan(0.0005);
  });

  test(`nothing moves after a link to the packs when what is above them arrives, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const { id } = await becomeMember(page);
    await addPack(id);
    const shift = await watchShift(page);
    const release = await holdBack(page, '**/rest/v1/**');
    await page.goto(`${memberPages.main}#packs`);
    await expect(page.getByText('Loading your packs')).toBeVisible();
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    release();
    await expect(page.getByRole('heading', { name: 'More sessions' })).toBeInViewport();
    await page.waitForLoadState('networkidle');
    expect(await shift()).toBeLessThan(0.0005);
  });
}

for (const { path, early, late } of [
  { path: memberPages.main, early: /^P Finding your next step/, late: 'Free mock interview' },
  { path: '/desk', early: /^P Checking whether/, late: 'Page not found' },
  { path: '/dashboard/loan', early: /^P Lenders compete/, late: 'Take your seat in the group' },
  { path: '/dashboard/refunds', early: /^P See what/, late: 'You have not bought a pack yet' },
  { path: '/dashboard/material', early: /^P Transcripts/, late: /Your first pack|No texts yet/ },
]) {
  test(`the LCP element of ${path} appears before a new member’s data, and that data moves nothing`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    await becomeMember(page);
    const largest = await watchPaint(page);
    const shift = await watchShift(page);
    const release = await holdBack(page, '**/rest/v1/**');
    await page.goto(path);
    await expect.poll(largest).toMatch(early);
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    const below = page.getByRole('heading', { name: 'MBA Loan', exact: true, includeHidden: true });
    for (const section of await below.locator('..').all()) {
      await expect(section).toBeHidden();
      // Only the data ends the wait.
      expect(await section.evaluate((part) => part.getAnimations())).toEqual([]);
    }
    release();
    await expect(page.getByText(late).filter({ visible: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await largest()).toMatch(early);
    expect(await shift()).toBeLessThan(0.0005);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the fonts load without scripts too', async ({ page }) => {
    const fonts: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'font') fonts.push(request.url());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(fonts).toHaveLength(2);
  });
});
