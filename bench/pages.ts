import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { freePort } from '../local/free-ports.ts';
import { distOfSite } from '../local/site/folder.ts';
import type { StackAddresses } from '../local/temporary-stack.ts';
import { routeOf } from '../src/content/routes.ts';
import { keysOf } from '../src/domain/words/keys-of.ts';
import { above, below, budgets, type Budget, type Weight } from './budgets.ts';
import { openQuietBrowser } from './browser.ts';
import { serveHttps } from './https.ts';
import { measure, type LighthouseResult } from './lighthouse.ts';
import { newSession, signIn } from './members.ts';
import { printTable } from './table.ts';
import { phone } from './throttle.ts';
import { weigh } from './weigh.ts';

/** How many times Lighthouse measures each page. The median counts. */
const rounds = 3;

/** The floor page's FCP with the throttle applied, in ms, on the machine on which the limits were set (§12.33). */
const floorOfLimits = 680;

const headings = [
  'page',
  ...['HTML', 'inlined JS', 'CSS', 'JS', 'font', 'image', 'requests', 'total KiB'],
  ...['perf', 'a11y', 'BP', 'SEO', 'FCP s', '× floor', 'LCP s', '× floor', 'SI s', 'TBT ms', 'CLS'],
  ...['FCP applied s', 'LCP applied s'],
];

const noWeight = Array<string>(8).fill('');

const seconds = (ms: number) => (ms / 1000).toFixed(2);

function resultCells(result: LighthouseResult, floor: LighthouseResult): (string | number)[] {
  return [
    ...[result.performance, result.accessibility, result['best-practices'], result.seo],
    ...[seconds(result.fcp), (result.fcp / floor.fcp).toFixed(2)],
    ...[seconds(result.lcpSimulated), (result.lcpSimulated / floor.lcpSimulated).toFixed(2)],
    ...[seconds(result.speedIndex), result.tbt.toFixed(0), result.cls.toFixed(3)],
    ...[seconds(result.fcpApplied), seconds(result.lcpApplied)],
  ];
}

function weightCells(weight: Weight): number[] {
  const { html, inlined, css, script, font, image, requests, total } = weight;
  return [html, inlined, css, script, font, image, requests, total];
}

/** A sentence for each limit that the page misses. */
function misses(
  { path, limits, times }: Budget,
  weight: Weight,
  result: LighthouseResult,
  floor: LighthouseResult,
): string[] {
  return [
    ...keysOf(limits).flatMap((kind) => above(`${kind} of ${path}`, weight[kind], limits[kind])),
    ...below(`Performance of ${path}`, result.performance, times.performance),
    ...below(`Accessibility of ${path}`, result.accessibility, 100),
    ...below(`Best practices of ${path}`, result['best-practices'], 100),
    ...below(`SEO of ${path}`, result.seo, 100),
    ...above(`FCP of ${path}, times the floor's`, result.fcp / floor.fcp, times.paint),
    ...above(
      `LCP of ${path}, times the floor's`,
      result.lcpSimulated / floor.lcpSimulated,
      times.paint,
    ),
    ...above(
      `LCP of ${path} with the throttle applied, ms`,
      result.lcpApplied,
      (times.lcpApplied * floor.fcpApplied) / floorOfLimits,
    ),
    ...above(`Blocking time of ${path}, ms`, result.tbt, times.blocking),
    // The limit has three decimals (§12.33).
    ...above(`CLS of ${path}`, Number(result.cls.toFixed(3)), 0),
  ];
}

const isListed = ({ path }: Budget) => routeOf(path).listed;

async function weighAnew(
  browser: Browser,
  enter: ((context: BrowserContext) => Promise<void>) | undefined,
  url: string,
): Promise<Weight> {
  const fresh = await browser.newContext({ viewport: phone.viewport });
  await enter?.(fresh);
  const { weight } = await weigh(await fresh.newPage(), url);
  await fresh.close();
  return weight;
}

/**
 * Weighs the chosen pages (by default, all pages), measures them and the floor page with Lighthouse, and prints the
 * table. Resolves to a sentence for each limit that was missed.
 */
export async function measurePages(stack: StackAddresses, chosen: string[]): Promise<string[]> {
  const front = await serveHttps(stack.site);
  const port = await freePort();
  // Lighthouse shares this browser, so that we can log a member in before it measures.
  const { browser, context, close } = await openQuietBrowser(`--remote-debugging-port=${port}`);
  const session = await newSession(stack);
  const storeSession = async () => {
    const page = await context.newPage();
    await signIn(page, session);
    await page.goto(`${front.url}/contact`);
    await page.close();
  };

  const measured = budgets.filter(({ path }) => chosen.length === 0 || chosen.includes(path));
  const weights: Weight[] = [];
  for (const { path, visitor } of measured) {
    const enter = visitor === 'member' ? (of: BrowserContext) => signIn(of, session) : undefined;
    weights.push(await weighAnew(browser, enter, stack.site + path));
  }

  // The floor page: static, with one picture and no script, served by the same server with the same headers.
  const dist = distOfSite(Number(new URL(stack.site).port));
  for (const name of ['floor.html', 'floor.avif']) {
    copyFileSync(new URL(name, import.meta.url), join(dist, name));
  }
  const visits = measured.map((budget) => ({
    url: front.url + budget.path,
    listed: isListed(budget),
    ...(budget.visitor === 'member' && { signIn: storeSession }),
  }));
  const [floor, ...results] = await measure(
    port,
    [{ url: `${front.url}/floor`, listed: true }, ...visits],
    rounds,
  );
  if (!floor) throw new Error('The floor was not measured.');
  await close();
  front.stop();

  const pairs = measured.flatMap((budget, index) => {
    const [weight, result] = [weights[index], results[index]];
    return weight && result ? [{ budget, weight, result }] : [];
  });
  console.log(`\nLighthouse mobile, median of ${rounds}`);
  printTable(headings, [
    ['floor', ...noWeight, ...resultCells(floor, floor)],
    ...pairs.map(({ budget, weight, result }) => [
      budget.path,
      ...weightCells(weight),
      ...resultCells(result, floor),
    ]),
  ]);
  return pairs.flatMap(({ budget, weight, result }) => misses(budget, weight, result, floor));
}
