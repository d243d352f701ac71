import { axeFindings, expectToFit, scrollThrough, sizes } from '../support/page.ts';
import { publicRoutes } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

// The browser logs the 404 of the missing page.
test.use({ isOldest: true, expectedConsole: [/404 \(Not Found\).*\/no\/such\/page/] });

for (const { path, heading, status } of publicRoutes) {
  test(`${path} has its heading, no axe violations at any width, and §13.10 fits every width`, async ({
    page,
  }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    // On /success the same heading has the words for while the payment is being checked.
    await expect.soft(page.getByRole('heading', { level: 1 })).toContainText(heading);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await scrollThrough(page);
      expect.soft(await axeFindings(page), `${size.width} px`).toEqual([]);
    }
    // Up to a zoom of 400%, and with wider text.
    await expectToFit(page);
  });
}
