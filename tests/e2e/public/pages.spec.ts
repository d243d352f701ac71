import { axeFindings, expectToFit, scrollThrough, sizes } from '../support/page.ts';
import { publicRoutes } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

// The browser logs the missing page’s 404.
test.use({
  isOldest: true,
  isTranslated: true,
  expectedConsole: [/404 \(Not Found\).*\/no\/such\/page/],
});

for (const { path, heading, status } of publicRoutes) {
  test(`${path} has its heading, no axe violations at any width, and §13.10 fits every width`, async ({
    page,
  }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    // The same heading on /success also has the text shown while the payment is checked.
    await expect.soft(page.getByRole('heading', { level: 1 })).toContainText(heading);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await scrollThrough(page);
      expect.soft(await axeFindings(page), `${size.width} px`).toEqual([]);
    }
    // Checks a zoom of up to 400% and larger text.
    await expectToFit(page);
  });
}
