import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '../../local/free-ports.ts';
import { expect, packCard, payByUpi, signUp, test as base } from './support/test.ts';

/** A deployed site’s settings, which the local stack must never use. */
const deployed = {
  PUBLIC_SITE_URL: 'https://real.example',
  PUBLIC_SUPABASE_URL: 'https://project.supabase.co.example',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_real',
  SUPABASE_SECRET_KEY: 'sb_secret_real',
  RAZORPAY_KEY_ID: 'rzp_live_real',
};

/** Browser tests of the site that `npm run dev` serves, instead of the built site. */
const test = base.extend<object, { devSite: string }>({
  devSite: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires a pattern here
    async ({}, use) => {
      const [site = 0, backend = 0, mailbox = 0, smtp = 0, sandbox = 0] = await freePorts(5);
      const dataDir = await mkdtemp(join(tmpdir(), 'admitcircle-dev-'));
      const child = spawn(process.execPath, ['local/dev.ts'], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          // Passes on nothing else, because the build has set NODE_ENV in this process.
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          ...deployed,
          PORT: String(site),
          SUPABASE_PORT: String(backend),
          MAILBOX_PORT: String(mailbox),
          SMTP_PORT: String(smtp),
          SANDBOX_PORT: String(sandbox),
          LOCAL_DATA_DIR: dataDir,
        },
      });
      // Playwright may abort this fixture without its teardown.
      process.once('exit', () => child.kill());
      // The child’s own processes share its output, and one may still write into the data folder.
      const ended = once(child, 'close');
      let isReady = false;
      for await (const line of createInterface(child.stdout)) {
        isReady = line.includes('Ctrl-C');
        if (isReady) break;
      }
      if (!isReady) throw new Error('npm run dev ended before it was ready.');
      child.stdout.resume();
      await use(`http://localhost:${site}`);
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
    // The dev server compiles each page on its first visit.
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ devSite }, use) => use(devSite),
});

test('under npm run dev a visitor signs up and buys a pack without an error in the console', async ({
  page,
}) => {
  await signUp(page);
  await expect(page.getByRole('main').getByText(/^Welcome/)).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.keyboard.press('Escape');

  await packCard(page, 'Single Pack').getByRole('button', { name: 'Buy Now' }).click();
  await payByUpi(page, 'success@razorpay');
  await expect(page).toHaveURL(/\/success\?reference=pay_\w+$/);
  await expect(page.getByText('Payment confirmed.')).toBeVisible();
});
