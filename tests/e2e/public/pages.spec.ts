import { axeFindings, expectToFit, scrollThrough } from '../support/page.ts';
import { publicRoutes } from '../support/routes.ts';
import { stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

// The browser logs the 404 of the missing page.
test.use({ expectedConsole: [/404 \(Not Found\).*\/no\/such\/page/] });

for (const { path, heading, listed, footer, status } of publicRoutes) {
  test(`${path} has its heading, its metadata, no axe violations and §13.10 fits every width @phone`, async ({
    page,
    isMobile,
  }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    await expect.soft(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect.soft(page).toHaveTitle(/^.{5,46} \| AdmitCircle$/);
    const meta = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
    expect.soft(await meta('description')).toMatch(/^.{50,160}$/);
    expect.soft(await meta('og:image')).toMatch(/\/og\/\w+\.png$/);
    const image = await page.request.get(new URL((await meta('og:image')) ?? '').pathname);
    expect.soft(image.headers()['content-type']).toBe('image/png');

    const canonical = page.locator('link[rel="canonical"]');
    if (listed) {
      await expect.soft(canonical).toHaveAttribute('href', new URL(path, stack.site).href);
      await expect.soft(page.locator('meta[name="robots"]')).toHaveCount(0);
    } else {
      await expect.soft(canonical).toHaveCount(0);
      await expect.soft(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    }
    await expect.soft(page.getByRole('contentinfo')).toHaveCount(footer ? 1 : 0);

    await scrollThrough(page);
    expect.soft(await axeFindings(page)).toEqual([]);
    // Up to a zoom of 400 %, and with wider text. A phone has its own width.
    if (!isMobile) await expectToFit(page);
  });
}

test('the 404 page leads home @phone', async ({ page }) => {
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(`${stack.site}/`);
});
