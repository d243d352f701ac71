import { questions } from '../support/content.ts';
import { axeFindings } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

// Translates on phones, because these tests run there too.
test.use({ isTranslated: ({ isMobile }, use) => use(isMobile) });

test('§3.11 the trust section does not have a gap below its picture', async ({ page }) => {
  await page.goto('/');
  const trust = page.getByRole('region', { name: 'Why you should trust us' });
  const picture = await trust.locator('.picture').boundingBox();
  const reasons = await trust.getByRole('list').boundingBox();
  const gap = (reasons?.y ?? 0) - (picture?.y ?? 0) - (picture?.height ?? 0);
  expect(gap).toBeLessThan(100);
});

test('§3.14 only one answer is open at a time, and clicking an open question closes it @phone', async ({
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

test('a question’s arrow turns while the answer is open, and the question changes colour under the mouse', async ({
  page,
}) => {
  await page.goto('/');
  const question = page.getByRole('region', { name: 'FAQs' }).locator('summary').first();
  const sign = () => question.evaluate((row) => getComputedStyle(row, '::after').rotate);
  expect(await sign()).toBe('45deg');
  await question.click();
  expect(await sign()).toBe('225deg');

  await page.mouse.move(0, 0);
  const colour = await question.evaluate((row) => getComputedStyle(row).color);
  await question.hover();
  await expect(question).not.toHaveCSS('color', colour);
});
