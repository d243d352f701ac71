import type { Page } from 'playwright/test';
import { memberPages } from '../../src/domain/member-pages.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { failedRequest } from './support/faults.ts';
import { fullBrowser } from './support/full-browser.ts';
import { becomeMember, createMember } from './support/members.ts';
import { memberPaths, publicRoutes } from './support/routes.ts';
import { expect, test } from './support/test.ts';

test.use({
  launchOptions: {
    ...fullBrowser,
    // Playwright turns this cache off, because it can lose track of restored pages.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** Records for each page shown whether the cache restored it, or why not. */
async function watchReturns(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      const [navigation] = performance.getEntriesByType('navigation');
      const reasons = navigation && Reflect.get(navigation, 'notRestoredReasons');
      const said = persisted ? 'kept' : JSON.stringify(reasons);
      const before = localStorage.getItem('shown') ?? '';
      localStorage.setItem('shown', `${before}${location.pathname} ${said}\n`);
    });
  });
  return () => page.evaluate(() => (localStorage.getItem('shown') ?? '').trimEnd().split('\n'));
}

/** Leaves the page and goes back; resolves to the record of that return. */
async function leaveAndReturn(
  page: Page,
  shown: () => Promise<string[]>,
  path: string,
): Promise<string> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.goto(path === '/pay' ? '/contact' : '/pay');
  const before = (await shown()).length;
  await page.goBack({ waitUntil: 'commit' });
  let returned = '';
  // The browser is swapping the page, so a call into it may fail halfway.
  await expect(async () => {
    const all = await shown();
    expect(all.length).toBeGreaterThan(before);
    returned = all.at(-1) ?? '';
  }).toPass({ timeout: 10_000 });
  return returned;
}

/** Goes back to each of these pages and expects that the cache has kept it. */
async function expectKept(
  page: Page,
  paths: readonly string[],
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const shown = await watchReturns(page);
  for (const path of paths) {
    let returned = '';
    // A busy machine may not have finished the previous navigation, and no page can help that.
    await expect(async () => {
      returned = await leaveAndReturn(page, shown, path);
      expect(returned).not.toContain('"navigating"');
    }).toPass();
    expect.soft(returned).toBe(`${path} kept`);
    await look();
  }
}

test('a visitor who goes back gets every page from the browser’s cache', async ({ page }) => {
  // The browser caches no page with another status.
  const kept = publicRoutes.filter(({ status }) => status === 200);
  await expectKept(
    page,
    kept.map(({ path }) => path),
  );
});

test('a member who goes back gets every page from the browser’s cache', async ({ page }) => {
  await becomeMember(page);
  await expectKept(page, ['/', '/buy', ...memberPaths], async () => {
    await expect.soft(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  });
});

/**
 * Opens a page and waits until the account service has confirmed its login. It does not wait for an idle network: with
 * this cache on, Playwright may never learn that a request of the page before has ended.
 */
async function openConfirmed(page: Page, path: string): Promise<void> {
  const confirmed = page.waitForResponse((response) => response.url().endsWith('/auth/v1/user'));
  await page.goto(path);
  await confirmed;
}

test('A8 the browser does not restore a member page from its cache after a logout', async ({
  page,
}) => {
  const { email } = await becomeMember(page);
  const shown = await watchReturns(page);
  await openConfirmed(page, '/dashboard/profile');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  // The account service answers with an error when a page still asks for its member after the logout.
  await openConfirmed(page, memberPages.main);
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fprofile');
  expect(await shown()).not.toContain('/dashboard/profile kept');
});

test.describe('going back after another member has logged in', () => {
  // The page gets the focus before it knows whose login this is, and may request the earlier member’s profile.
  test.use({ expectedConsole: [failedRequest('/rest/v1/profiles')] });

  test('A8 a restored page shows the member who is logged in now', async ({ page }) => {
    const before = await becomeMember(page);
    const shown = await watchReturns(page);
    await openConfirmed(page, '/dashboard/profile');
    await expect(page.getByLabel('Email')).toHaveValue(before.email);
    await openConfirmed(page, '/pay');
    const now = await createMember();
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      storageKeys.session,
      JSON.stringify(now.session),
    ] as const);
    await page.goBack({ waitUntil: 'commit' });
    await expect(page).toHaveURL('/dashboard/profile');
    await expect(page.getByLabel('Email')).toHaveValue(now.email);
    expect((await shown()).at(-1)).toBe('/dashboard/profile kept');
  });
});
