import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { memberPages } from '../src/domain/member-pages.ts';
import { serveHttps } from './https.ts';
import { median, medianOf } from './median.ts';
import { latency, phone, slowProcessor } from './throttle.ts';
/** A press lasts 80 ms, because otherwise all its events would fall into one task. */
const press = { delay: 80 };

declare global {
  interface Window {
    slowestInteraction: number;
  }
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await slowProcessor(page);
  await page.addInitScript(() => {
    window.slowestInteraction = 0;
    // TypeScript's DOM types lack `durationThreshold`.
    const options = { type: 'event', durationThreshold: 16, buffered: true };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Events other than interactions, such as pointer moves, are not part of INP.
        if (!('interactionId' in entry) || !entry.interactionId) continue;
        window.slowestInteraction = Math.max(window.slowestInteraction, entry.duration);
      }
    }).observe(options);
  });
  return page;
}

/** A page, and its controls in the order in which they are used. */
type Part = {
  path: string;
  as?: 'member' | 'owner';
  controls: Record<string, (page: Page) => Promise<void>>;
};

/** Waits for the frame after the last action, because finding the next control would delay it. */
const lastFrame = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

async function click(control: Locator): Promise<void> {
  await lastFrame(control.page());
  await control.click(press);
}

async function type(control: Locator, text: string): Promise<void> {
  await lastFrame(control.page());
  await control.pressSequentially(text, press);
}

async function pressKey(control: Locator, key: string): Promise<void> {
  await lastFrame(control.page());
  await control.press(key, press);
}

/** Chooses the answer to a question at this position. */
const answer = (page: Page, legend: string, nth: number) =>
  click(page.getByRole('group', { name: legend }).locator('label').nth(nth));

/** Selects a list's next option by key, because a press would open the operating system's own list. */
const nextOption = (page: Page, label: string) =>
  pressKey(page.getByLabel(label, { exact: true }), 'ArrowDown');

const parts: Part[] = [
  {
    path: '/',
    controls: {
      async 'side menu'(page) {
        await click(page.getByRole('button', { name: 'Open menu' }));
        await page.keyboard.press('Escape');
      },
      async FAQ(page) {
        for (const question of await page.locator('details summary').all()) await click(question);
      },
      async carousel(page) {
        await page.locator('#testimonials').scrollIntoViewIfNeeded();
        const next = page.getByRole('button', { name: 'Next' });
        await click(next);
        await click(next);
      },
    },
  },
  {
    path: '/signup',
    controls: {
      async 'sign-up form'(page) {
        await type(page.getByLabel('First Name'), 'Asha');
        await click(page.getByRole('button', { name: 'SIGN UP' }));
      },
    },
  },
  {
    path: '/emi',
    controls: {
      async 'EMI: figures'(page) {
        for (const figure of await page.getByRole('textbox').all()) await type(figure, '0');
      },
      async 'EMI: sliders'(page) {
        for (const slider of await page.getByRole('slider').all())
          await pressKey(slider, 'ArrowRight');
      },
      'EMI: table': (page) => click(page.getByText('Year by year, as a table')),
      'EMI: interest': (page) => click(page.getByText('Paid monthly')),
      'EMI: download': (page) => click(page.getByText('Download the schedule')),
      'EMI: link': (page) => click(page.getByText('Copy the link')),
    },
  },
  {
    path: memberPages.main,
    as: 'member',
    controls: {
      async 'account menu'(page) {
        await click(page.getByRole('button', { name: 'Account menu' }));
        await page.keyboard.press('Escape');
      },
    },
  },
  {
    path: memberPages.sessions,
    as: 'member',
    controls: {
      async 'picker: kind'(page) {
        await answer(page, 'What do you want to practise?', 1);
        await answer(page, 'What do you want to practise?', 0);
      },
      async 'picker: school'(page) {
        await nextOption(page, 'School');
        await pressKey(page.getByLabel('School'), 'ArrowUp');
      },
      'picker: day': (page) => answer(page, 'Day', 3),
      'picker: time': (page) => click(page.locator('.booking-times label').first()),
      'picker: pack': (page) => nextOption(page, 'Pack'),
      'picker: institute': (page) => type(page.getByLabel('Your target school'), 'IIM'),
      async 'picker: waiting'(page) {
        await click(page.getByText('Email me when a time opens'));
        await answer(page, 'On which days?', 0);
      },
      'picker: book': (page) => click(page.getByRole('button', { name: 'Book this time' })),
    },
  },
  {
    path: memberPages.loan,
    as: 'member',
    controls: {
      'loan: open': (page) => click(page.getByRole('button', { name: 'Change' })),
      async 'loan: words'(page) {
        for (const label of ['Institute', 'Programme', 'City'])
          await type(page.getByLabel(label, { exact: true }), 'ab');
      },
      async 'loan: figures'(page) {
        for (const label of ['Course length', 'Loan amount', 'Term'])
          await type(page.getByLabel(label, { exact: true }), ' ');
      },
      'loan: stage': (page) => answer(page, 'Stage', 1),
      async 'loan: lists'(page) {
        await nextOption(page, 'Course starts');
        await nextOption(page, 'Co-applicant');
      },
      'loan: send': (page) => click(page.getByRole('button', { name: 'Change the request' })),
    },
  },
  {
    path: '/desk?screen=sessions&view=list',
    as: 'owner',
    controls: {
      'desk: choose a row': (page) => click(page.getByRole('checkbox').first()),
      'desk: open a list': (page) => click(page.locator('summary').filter({ hasText: 'Mentors' })),
      'desk: form of a row': (page) =>
        click(page.getByRole('button', { name: 'Change mentor' }).first()),
      'desk: field of a form': (page) => nextOption(page, 'Mentor'),
      'desk: leave a form': (page) => click(page.getByRole('button', { name: 'Cancel' })),
      'desk: save as CSV': (page) =>
        click(page.getByRole('button', { name: 'Save as CSV' }).first()),
    },
  },
  {
    path: '/desk?screen=find',
    as: 'owner',
    controls: {
      'desk: find': (page) => type(page.getByLabel('Who or what are you looking for?'), 'Asha'),
    },
  },
];

/**
 * The slowest event since the last call, in ms; 0 means less than 16 ms. The last event's entry is reported only after
 * its frame. The timeout is for headless browsers, which may not draw another frame and may never be idle.
 */
async function takeSlowest(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  await lastFrame(page);
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
  );
  return page.evaluate(() => {
    const slowest = window.slowestInteraction;
    window.slowestInteraction = 0;
    return slowest;
  });
}

/** Each control's slowest event from input to paint, in ms on the slowed-down processor: the median of three visits. */
export async function timeControls(
  browser: Browser,
  site: string,
  signIn: Record<'member' | 'owner', (context: BrowserContext) => Promise<void>>,
): Promise<{ name: string; slowest: number }[]> {
  const timeOnce = async ({ path, as, controls }: Part) => {
    const context = await browser.newContext(phone);
    if (as) await signIn[as](context);
    const page = await slowPage(context);
    await page.goto(site + path, { waitUntil: 'networkidle' });
    const times: Record<string, number> = {};
    for (const [name, use] of Object.entries(controls)) {
      await use(page);
      times[name] = await takeSlowest(page);
    }
    await context.close();
    return times;
  };
  const results: { name: string; slowest: number }[] = [];
  for (const part of parts) {
    const visits = [await timeOnce(part), await timeOnce(part), await timeOnce(part)];
    for (const name of Object.keys(part.controls)) {
      results.push({ name, slowest: median(visits.map((times) => times[name] ?? Number.NaN)) });
    }
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
 * The longest task while a page scrolls from top to bottom, in ms on the slowed-down processor: the median of three
 * visits. 0 means less than 50 ms, the shortest that browsers report.
 */
export function timeScroll(browser: Browser, url: string): Promise<number> {
  return medianOf(3, () => scrollOnce(browser, url));
}

async function openNextPage(browser: Browser, site: string): Promise<number> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(site, { waitUntil: 'networkidle' });
  await page.getByRole('banner').getByRole('link', { name: 'GDPI' }).hover();
  await page.waitForTimeout(400); // How long the budget lets a visitor point at the link (§12.39).
  // `click` would first check that the link is ready, and so prolong the hovering.
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
 * The median of five times in ms from a click on a link, after hovering for 400 ms, to the new page's LCP on a slow
 * connection. An earlier visit gives our server time to compress its files.
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
  // The provider's script attaches its frame when the checkout opens. Everything after that is up to the provider.
  const opening = page.waitForEvent('frameattached').then(() => Date.now());
  const pressed = Date.now();
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  const opened = await opening;
  await page.waitForLoadState('networkidle');
  // Later requests may still be in progress when the page closes.
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
 * What it takes from Buy Now to the open checkout with an empty cache: ms in total, ms without waiting for the
 * functions and the provider, and KiB. The median of three purchases; an earlier one gives our server time to compress
 * its files.
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
