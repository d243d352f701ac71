import type { Page } from 'playwright/test';

/**
 * Stops the clock of a page whose clock is installed: from here only `page.clock.fastForward` moves
 * it, however slow the machine is.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1_000);
}
