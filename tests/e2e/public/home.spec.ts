import { questions } from '../support/content.ts';
import { axeFindings } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

test('§3.1 the sections are in order', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Benefits for Members',
    'Why you should trust us',
    'How we save you money',
    'Hear it from the people in it',
    'FAQs',
    'See what your friends at top B-school says',
  ]);
});

test('§3.2 §3.3 §3.4 the hero has its claim, its figures and its button', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByText('Lenders are made to compete')).toBeVisible();
  await expect(main.getByText('an alumni initiative', { exact: true })).toBeVisible();
  await expect(main.getByRole('term')).toHaveText([
    '740+ students',
    'up to 4% for members',
    '695+ mock bookings',
  ]);
  const ways = main.getByRole('link', { name: "Join Us-it's free" });
  await expect(ways).toHaveCount(2);
  for (const way of await ways.all()) await expect(way).toHaveAttribute('href', '/dashboard/main');
  await ways.first().click();
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fmain$/);
});

test('§3.5 the five benefits are numbered, and the first three have their pictures', async ({
  page,
}) => {
  await page.goto('/');
  const benefits = page.getByRole('region', { name: 'Benefits for Members' }).locator('ol > li');
  await expect(benefits.getByRole('heading', { level: 3 })).toHaveText([
    'No Charges',
    'Best Interest Rate in India (Guaranteed)',
    'Free Access to Student Community',
    'Value Learning',
    'Rate Match Guarantee',
  ]);
  await expect(benefits.nth(0)).toContainText('no obligation, no credit verification, no push');
  for (const [index, name] of ['benefits_1', 'benefits_2', 'benefits_3'].entries()) {
    await expect(benefits.nth(index).locator('img')).toHaveAttribute('data-home-image', name);
  }
  for (const index of [3, 4]) {
    await expect(benefits.nth(index).locator('img')).toHaveAttribute('src', /^\/_astro\//);
  }
  await expect(benefits.getByText('How this works.')).toHaveCount(4);
});

test('§3.11 §3.12 trust and saving have their pictures, button and cards', async ({ page }) => {
  await page.goto('/');
  const trust = page.getByRole('region', { name: 'Why you should trust us' });
  await expect(trust.locator('img')).toHaveAttribute('data-home-image', 'trustus_1');
  await expect(trust.getByRole('link', { name: "Join Us-it's free" })).toBeVisible();
  const picture = await trust.locator('.picture').boundingBox();
  const reasons = await trust.getByRole('list').boundingBox();
  const gap = (reasons?.y ?? 0) - (picture?.y ?? 0) - (picture?.height ?? 0);
  expect(gap, 'no hole under the picture').toBeLessThan(100);
  const saving = page.getByRole('region', { name: 'How we save you money' });
  await expect(saving.locator('img')).toHaveAttribute('data-home-image', 'moneysave_1');
  await expect(saving.getByRole('listitem').getByRole('heading')).toHaveText([
    'Uniting the strength of group members',
    'Lenders wanting group business',
  ]);
});

test('§3.14 one answer is open at a time, and a click on the open question closes it @phone', async ({
  page,
}) => {
  await page.goto('/');
  const faqs = page.getByRole('region', { name: 'FAQs' });
  const items = faqs.locator('details');
  const open = faqs.locator('details[open]');
  const reach = items.locator('summary').filter({ hasText: 'How do I reach you?' });
  await expect(items.locator('summary')).toHaveText(questions);
  await expect(open).toHaveCount(0);

  await items.nth(0).locator('summary').click();
  await expect(faqs.getByText('We are an enabler, not a lender')).toBeVisible();
  await reach.click();
  await expect(open).toHaveCount(1);
  await expect(open.getByRole('link', { name: 'team@admitcircle.example' })).toBeVisible();
  await expect(faqs.getByText('We are an enabler, not a lender')).toBeHidden();
  expect(await axeFindings(page)).toEqual([]);

  await reach.click();
  await expect(open).toHaveCount(0);
  await items.nth(1).locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(open).toContainText('look at scholarships first');
});

test('a question looks as if it opens: a plus, a minus while it is open, and a hover', async ({
  page,
}) => {
  await page.goto('/');
  const question = page.getByRole('region', { name: 'FAQs' }).locator('summary').first();
  const sign = () => question.evaluate((row) => getComputedStyle(row, '::after').backgroundSize);
  expect(await sign(), 'the height of the upright line').toMatch(/2px [1-9][\d.]*px$/);
  await question.click();
  expect(await sign()).toMatch(/2px 0(?:px)?$/);

  await page.mouse.move(0, 0);
  const colour = await question.evaluate((row) => getComputedStyle(row).color);
  await question.hover();
  await expect(question).not.toHaveCSS('color', colour);
});
