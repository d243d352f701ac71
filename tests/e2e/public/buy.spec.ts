import { paymentPaths } from '../../../src/domain/api.ts';
import { axeFindings } from '../support/page.ts';
import { checkoutFrame, expect, packCard, test } from '../support/test.ts';

test('§4.1 the sections are in order', async ({ page }) => {
  await page.goto('/buy');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Who is this for',
    "What you'll get",
    'Other benefits',
    'Choose your pack',
    'How 100% Refund Works',
    'About us',
    'From people who practised with us',
  ]);
  await expect(page.getByRole('main').getByRole('term')).toHaveText([
    '4.5/5 average rating',
    '350+ sessions',
  ]);
});

test('the page lists what comes with a pack', async ({ page }) => {
  await page.goto('/buy');
  const contents = page.getByRole('region', { name: "What you'll get" });
  await expect(contents.getByRole('heading', { level: 3 })).toHaveText([
    'Feedback from IIM alumni',
    'One-to-one mentorship',
    'Profile and CV building',
    'WAT preparation',
    'Transcripts of earlier interviews',
    'Mock GD with future batchmates',
  ]);
  const benefits = page.getByRole('region', { name: 'Other benefits' });
  await expect(benefits).toContainText('For the first 1000 students only.');
  await expect(benefits.getByRole('link', { name: 'Refund Policy' })).toHaveAttribute(
    'href',
    '/refundpolicy',
  );
  for (const ticket of await benefits.getByRole('listitem').all()) {
    await expect(ticket.getByRole('link'), 'each leads on').toHaveCount(1);
  }
  await expect(page.getByRole('region', { name: 'Who is this for' }).locator('li')).toHaveCount(4);
});

test('§4.2 each pack has its price, its list price crossed out, its contents and the true saving', async ({
  page,
}) => {
  await page.goto('/buy');
  const packs = [
    ['Single Pack', 'Rs 699', 'Rs 999', '1 mock interview or GD, 1 person', 'Rs 300 (30% off'],
    ['Most Purchased', 'Rs 999', 'Rs 1399', '2 mock interviews or GDs, 1 person', 'Rs 400 (28%'],
    [
      'Super Value Pack',
      'Rs 2399',
      'Rs 3499',
      '5 mock interviews or GDs, 2 persons',
      'Rs 1100 (31% off',
    ],
  ] as const;
  for (const [name, price, listPrice, contents, saving] of packs) {
    const card = packCard(page, name);
    await expect(card).toContainText(`Price ${price}`);
    await expect(card.locator('s')).toHaveText(`List price ${listPrice}`);
    await expect(card).toContainText(contents);
    await expect(card).toContainText(`You save ${saving}`);
    await expect(card.getByRole('button', { name: 'Buy Now' })).toBeEnabled();
  }
  await expect(page.getByText('Save 40%')).toHaveCount(0);
});

test('§4.3 the refund is explained in three steps, with its time limit', async ({ page }) => {
  await page.goto('/buy');
  const refund = page.getByRole('region', { name: 'How 100% Refund Works' });
  await expect(refund.getByRole('heading', { level: 3 })).toHaveText([
    'Enrol',
    'Sit the mock',
    'Get the refund',
  ]);
  await expect(refund).toContainText('Ask within 3 weeks of purchase');
  await expect(refund.getByRole('link', { name: 'Read the Refund Policy' })).toHaveAttribute(
    'href',
    '/refundpolicy',
  );
});

test('§8.1 key, order and script are asked for at the same time', async ({ page }) => {
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

test('the button of the hero leads to the packs', async ({ page }) => {
  await page.goto('/buy');
  await page.getByRole('link', { name: 'See the packs' }).click();
  await expect(page).toHaveURL(/\/buy#packs$/);
  await expect(page.getByRole('heading', { name: 'Choose your pack' })).toBeInViewport();
});

for (const [outcome, text] of [
  ['failed', 'That payment did not go through.'],
  ['pending', 'Your payment is still being confirmed.'],
] as const) {
  test(`§4.11 a ${outcome} payment is reported at the top`, async ({ page }) => {
    await page.goto(`/buy?payment=${outcome}`);
    // Screen readers read it out on focus; an alert would repeat it.
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
    expect(ring.room, 'the ring is not cut by the bar').toBeGreaterThan(0);
    await expect(page.getByRole('alert').filter({ hasText: text })).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
  });
}
