import type { Page } from 'playwright/test';
import { firstCalls } from '../../../src/domain/first-calls.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { failedRequest, holdBack } from '../support/faults.ts';
import { becomeMember, createMember, expireToken, storeSession } from '../support/members.ts';
import { watchShift } from '../support/page.ts';
import { addPack } from '../support/sessions.ts';
import { expect, test } from '../support/test.ts';

const first = {
  [memberPages.main]: [firstCalls.sessions, firstCalls.orders],
  [memberPages.sessions]: [firstCalls.sessions],
  [memberPages.loan]: [firstCalls.loan],
  [memberPages.material]: [firstCalls.material],
  [memberPages.refunds]: [firstCalls.refunds],
  [memberPages.profile]: [firstCalls.profile],
} as const;

test('§12.57 a member’s page requests its data before the scripts arrive, and only once', async ({
  page,
}) => {
  await becomeMember(page);
  for (const [path, calls] of Object.entries(first)) {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'OPTIONS') sent.push(request.url());
    });
    const release = await holdBack(page, '**/_astro/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    const made = (call: string) =>
      sent.filter((url) => url.includes(`/rest/v1/${call.split('?')[0]}`));
    for (const call of calls) await expect.poll(() => made(call), path).toHaveLength(1);
    release();
    await expect(page.locator('main .loading, main [aria-busy=true]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    for (const call of calls) expect.soft(made(call), path).toHaveLength(1);
    page.removeAllListeners('request');
    await page.unroute('**/_astro/*.js');
  }
});

test('§12.57 the account client renews an expired token and is requested before any other script', async ({
  page,
}) => {
  await becomeMember(page);
  await expireToken(page);
  const release = await holdBack(page, /\/_astro\/(?!supabase-client).*\.js/);
  const asked = page.waitForRequest('**/_astro/supabase-client*.js');
  await page.goto(memberPages.sessions, { waitUntil: 'commit' });
  await asked;
  release();
  await expect(page.getByText('Then book your free mock interview.')).toBeVisible();
});

/** Remembers whether any frame of any page has shown this text. */
async function watchFor(page: Page, text: string): Promise<() => Promise<boolean>> {
  await page.addInitScript((secret) => {
    const look = () => {
      if (document.querySelector('body')?.innerText.includes(secret))
        localStorage.setItem('seen', 'yes');
      requestAnimationFrame(look);
    };
    look();
  }, text);
  return () => page.evaluate(() => localStorage.getItem('seen') === 'yes');
}

test('§12.58 the next page starts with the data shown before, and the next member on this computer never sees that data', async ({
  page,
}) => {
  const before = await becomeMember(page);
  await addPack(before.id);
  await page.goto(memberPages.sessions);
  await expect(page.getByRole('region', { name: 'Sessions left' })).toBeVisible();
  const release = await holdBack(page, '**/rest/v1/**');
  await page.goto(memberPages.sessions);
  await expect(page.getByRole('region', { name: 'Sessions left' })).toBeVisible();
  release();

  await page.goto(memberPages.profile);
  await expect(page.getByLabel('Email')).toHaveValue(before.email);
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(page).toHaveURL('/');
  const next = await createMember();
  await storeSession(page, next.session);
  const seen = await watchFor(page, before.email);
  for (const path of [memberPages.sessions, memberPages.profile]) {
    await page.goto(path);
    await expect(page.locator('main .loading, main [aria-busy=true]')).toHaveCount(0);
  }
  await expect(page.getByLabel('Email')).toHaveValue(next.email);
  await page.goBack();
  await expect(page.getByText('Then book your free mock interview.')).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel('Email')).toHaveValue(next.email);
  expect(await seen()).toBe(false);
});

test.describe('loading a page while the backend does not answer', () => {
  test.use({ expectedConsole: [failedRequest('/rest/v1/')] });

  test('§12.34 nothing on a member’s page moves when its data cannot be loaded', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    await becomeMember(page);
    const shift = await watchShift(page);
    await page.route('**/rest/v1/**', (route) => route.abort());
    for (const path of Object.keys(first)) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expect(page.locator('html[data-fonts]')).toBeAttached();
      expect.soft(await shift(), path).toBeLessThan(0.0005);
    }
  });
});
