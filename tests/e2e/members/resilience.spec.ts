import type { Page } from 'playwright/test';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { answerWith, holdBack } from '../support/faults.ts';
import { becomeMember } from '../support/members.ts';
import { expect, newPerson, test } from '../support/test.ts';

/** Answers 404 for the script; returns a function that counts the page loads since then. */
async function takeAway(page: Page, script: RegExp): Promise<() => number> {
  let loads = 0;
  // A page may reload before its `load` event, so the requests for the page are counted.
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  await page.route(script, (route) => route.fulfill({ status: 404 }));
  return () => loads;
}

test.describe('recovering from a script that is missing after a deployment', () => {
  test.use({
    expectedConsole: [/Failed to load resource.*(?:\/_astro\/|\/auth\/v1\/token)|Error hydrating/],
  });

  test('R8 a missing script reloads the page once, and if that does not help, the page says what to do', async ({
    page,
  }) => {
    const loads = await takeAway(page, /\/_astro\/LoginForm\./);
    await page.goto('/login');
    await expect(page.getByRole('alert').filter({ hasText: 'Reload the page' })).toBeVisible();
    expect(loads()).toBe(2);
    await page.unroute(/\/_astro\/LoginForm\./);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    await expect(page.getByRole('alert').filter({ hasText: 'Reload the page' })).toHaveCount(0);
  });

  test('R8 a member is told that a script is missing, and sees the rest of the page within 15 seconds', async ({
    page,
  }) => {
    await becomeMember(page);
    const loads = await takeAway(page, /\/_astro\/YourDashboard\./);
    await page.goto(memberPages.main);
    await expect(page.getByRole('alert').filter({ hasText: 'Reload the page' })).toBeVisible();
    expect(loads()).toBe(2);
    const packs = page.getByRole('heading', { name: 'Practise before the panel' });
    const passTo = (time: number) =>
      page.evaluate((now) => {
        for (const animation of document.getAnimations()) {
          animation.pause();
          animation.currentTime = now;
        }
      }, time);
    await passTo(14_000);
    await expect(packs).toBeHidden();
    await passTo(15_000);
    await expect(packs).toBeVisible();
  });

  test('R8 a member page whose script is missing shows its footer', async ({ page }) => {
    await becomeMember(page);
    await takeAway(page, /\/_astro\/(?:AllMentors-)?SessionsPage\./);
    await page.goto('/dashboard/sessions');
    await expect(page.getByRole('alert').filter({ hasText: 'Reload the page' })).toBeVisible();
    await expect(page.getByText('Loading your sessions')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });

  test('R8 a page that works without the missing script does not reload, and requests the script again for the next toast', async ({
    page,
  }) => {
    const toaster = /\/_astro\/Toaster\./;
    const loads = await takeAway(page, toaster);
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    const failed = page.waitForEvent('console', (message) => message.text().includes('hydrating'));
    await page.getByLabel('Email').fill('asha@example.com');
    await failed;
    await expect(page.getByRole('alert').filter({ hasText: 'Reload the page' })).toHaveCount(0);
    await expect(page.getByLabel('Email')).toHaveValue('asha@example.com');
    await page.unroute(toaster);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.locator('#toasts li')).toHaveText('Either password or email is wrong');
    expect(loads()).toBe(1);
  });

  test('R8 a missing script is reported in view of the ‘Buy Now’ that the visitor pressed', async ({
    page,
  }) => {
    await takeAway(page, /\/_astro\/PackCards\./);
    await page.goto('/buy');
    const reloaded = page.waitForEvent('load');
    const lastPack = page.getByRole('button', { name: 'Buy Now' }).last();
    await lastPack.click();
    await reloaded;
    await lastPack.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Reload the page' })).toBeInViewport();
  });
});

test('R6 text typed before the scripts arrive is kept, and nothing is sent without the scripts', async ({
  page,
}) => {
  const release = await holdBack(page, '**/_astro/*.js');
  const person = newPerson();
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  await expect(page).toHaveURL('/login');
  release();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  const sent = page.waitForRequest('**/auth/v1/token*');
  await answerWith(page, '**/auth/v1/token*', 200, {});
  await page.getByLabel('Password', { exact: true }).press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({
    email: person.email,
    password: person.password,
  });
});
