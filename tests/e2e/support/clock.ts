import type { Page } from 'playwright/test';

/**
 * Stops the clock of a page that has called `page.clock.install`. From then on only the test moves it,
 * however slow the machine is.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1_000);
}
