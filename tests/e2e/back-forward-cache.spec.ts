import type { Page } from 'playwright/test';
import { browserArguments } from '../../local/browser.ts';
import { becomeMember } from './support/members.ts';
import { expect, test } from './support/test.ts';

test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'],
    args: browserArguments,
    // Playwright switches the cache off, because it can lose sight of a page that comes back from it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** What the browser says of the page that was shown last: why it was not kept, or that it was. */
async function watchReturns(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      const [navigation] = performance.getEntriesByType('navigation');
      const said = persisted ? 'kept' : JSON.stringify(navigation);
      sessionStorage.setItem('shown', `${location.pathname} ${said}`);
    });
  });
  return () => page.evaluate(() => sessionStorage.getItem('shown'));
}

async function leaveAndReturn(page: Page, path: string): Promise<void> {
  const shown = await watchReturns(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.goto('/pay', { waitUntil: 'networkidle' });
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(shown).toContain(`${path} `);
  expect(await shown()).toBe(`${path} kept`);
}

for (const path of ['/', '/buy', '/contact', '/privacypolicy', '/login', '/signup']) {
  test(`a visitor who goes back finds ${path} as it was left`, async ({ page }) => {
    await leaveAndReturn(page, path);
  });
}

for (const path of ['/', '/buy', '/dashboard/main', '/dashboard/profile', '/dashboard/settings']) {
  test(`a member who goes back finds ${path} as it was left`, async ({ page }) => {
    await becomeMember(page);
    await leaveAndReturn(page, path);
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  });
}
