import type { Session } from '@supabase/supabase-js';
import type { Browser, Page } from 'playwright';
import type { StackAddresses } from '../local/temporary-stack.ts';
import { memberPages } from '../src/domain/member-pages.ts';
import { above, interactionLimits } from './budgets.ts';
import { openQuietBrowser } from './browser.ts';
import { serveHttps } from './https.ts';
import { median, medianOf } from './median.ts';
import { newBusyMember, newOwnerSession, signIn } from './members.ts';
import { printTable } from './table.ts';
import { applyThrottle, phone } from './throttle.ts';

/** How many times to visit each page. The median counts. */
const rounds = 5;

type OwnPage = {
  path: string;
  /** The member's own data is on the page once an element that matches has this text or value. */
  element: string;
  says: string;
  /** The previous page, and how to reach the link on it. */
  from: string;
  link: string;
  reach?: (page: Page) => Promise<void>;
};

/** A page, and its visitor's session. */
type SignedIn = OwnPage & { session: Session };

/** Times in ms since the start of the navigation. */
type Visit = {
  first: number;
  /** Coming from another page, when this one has never been opened. */
  next: number;
  /** Coming from another page, after this one has been opened in the same tab. */
  again: number;
  /** The longest task of the first visit. 0 means less than 50 ms, the shortest that browsers report. */
  task: number;
};

/** Runs in the page: marks the time once the frame with the member's own data is painted. */
function watchOwnData({ element, says }: Pick<OwnPage, 'element' | 'says'>): void {
  const stands = () =>
    [...document.querySelectorAll(element)].some((one) =>
      (one instanceof HTMLInputElement ? one.value : one.textContent).includes(says),
    );
  const look = () => {
    if (!stands()) {
      requestAnimationFrame(look);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => performance.mark('own data');
    port2.postMessage(undefined);
  };
  requestAnimationFrame(look);
}

async function ownDataTime(page: Page): Promise<number> {
  const marked = () => performance.getEntriesByName('own data')[0]?.startTime;
  // Polls only rarely, because each poll takes processor time from the page.
  const found = await page.waitForFunction(marked, undefined, { polling: 200 });
  return (await found.jsonValue()) ?? Number.NaN;
}

/** The longest task since the page's start, once the page is at rest. */
async function longestTask(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        }).observe({ type: 'longtask', buffered: true });
        setTimeout(() => resolve(longest), 500);
      }),
  );
}

async function openPage(browser: Browser, own: SignedIn): Promise<Page> {
  const context = await browser.newContext({ ...phone, ignoreHTTPSErrors: true });
  await signIn(context, own.session);
  await context.addInitScript(watchOwnData, { element: own.element, says: own.says });
  return context.newPage();
}

/** Presses the link to a page, as a thumb would. */
async function follow(page: Page, { path, link, reach }: OwnPage): Promise<number> {
  await page.waitForLoadState('networkidle');
  await reach?.(page);
  await page.locator(link).filter({ visible: true }).first().click({ delay: 80 });
  await page.waitForURL((url) => url.href.includes(path), { waitUntil: 'commit' });
  return ownDataTime(page);
}

async function visit(browser: Browser, site: string, own: SignedIn): Promise<Visit> {
  const cold = await openPage(browser, own);
  await applyThrottle(cold);
  await cold.goto(site + own.path, { waitUntil: 'commit' });
  const first = await ownDataTime(cold);
  const task = await longestTask(cold);
  await cold.context().close();

  const warm = await openPage(browser, own);
  await warm.goto(site + own.from, { waitUntil: 'networkidle' });
  await applyThrottle(warm);
  const next = await follow(warm, own);
  await warm.waitForLoadState('networkidle');
  await warm.goto(site + own.from);
  const again = await follow(warm, own);
  await warm.context().close();
  return { first, next, again, task };
}

/** The throttled connection's round-trip time in ms, for a request that is answered right away. */
async function roundTrip(browser: Browser, site: string): Promise<number> {
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await applyThrottle(page);
  const small = `${site}/robots.txt`;
  await page.goto(small);
  const ms = await medianOf(rounds, () =>
    page.evaluate(async (url) => {
      const asked = performance.now();
      await fetch(url, { cache: 'no-store' });
      return performance.now() - asked;
    }, small),
  );
  await page.close();
  return ms;
}

/** The pages that show a visitor's own data, each with a member or the sample owner who has some. */
async function ownPages(stack: StackAddresses): Promise<SignedIn[]> {
  const { session, says } = await newBusyMember(stack);
  const ofMember = (path: string, own: Pick<OwnPage, 'says'> & Partial<OwnPage>) => ({
    session,
    path,
    element: 'main',
    from: memberPages.main,
    link: `main a[href^="${path}"], nav a[href="${path}"]`,
    ...own,
  });
  return [
    ofMember(memberPages.main, { says: says.main, from: memberPages.sessions }),
    ofMember(memberPages.sessions, { says: says.sessions }),
    ofMember(memberPages.loan, { says: says.loan }),
    ofMember(memberPages.refunds, { says: says.refunds }),
    ofMember(memberPages.profile, {
      says: says.profile,
      element: 'input[name="firstname"]',
      link: `#account-menu a[href="${memberPages.profile}"]`,
      reach: (page) => page.getByRole('button', { name: 'Account menu' }).click(),
    }),
    ofMember(memberPages.material, { says: says.material }),
    {
      session: await newOwnerSession(stack),
      path: '/desk?screen=today',
      element: 'td[data-label="What"]',
      says: '',
      from: '/desk?screen=find',
      link: 'nav a[href="/desk?screen=today"]',
    },
  ];
}

/**
 * Visits each page that shows own data this many times with the throttle applied. A round visits every page, so that a
 * minute in which the machine is slow affects all pages. In the first round, our server compresses its files.
 */
export async function timeOwnData(stack: StackAddresses, rounds: number) {
  const pages = await ownPages(stack);
  const front = await serveHttps(stack.site);
  const { browser, close } = await openQuietBrowser();
  const timed = pages.map((own) => ({ own, visits: new Array<Visit>() }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { own, visits } of timed) visits.push(await visit(browser, front.url, own));
  }
  const trip = await roundTrip(browser, front.url);
  await close();
  front.stop();
  return { trip, timed: timed.map(({ own: { path }, visits }) => ({ path, visits })) };
}

const seconds = (ms: number) => (ms / 1000).toFixed(2);

/**
 * Measures how soon a member's own data is on the screen with the throttle applied, on a first visit and on the next
 * page, and prints the times beside the round-trip time. Resolves to a sentence for each page with a task that is too
 * long.
 */
export async function measureOwnData(stack: StackAddresses): Promise<string[]> {
  const { trip, timed } = await timeOwnData(stack, rounds + 1);
  const medians = timed.map(({ path, visits }) => {
    const of = (name: keyof Visit) => median(visits.slice(1).map((times) => times[name]));
    return { path, first: of('first'), next: of('next'), again: of('again'), task: of('task') };
  });
  console.log(
    `\nOwn data with the throttle applied, median of ${rounds}; one round trip takes ${seconds(trip)} s`,
  );
  printTable(
    ['own data', 'first visit, s', 'next page, s', 'back on it, s', 'longest task, ms', 'limit'],
    medians.map(({ path, first, next, again, task }) => [
      path,
      ...[first, next, again].map(seconds),
      task === 0 ? 'below 50' : task,
      interactionLimits.task,
    ]),
  );
  return medians.flatMap(({ path, task }) =>
    above(`Longest task while own data arrives on ${path}, ms`, task, interactionLimits.task),
  );
}
