import type { Page } from 'playwright';

/** A small phone, as in Lighthouse's mobile preset. */
export const phone = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
} as const;

/** How many times slower than this machine the phone's processor should be, as in Lighthouse's mobile preset. */
const slowdown = 4;

/** A request's latency on Lighthouse's slow 4G with the throttle applied, in ms. */
export const latency = 562;

/** Bytes per second on slow 4G: 1.44 Mbit/s down and 0.66 up. */
const line = {
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (0.66 * 1024 * 1024) / 8,
};

/** Slows a page down to the speed of a phone's processor until the page closes. */
export async function slowProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Slows a page down to the speed of a phone's processor and connection until the page closes. */
export async function applyThrottle(page: Page): Promise<void> {
  await slowProcessor(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...line });
}
