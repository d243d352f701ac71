import { chromium } from 'playwright';
import { browserArguments, findBrowser } from '../local/browser.ts';
import type { StackAddresses } from '../local/temporary-stack.ts';
import { above, interactionLimits } from './budgets.ts';
import { intents, type Intent } from './intents.ts';
import { newBusyMember, newOwnerSession, signIn } from './members.ts';
import { printTable } from './table.ts';
import { timeControls, timeNextPage, timePurchase, timeScroll } from './timings.ts';
import { weighIntent } from './weigh.ts';

/**
 * Measures the controls, scrolling, navigation and a purchase, weighs the scripts that load late, and prints the
 * results. Resolves to one sentence for each budget that was exceeded.
 */
export async function measureInteractions(stack: StackAddresses): Promise<string[]> {
  const { control, task, nextPageLcp, buyNow } = interactionLimits;
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...browserArguments, '--ignore-certificate-errors'],
  });
  const { session } = await newBusyMember(stack);
  const owner = await newOwnerSession(stack);

  const controls = await timeControls(browser, stack.site, {
    member: (of) => signIn(of, session),
    owner: (of) => signIn(of, owner),
  });
  printTable(
    ['control', 'slowest event, ms, processor 4 × slower', 'limit'],
    controls.map(({ name, slowest }) => [name, slowest, control]),
  );

  const scrolled: { path: string; longest: number }[] = [];
  for (const path of ['/', '/buy']) {
    scrolled.push({ path, longest: await timeScroll(browser, stack.site + path) });
  }
  printTable(
    ['scrolled page', 'longest task, ms, processor 4 × slower'],
    scrolled.map(({ path, longest }) => [path, longest || 'below 50']),
  );

  const nextPage = await timeNextPage(browser, stack.site);
  console.log(
    `\nNext page, after 400 ms of pointing at its link: ${nextPage.toFixed(0)} ms to LCP.`,
  );

  const purchase = await timePurchase(browser, stack.site);
  console.log(
    `\nBuy Now to an open checkout: ${purchase.total} ms. Our own part in the browser is ` +
      `${purchase.own.toFixed(0)} ms; the rest is Netlify's emulator and the provider. ` +
      `${purchase.kib.toFixed(1)} KiB.`,
  );

  const reached: { intent: Intent; kib: number }[] = [];
  for (const intent of intents) {
    const page = await browser.newPage();
    const { kib } = await weighIntent(page, stack.site, intent);
    reached.push({ intent, kib });
    await page.close();
  }
  printTable(
    ['part', 'scripts that load late, KiB', 'limit'],
    reached.map(({ intent, kib }) => [intent.name, kib, intent.limit]),
  );

  await browser.close();

  return [
    ...controls.flatMap(({ name, slowest }) => above(`${name}, ms`, slowest, control)),
    ...scrolled.flatMap(({ path, longest }) =>
      above(`Longest task while scrolling ${path}, ms`, longest, task),
    ),
    ...above('LCP of the next page, ms', nextPage, nextPageLcp),
    ...above('Our own part of Buy Now, ms', purchase.own, buyNow),
    ...reached.flatMap(({ intent, kib }) =>
      above(`Scripts of ${intent.name}, KiB`, kib, intent.limit),
    ),
  ];
}
