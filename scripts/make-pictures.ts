/**
 * `npm run pictures` takes screenshots on a temporary stack: of the home page, /buy and a new buyer's dashboard for the
 * README, and of the desk on a phone for docs/operations.md. Run this by hand when the design or the words change.
 */
import { mkdir } from 'node:fs/promises';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { memberPages } from '../src/domain/member-pages.ts';
import { newBusyMember, newOwnerSession, newSession, signIn } from '../bench/members.ts';
import { browserArguments, findBrowser } from '../local/browser.ts';
import { runWithoutEnvFile } from '../local/run.ts';
import { startTemporaryStack } from '../local/temporary-stack.ts';

const viewport = { width: 1280, height: 860 };
const phone = { width: 360, height: 740 };
const folder = 'docs/pictures';

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const file = `${folder}/${name}.webp`;
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(file);
  console.log(`${file}: ${size} bytes`);
}

async function buyAPack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  const checkout = page.frameLocator('iframe.razorpay-checkout-frame');
  await checkout.getByLabel('Phone number').fill('9876543210');
  await checkout.getByLabel('UPI ID').fill('success@razorpay');
  await checkout.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(/\/success/);
}

runWithoutEnvFile(async () => {
  await mkdir(folder, { recursive: true });
  const stack = await startTemporaryStack();
  try {
    const browser = await chromium.launch({
      executablePath: findBrowser(),
      args: browserArguments,
    });
    const page = await browser.newPage({
      viewport,
      baseURL: stack.addresses.site,
      reducedMotion: 'reduce',
    });
    await page.goto('/');
    await take(page, 'home');
    await page.goto('/buy#packs');
    await take(page, 'buy');
    await signIn(page, await newSession(stack.addresses));
    await page.goto(memberPages.main);
    await buyAPack(page);
    await page.goto(memberPages.main);
    await page.getByRole('button', { name: 'Receipt' }).waitFor();
    await take(page, 'dashboard');
    await newBusyMember(stack.addresses);
    const desk = await browser.newPage({
      viewport: phone,
      deviceScaleFactor: 1.5,
      baseURL: stack.addresses.site,
      reducedMotion: 'reduce',
    });
    await signIn(desk, await newOwnerSession(stack.addresses));
    await desk.goto('/desk');
    await desk.getByRole('heading', { name: 'Waiting for you' }).waitFor();
    await take(desk, 'desk-today');
    await desk.goto('/desk?screen=money');
    const approve = desk.getByRole('button', { name: 'Approve refund' }).first();
    await approve.scrollIntoViewIfNeeded();
    await take(desk, 'desk-money');
    await approve.click();
    await desk.getByRole('dialog').waitFor();
    await take(desk, 'desk-approve');
    await browser.close();
  } finally {
    await stack.stop();
  }
  process.exit();
});
