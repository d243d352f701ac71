import { questions, storiesOn } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

for (const path of ['/', '/buy']) {
  test(`R7 all stories on ${path} can be read without JavaScript`, async ({ page }) => {
    await page.goto(path);
    const section = page.locator('#testimonials');
    await expect(section.getByRole('button', { name: 'Next', includeHidden: true })).toBeHidden();
    for (const { name } of storiesOn(path)) {
      const card = section.getByRole('heading', { name, level: 3 });
      await card.scrollIntoViewIfNeeded();
      await expect(card).toBeInViewport({ ratio: 0.9 });
    }
  });
}

test('R7 without JavaScript every answer opens, the video is a link, and the side menu works', async ({
  page,
}) => {
  await page.goto('/');
  const items = page.getByRole('region', { name: 'FAQs' }).locator('details');
  await expect(items).toHaveCount(questions.length);
  for (const item of await items.all()) {
    await item.locator('summary').click();
    await expect(item.locator('.answer')).toBeVisible();
  }
  await expect(page.locator('details[open]')).toHaveCount(1);

  await expect
    .soft(page.getByRole('link', { name: 'Play video' }))
    .toHaveAttribute('href', /^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/);

  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
});
