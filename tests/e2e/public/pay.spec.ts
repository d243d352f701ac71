import { expect, test } from '../support/test.ts';

test('§4.14 a phone can open its UPI app or copy the UPI address, because it cannot scan its own screen', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/pay');
  const open = page.getByRole('link', { name: 'Open your UPI app' });
  await expect(open).toBeHidden();
  await page.setViewportSize({ width: 360, height: 780 });
  const address = (await page.getByRole('figure').locator('strong').textContent()) ?? '';
  await expect(open).toHaveAttribute(
    'href',
    `upi://pay?pa=${address}&pn=AdmitCircle%20Alumni%20Initiative&cu=INR`,
  );

  const copy = page.getByRole('button', { name: 'Copy the address' });
  await copy.click();
  await expect(page.getByRole('status').filter({ hasText: 'Address copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await copy.click();
  await expect(
    page.getByRole('status').filter({ hasText: 'does not allow copying' }),
  ).toBeVisible();
});
