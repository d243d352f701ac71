import { scrollThrough } from '../support/page.ts';
import { database } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

const endpoint = '**/rest/v1/home?*';
const failure = 'home data couldnot be loaded';

// The browser logs every failure that a test provokes.
test.use({ expectedConsole: [/Failed to load resource.*\/rest\/v1\/home/] });

test('a picture changes in place when its row changes, and one query serves every picture', async ({
  page,
}) => {
  const rows = await database.from('home').select('*').throwOnError();
  const changed = rows.data.map((row) =>
    row.imagename === 'moneysave_1' ? { ...row, imageurl: '/home/trustus_1.svg' } : row,
  );
  let asked = 0;
  await page.route(endpoint, (route) => {
    asked += 1;
    return route.fulfill({ json: changed });
  });
  await page.goto('/');
  const picture = page.locator('[data-home-image="moneysave_1"]');
  await expect(picture).toHaveAttribute('src', '/home/moneysave_1.svg');
  expect(asked, 'nothing is requested on load').toBe(0);
  await scrollThrough(page);
  await expect(picture).toHaveAttribute('src', /\/home\/trustus_1\.svg$/);
  await expect(page.locator('[data-home-image="footer_logo"]')).toHaveAttribute(
    'src',
    '/home/footer_logo.svg',
  );
  expect(asked, 'one query serves every picture').toBe(1);
});

test('the page gets the rows of the database', async ({ page }) => {
  const seeded = await database.from('home').select('imagename, imageurl').throwOnError();
  await page.goto('/');
  const answer = page.waitForResponse(/\/rest\/v1\/home\?/);
  await scrollThrough(page);
  expect(await (await answer).json()).toEqual(expect.arrayContaining(seeded.data));
});

test('§9.11 home content is fetched again after 10 s and not before', async ({ page }) => {
  await page.clock.install();
  let asked = 0;
  await page.route(endpoint, (route) => {
    asked += 1;
    return route.fulfill({ json: [] });
  });
  await page.goto('/');
  const becomeVisible = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.locator('#benefits').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(9_000);
  await becomeVisible();
  expect(asked).toBe(1);
  await page.clock.runFor(1_500);
  await becomeVisible();
  await expect.poll(() => asked).toBe(2);
});

for (const [what, answer] of [
  ['a service error', { status: 500, json: { message: 'down' } }],
  ['rows of another shape', { json: [{ name: 'benefits_1' }] }],
  ['a reply that is not JSON', { contentType: 'text/html', body: '<p>Sorry</p>' }],
] as const) {
  test(`R1 R2 §5.29 ${what} is reported once, and the built pictures stay`, async ({ page }) => {
    await page.route(endpoint, (route) => route.fulfill(answer));
    await page.goto('/');
    await scrollThrough(page);
    await expect(page.getByText(failure)).toHaveCount(1);
    for (const picture of await page.locator('[data-home-image]').all()) {
      const name = (await picture.getAttribute('data-home-image')) ?? '';
      await expect(picture).toHaveAttribute('src', `/home/${name}.svg`);
    }
  });
}

test('R1 R2 §5.29 a query without an answer times out and is reported', async ({ page }) => {
  await page.clock.install();
  await page.route(endpoint, () => new Promise(() => undefined));
  await page.goto('/');
  const asked = page.waitForRequest(/\/rest\/v1\/home\?/);
  await scrollThrough(page);
  await asked;
  await expect(page.getByText(failure)).toHaveCount(0);
  await expect(page.getByText(failure)).toBeVisible({ timeout: 20_000 });
});

test('R2 the built picture stays when its row or its new file is missing', async ({ page }) => {
  await page.route(endpoint, (route) =>
    route.fulfill({ json: [{ imagename: 'benefits_1', imageurl: '/home/not-there.svg' }] }),
  );
  await page.route('**/home/not-there.svg', (route) => route.fulfill({ body: 'no picture' }));
  await page.goto('/');
  const tried = page.waitForResponse('**/home/not-there.svg');
  await scrollThrough(page);
  await tried;
  await expect(page.locator('[data-home-image="benefits_1"]')).toHaveAttribute(
    'src',
    '/home/benefits_1.svg',
  );
  await expect(page.getByText(failure)).toHaveCount(0);
});
