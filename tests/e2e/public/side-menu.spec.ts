import type { Page } from 'playwright/test';
import { axeFindings } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const opener = (page: Page) => page.getByRole('button', { name: 'Open menu' });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

test('by mouse and touch the side menu opens with the bar’s links, and a button, the overlay or a link closes it', async ({
  page,
}) => {
  await page.goto('/');
  await opener(page).click();
  const links = menu(page).getByRole('link');
  const ofBar = ['Benefits', 'About Us', 'GDPI', /^Podcasts/, 'FAQs'];
  await expect.soft(links).toHaveText([...ofBar, 'Sign up', 'Log in']);
  await expect.soft(links.filter({ hasText: 'Podcasts' })).toHaveAttribute('target', '_blank');
  expect.soft(await axeFindings(page)).toEqual([]);
  await page.mouse.move(40, 400);
  await page.mouse.wheel(0, 500);
  await menu(page).getByRole('button', { name: 'Close menu' }).click();
  await expect(menu(page)).toBeHidden();
  expect(await scrolled(page), 'the page behind has not scrolled').toBe(0);

  await opener(page).click();
  await page.mouse.click(20, 400);
  await expect(menu(page)).toBeHidden();

  await opener(page).tap();
  await expect(menu(page)).toBeVisible();
  await page.touchscreen.tap(20, 400);
  await expect(menu(page)).toBeHidden();

  await opener(page).click();
  await menu(page).getByRole('link', { name: 'FAQs' }).click();
  await expect(menu(page), 'a link to a section closes the menu').toBeHidden();
  await expect(page).toHaveURL(/\/#faqs$/);
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(opener(page), 'a wide window has no menu').toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('keyboard focus stays inside the open side menu, and Escape closes the menu and returns the focus', async ({
  page,
}) => {
  await page.goto('/');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  await expect(menu(page).getByRole('button', { name: 'Close menu' })).toBeFocused();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press(key);
      const inside = await menu(page).evaluate((dialog) => dialog.contains(document.activeElement));
      expect(inside, `${key} number ${press + 1}`).toBe(true);
    }
  }
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
});
