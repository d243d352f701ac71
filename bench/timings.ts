import type { Browser, BrowserContext, Page } from 'playwright';
import { memberPages } from '../src/domain/member-pages.ts';
import { serveHttps } from './https.ts';
import { medianOf } from './median.ts';

/** How much slower than this machine the processor is, as in Lighthouse's mobile preset. */
const slowdown = 4;
/** A press lasts 80 ms, because without a delay its events would fall into one task. */
const press = { delay: 80 };
const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };

declare global {
  interface Window {
    slowestInteraction: number;
  }
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(() => {
    window.slowestInteraction = 0;
    // TypeScript's DOM types lack `durationThreshold`.
    const options = { type: 'event', durationThreshold: 16, buffered: true };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Events that are no interaction, such as a pointer that moves, are not part of INP.
        if (!('interactionId' in entry) || !entry.interactionId) continue;
        window.slowestInteraction = Math.max(window.slowestInteraction, entry.duration);
      }
    }).observe(options);
  });
  return page;
}

type Control = { name: string; path: string; member?: true; use: (page: Page) => Promise<void> };

const controls: Control[] = [
  {
    name: 'side menu',
    path: '/',
    async use(page) {
      await page.getByRole('button', { name: 'Open menu' }).click(press);
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'FAQ',
    path: '/',
    async use(page) {
      for (const question of await page.locator('details summary').all())
        await question.click(press);
    },
  },
  {
    name: 'carousel',
    path: '/',
    async use(page) {
      await page.locator('#testimonials').scrollIntoViewIfNeeded();
      const next = page.getByRole('button', { name: 'Next' });
      await next.click(press);
      await next.click(press);
    },
  },
  {
    name: 'sign-up form',
    path: '/signup',
    async use(page) {
      await page.getByLabel('First Name').pressSequentially('Asha');
      await page.getByRole('button', { name: 'SIGN UP' }).click(press);
    },
  },
  {
    name: 'EMI calculator',
    path: '/emi',
    async use(page) {
      await page.getByRole('textbox', { name: 'Loan amount' }).pressSequentially('0');
      await page.getByRole('slider', { name: 'Interest rate' }).press('ArrowRight', press);
      await page.getByText('Year by year, as a table').click(press);
      await page.getByText('Paid monthly').click(press);
    },
  },
  {
    name: 'account menu',
    path: memberPages.main,
    member: true,
    async use(page) {
      await page.getByRole('button', { name: 'Account menu' }).click(press);
      await page.keyboard.press('Escape');
    },
  },
];

/**
 * The slowest event of each control from input to paint, in ms on the slow processor: the median of
 * three visits.
 */
export async function timeControls(
  browser: Browser,
  site: string,
  signIn: (context: BrowserContext) => Promise<void>,
): Promise<{ name: string; slowest: number }[]> {
  const timeOnce = async ({ name, path, member, use }: Control) => {
    const context = await browser.newContext(phone);
    if (member) await signIn(context);
    const page = await slowPage(context);
    await page.goto(site + path, { waitUntil: 'networkidle' });
    await use(page);
    // The last event's entry arrives after its frame. A headless browser may draw no other frame and
    // never be idle, hence the timeout.
    await page.waitForLoadState('networkidle');
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
    );
    const slowest = await page.evaluate(() => window.slowestInteraction);
    await context.close();
    if (slowest === 0) throw new Error(`No event of the ${name} was recorded.`);
    return slowest;
  };
  const results: { name: string; slowest: number }[] = [];
  for (const control of controls) {
    results.push({ name: control.name, slowest: await medianOf(3, () => timeOnce(control)) });
  }
  return results;
}

async function scrollOnce(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(phone);
  const page = await slowPage(context);
  await page.goto(url, { waitUntil: 'networkidle' });
  const longest = await page.evaluate(async () => {
    let duration = 0;
    const observer = new PerformanceObserver((list) => {
      for (const task of list.getEntries()) duration = Math.max(duration, task.duration);
    });
    observer.observe({ type: 'longtask' });
    const end = document.documentElement.scrollHeight;
    for (let top = 0; top < end; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    return duration;
  });
  await context.close();
  return longest;
}

/**
 * The longest task while a page is scrolled from top to end, in ms on the slow processor: the median of
 * three visits. 0 means that no task took 50 ms, the shortest that browsers report.
 */
export function timeScroll(browser: Browser, url: string): Promise<number> {
  return medianOf(3, () => scrollOnce(browser, url));
}

/** The latency of a request in Lighthouse's slow 4G with the throttle applied, in ms. */
const latency = 562;

async function openNextPage(browser: Browser, site: string): Promise<number> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(site, { waitUntil: 'networkidle' });
  await page.getByRole('banner').getByRole('link', { name: 'GDPI' }).hover();
  await page.waitForTimeout(400); // How long the budget lets a visitor point at the link (§12.39).
  // `click` would first check that the link is ready, which would lengthen the pointing.
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForURL('**/buy', { waitUntil: 'networkidle' });
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const type = 'largest-contentful-paint';
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? 0),
        ).observe({ type, buffered: true });
      }),
  );
  await context.close();
  return ms;
}

/**
 * From a click on a link, after 400 ms of pointing at it, to the LCP of its page on a slow line: the
 * median of five, in ms. An earlier visit has our server compress its files.
 */
export async function timeNextPage(browser: Browser, site: string): Promise<number> {
  const front = await serveHttps(site, latency);
  await openNextPage(browser, front.url);
  const ms = await medianOf(5, () => openNextPage(browser, front.url));
  front.stop();
  return ms;
}

type PurchaseTime = { total: number; own: number; kib: number };

async function buyOnce(context: BrowserContext, site: string): Promise<PurchaseTime> {
  const page = await context.newPage();
  await page.goto(`${site}/buy`, { waitUntil: 'networkidle' });

  const waits: { from: number; to: number }[] = [];
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    const { startTime, responseEnd } = request.timing();
    const theirs = request.url().includes('/api/') || !request.url().startsWith(site);
    if (theirs) waits.push({ from: startTime, to: startTime + responseEnd });
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  // The provider's script attaches its frame when the checkout opens. The rest is up to the provider.
  const opening = page.waitForEvent('frameattached').then(() => Date.now());
  const pressed = Date.now();
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  const opened = await opening;
  await page.waitForLoadState('networkidle');
  // What is sent later may still be under way when the page closes.
  page.removeAllListeners('requestfinished');

  let waited = 0;
  let end = pressed;
  for (const { from, to } of waits.toSorted((one, other) => one.from - other.from)) {
    const until = Math.min(to, opened);
    waited += Math.max(0, until - Math.max(from, end));
    end = Math.max(end, until);
  }
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { total: opened - pressed, own: opened - pressed - waited, kib: bytes / 1024 };
}

/**
 * From Buy Now to the open checkout with an empty cache: ms in all, ms without waiting for the functions
 * and the provider, and KiB. The median purchase of three; one before has our server compress its files.
 */
export async function timePurchase(browser: Browser, site: string): Promise<PurchaseTime> {
  const buyAnew = async () => {
    const context = await browser.newContext(phone);
    const time = await buyOnce(context, site);
    await context.close();
    return time;
  };
  const first = await buyAnew();
  const purchases = [await buyAnew(), await buyAnew(), await buyAnew()];
  return purchases.toSorted((one, other) => one.own - other.own)[1] ?? first;
}
