import { expect, type Page } from 'playwright/test';

/** A part of a page whose scripts are loaded only when the visitor uses the part (§12.28, §12.30). */
export type Intent = {
  name: string;
  path: string;
  /** The limit for our own late scripts, in KiB after brotli. */
  limit: number;
  /** Uses the part, and resolves once the part is ready. */
  reach: (page: Page) => Promise<void>;
};

/** Scrolls through a landing page until its islands are hydrated. */
async function readToTheEnd(page: Page): Promise<void> {
  const islands = page.locator('main astro-island[client=visible]');
  for (const island of await islands.all()) {
    await island.locator('> *').first().scrollIntoViewIfNeeded();
    await expect(island).not.toHaveAttribute('ssr');
  }
}

export const intents: readonly Intent[] = [
  { name: 'the whole home page', path: '/', limit: 95, reach: readToTheEnd },
  // The limit includes the notice that sales have been stopped.
  { name: 'the whole GDPI page', path: '/buy', limit: 95.6, reach: readToTheEnd },
  {
    name: 'the login form',
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
