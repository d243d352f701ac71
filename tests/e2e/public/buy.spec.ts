import { paymentPaths } from '../../../src/domain/api.ts';
import { storageKeys } from '../../../src/lib/storage-keys.ts';
import { axeFindings, watchShift } from '../support/page.ts';
import { checkoutFrame, expect, test } from '../support/test.ts';

test('§8.1 the key, the order and the checkout script are requested at the same time', async ({
  page,
}) => {
  const waiting = new Set<string>([paymentPaths.key, paymentPaths.checkout, '/v1/checkout.js']);
  const all = Promise.withResolvers<undefined>();
  await page.route(
    ({ pathname }) => waiting.has(pathname),
    async (route) => {
      waiting.delete(new URL(route.request().url()).pathname);
      if (waiting.size === 0) all.resolve(undefined);
      await all.promise;
      await route.continue();
    },
  );
  await page.goto('/buy');
  await page.getByRole('button', { name: 'Buy Now' }).first().click();
  await expect(checkoutFrame(page).getByRole('button', { name: /^Pay/ })).toBeVisible();
});

test('§4.18 nothing moves when a long name appears in the line above the packs, at 308 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 308, height: 700 });
  const shift = await watchShift(page);
  const seen = Promise.withResolvers<undefined>();
  await page.route('**/rpc/next_free_time', async (route) => {
    await seen.promise;
    const now = new Date().toISOString();
    const names = { mentor: 'Priyanka Venkataraman', institute: 'IIM Ahmedabad' };
    const json = [{ now, starts_at: '2030-12-25T05:00:00Z', ...names }];
    await route.fulfill({ response: await route.fetch(), json });
  });
  await page.goto('/buy#packs');
  await expect(page.getByText(/^You choose your time after paying/)).toBeInViewport();
  await expect(page.locator('html[data-fonts]')).toBeAttached();
  const before = await shift();
  seen.resolve(undefined);
  await expect(page.getByText('Priyanka Venkataraman, IIM Ahmedabad')).toBeInViewport();
  expect((await shift()) - before).toBeLessThan(0.0005);
});

for (const [outcome, text] of [
  ['failed', 'Your payment did not go through.'],
  ['pending', 'Your payment is still being confirmed.'],
] as const) {
  test(`§4.11 a ${outcome} payment is reported at the top of /buy`, async ({ page }) => {
    await page.goto(`/buy?payment=${outcome}`);
    // Screen readers announce the notice when it gets the focus, so an alert would repeat it.
    const notice = page.locator(':focus');
    await expect(notice).toContainText(text);
    const ring = await notice.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      const { top } = element.getBoundingClientRect();
      const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      return { style: outlineStyle, room: top - reach - bar };
    });
    expect(ring.style, 'the notice has a ring').toBe('solid');
    expect(ring.room, 'the bar does not cut off the ring').toBeGreaterThan(0);
    await expect(page.getByRole('alert').filter({ hasText: text })).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
  });
}

test('§4.11 after a reload, the first view of /buy leads to what became of a payment, holds its room, and only the newest failure is said', async ({
  page,
}) => {
  const begun = (pack: string, at: number) => ({
    ...{ pack, code: null, key: crypto.randomUUID(), at: Date.now() - at, buyer: 0 },
    order: `order_${pack.replace('-', '')}0000000`,
  });
  const all = [begun('single', 60_000), begun('super-value', 30_000)];
  await page.addInitScript(
    ([key, value]) => localStorage.setItem(key, localStorage.getItem(key) ?? value),
    [storageKeys.begunPayments, JSON.stringify(all)] as const,
  );
  let answers = Promise.withResolvers<undefined>();
  await page.route(`**${paymentPaths.status}?*`, async (route) => {
    await answers.promise;
    await route.fulfill({ json: { status: 'failed', now: new Date().toISOString() } });
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/buy?payment=failed');
  const line = page.getByRole('link', { name: 'See your payment' });
  const notices = page.locator('#payments');
  await expect(page.locator(':focus')).toContainText('Your payment did not go through.');
  await expect(line, 'the notice says it already').toBeHidden();
  for (const visit of [2, 3, 4]) {
    const shift = await watchShift(page);
    await page.reload();
    await expect(line, `visit ${visit}`).toBeInViewport({ ratio: 1 });
    await expect(
      page.getByText('Your payment did not go through.').filter({ visible: true }),
    ).toHaveCount(1);
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    expect(await shift()).toBeLessThan(0.01);
    await line.click();
    await expect(notices).toBeFocused();
    await expect(notices.getByText('Checking your payment')).toBeInViewport();
    const bar = await page.getByRole('banner').boundingBox();
    const room = (await notices.boundingBox())?.y ?? 0;
    expect(room - (bar?.height ?? 0), 'the bar leaves some room').toBeGreaterThan(8);
    const before = await shift();
    answers.resolve(undefined);
    await expect(page.getByText('Your payment for the Super Value Pack')).toBeInViewport();
    expect((await shift()) - before, 'the cards stay').toBeLessThan(0.005);
    answers = Promise.withResolvers();
    await expect(page.getByText('Your payment for the Single Pack')).toHaveCount(0);
    await page.goto('/buy');
  }
});
