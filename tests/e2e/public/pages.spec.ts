import { axeFindings, expectToFit, scrollThrough } from '../support/page.ts';
import { publicRoutes } from '../support/routes.ts';
import { stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

// The browser logs the 404 of the missing page.
test.use({ expectedConsole: [/404 \(Not Found\).*\/no\/such\/page/] });

for (const { path, heading, listed, footer, status } of publicRoutes) {
  test(`${path} has its heading, its metadata and no axe violations @phone`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(/^.{5,46} \| AdmitCircle$/);
    const meta = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
    expect(await meta('description')).toMatch(/^.{50,160}$/);
    expect(await meta('og:image')).toMatch(/\/og\/\w+\.png$/);
    const image = await page.request.get(new URL((await meta('og:image')) ?? '').pathname);
    expect(image.headers()['content-type']).toBe('image/png');

    const canonical = page.locator('link[rel="canonical"]');
    if (listed) {
      await expect(canonical).toHaveAttribute('href', new URL(path, stack.site).href);
      await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    } else {
      await expect(canonical).toHaveCount(0);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    }
    await expect(page.getByRole('contentinfo')).toHaveCount(footer ? 1 : 0);

    await scrollThrough(page);
    expect(await axeFindings(page)).toEqual([]);
  });

  test(`§13.10 ${path} fits every width, up to a zoom of 400 % and with wider text`, async ({
    page,
  }) => {
    await page.goto(path);
    await scrollThrough(page);
    await expectToFit(page);
  });
}

test('the 404 page leads home @phone', async ({ page }) => {
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(`${stack.site}/`);
});
