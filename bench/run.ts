/**
 * `npm run bench`: builds and serves the site as `npm start` does, and prints for every page what it
 * weighs and what Lighthouse says of it, beside a page that does nothing; then what the controls and
 * a purchase cost. Takes about a quarter of an hour. `npm run bench -- /buy /login` measures
 * some, `interactions` the last part.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Session } from '@supabase/supabase-js';
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { browserArguments, findBrowser } from '../local/browser.ts';
import { freePort } from '../local/free-ports.ts';
import { runWithoutEnvFile } from '../local/run.ts';
import { distOfSite } from '../local/site/folder.ts';
import { startTemporaryStack, type StackAddresses } from '../local/temporary-stack.ts';
import { pages } from '../src/content/pages.ts';
import { storageKeys } from '../src/lib/storage-keys.ts';
import { budgets, type Weight } from './budgets.ts';
import { addFloor } from './floor.ts';
import { serveHttps } from './https.ts';
import { timeControls, timeDashboard, timePurchase, timeScroll } from './interactions.ts';
import { measure, type LighthouseResult } from './lighthouse.ts';
import { weigh } from './weigh.ts';

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

const headings = [
  'page',
  ...['HTML', 'inlined JS', 'CSS', 'JS', 'font', 'image', 'requests', 'total KiB'],
  ...['perf', 'a11y', 'BP', 'SEO'],
  ...['FCP s', '× floor', 'LCP s', '× floor', 'SI s', 'TBT ms', 'CLS', 'LCP slowed s'],
];

const rounds = 5;

const seconds = (ms: number) => (ms / 1000).toFixed(2);

function resultRow(
  name: string,
  weight: Weight | undefined,
  result: LighthouseResult,
  floor: LighthouseResult,
): string {
  const bytes = weight
    ? [
        ...[weight.html, weight.inlined, weight.css, weight.script, weight.font, weight.image],
        weight.requests,
      ]
    : Array<string>(7).fill('');
  return row([
    name,
    ...bytes,
    weight?.total ?? '',
    ...[result.performance, result.accessibility, result['best-practices'], result.seo],
    ...[seconds(result.fcp), (result.fcp / floor.fcp).toFixed(2)],
    ...[seconds(result.lcp), (result.lcp / floor.lcp).toFixed(2)],
    ...[seconds(result.speedIndex), result.tbt.toFixed(0), result.cls.toFixed(3)],
    seconds(result.lcpSlowedDown),
  ]);
}

/** A new member's session, as the login would store it. */
async function newSession({ backend, publishableKey }: StackAddresses): Promise<Session> {
  const client = createClient(backend, publishableKey, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signUp({
    email: `${crypto.randomUUID()}@example.com`,
    password: 'a long password',
    options: { data: { firstname: 'Asha', lastname: 'Rao' } },
  });
  if (!data.session) throw error ?? new Error('Nobody was signed in.');
  return data.session;
}

/** Makes every page of this context one of a member. */
async function signIn(context: BrowserContext, session: Session): Promise<void> {
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    storageKeys.session,
    JSON.stringify(session),
  ] as const);
}

const isListed = (path: string) =>
  !Object.entries(pages).some(([route, { index }]) => route === path && !index);

async function measurePages(stack: StackAddresses, chosen: string[]): Promise<void> {
  const front = await serveHttps(stack.site);
  const profile = mkdtempSync(join(tmpdir(), 'admitcircle-bench-'));
  const port = await freePort();
  // One browser for Lighthouse and for us, so that a member can be signed in before it looks.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [...browserArguments, '--ignore-certificate-errors', `--remote-debugging-port=${port}`],
  });
  const session = await newSession(stack);
  const keepSession = async () => {
    const page = await context.newPage();
    await page.goto(`${front.url}/contact`);
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      storageKeys.session,
      JSON.stringify(session),
    ] as const);
    await page.close();
  };

  const isChosen = ({ path }: { path: string }) => chosen.length === 0 || chosen.includes(path);
  const measured = budgets.filter(isChosen);
  const weights: Weight[] = [];
  for (const { path, visitor } of measured) {
    const fresh = await context.browser()?.newContext({ viewport: { width: 412, height: 823 } });
    if (!fresh) throw new Error('The browser has no contexts.');
    if (visitor === 'member') await signIn(fresh, session);
    weights.push((await weigh(await fresh.newPage(), stack.site + path)).weight);
    await fresh.close();
  }

  const floorPath = await addFloor(distOfSite(Number(new URL(stack.site).port)));
  const [floor, ...results] = await measure(
    port,
    [
      { url: front.url + floorPath, listed: true },
      ...measured.map(({ path, visitor }) => ({
        url: front.url + path,
        listed: visitor === 'visitor' && isListed(path),
        ...(visitor === 'member' && { signIn: keepSession }),
      })),
    ],
    rounds,
  );
  if (!floor) throw new Error('The floor was not measured.');
  console.log(`\n${row(headings)}\n${row(headings.map(() => '---'))}`);
  console.log(resultRow('floor', undefined, floor, floor));
  for (const [index, result] of results.entries()) {
    console.log(resultRow(measured[index]?.path ?? '', weights[index], result, floor));
  }
  await context.close();
  front.stop();
  rmSync(profile, { recursive: true, force: true });
}

/** Gives a member this many packs that were paid for. */
async function giveOrders(stack: StackAddresses, userId: string, count: number): Promise<void> {
  const client = createClient(stack.backend, stack.secretKey, { auth: { persistSession: false } });
  const rows = Array.from({ length: count }, () => ({
    user_id: userId,
    pack: 'single',
    amount: 69_900,
    receipt: `ac_${crypto.randomUUID().replaceAll('-', '')}`,
    idempotency_key: crypto.randomUUID(),
    status: 'paid',
  }));
  await client.from('orders').insert(rows).throwOnError();
}

async function measureDashboard(stack: StackAddresses, browser: Browser): Promise<void> {
  console.log(`\n${row(['packs on the dashboard', 'shown after, ms'])}\n| --- | --- |`);
  for (const count of [1, 1_000]) {
    const session = await newSession(stack);
    await giveOrders(stack, session.user.id, count);
    const enter = (context: BrowserContext) => signIn(context, session);
    const ms = await timeDashboard(browser, stack.site, enter, count);
    console.log(row([count, ms.toFixed(0)]));
  }
}

async function measureInteractions(stack: StackAddresses): Promise<void> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments });
  const session = await newSession(stack);
  const times = await timeControls(browser, stack.site, (context) => signIn(context, session));
  console.log(`\n${row(['control', 'slowest event, ms, processor 4 × slower'])}\n| --- | --- |`);
  for (const { name, slowest } of times) console.log(row([name, slowest || 'below 16']));
  console.log(`\n${row(['scrolled to its end', 'longest task, ms'])}\n| --- | --- |`);
  for (const path of ['/', '/buy']) {
    console.log(row([path, (await timeScroll(browser, stack.site + path)) || 'below 50']));
  }
  const { total, own, kib } = await timePurchase(browser, stack.site);
  console.log(
    `\nBuy Now to an open checkout: ${total} ms, of them ${own.toFixed(0)} ms our own in the ` +
      `browser, the rest the functions in Netlify's emulator and the provider; ${kib.toFixed(1)} KiB.`,
  );
  await measureDashboard(stack, browser);
  await browser.close();
}

runWithoutEnvFile(async () => {
  const chosen = process.argv.slice(2);
  const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  const stack = await startTemporaryStack();
  try {
    console.log(`\n${processor}, Node ${process.version}, Lighthouse mobile, median of ${rounds}`);
    await measurePages(stack.addresses, chosen);
    if (chosen.length === 0 || chosen.includes('interactions')) {
      await measureInteractions(stack.addresses);
    }
  } finally {
    await stack.stop();
  }
  process.exit();
});
