import { paymentPaths } from '../../../src/domain/api.ts';
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
  ['failed', 'That payment did not go through.'],
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
