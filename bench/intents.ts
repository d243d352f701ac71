import type { Page } from 'playwright';

/** Something whose script is downloaded when somebody reaches for it, and not before. */
export type Intent = {
  name: string;
  path: string;
  /** The most that may come then: KiB of our own scripts in brotli. */
  limit: number;
  /** Brings what lies on the way and is not part of it. */
  approach?: (page: Page) => Promise<void>;
  /** Resolves when what was reached for is there. */
  reach: (page: Page) => Promise<void>;
};

export const intents: readonly Intent[] = [
  {
    name: 'the carousel',
    path: '/',
    limit: 25,
    async approach(page) {
      const pictures = page.waitForResponse('**/rest/v1/home?*');
      await page.locator('[data-home-image]').first().scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 1);
      await pictures;
    },
    async reach(page) {
      await page.locator('#testimonials').scrollIntoViewIfNeeded();
      await page.locator('.swiper-initialized').waitFor();
    },
  },
  {
    name: 'Buy Now',
    path: '/buy',
    limit: 65,
    async reach(page) {
      const opened = page.waitForEvent('frameattached');
      await page.getByRole('button', { name: 'Buy Now' }).first().click();
      await opened;
    },
  },
  {
    name: 'the account client',
    path: '/login',
    limit: 47,
    async reach(page) {
      await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
      await page.getByLabel('Password', { exact: true }).fill('a long password');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
    },
  },
];
