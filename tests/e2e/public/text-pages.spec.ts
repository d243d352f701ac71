import QRCode from 'qrcode';
import { expect, test } from '../support/test.ts';

const policies = {
  '/privacypolicy': ['at least 18', 'Do Not Track', 'Data Protection Board of India'],
  '/refundpolicy': ['within 3 weeks of purchase', 'original payment method', '100% refund'],
  '/cancellationpolicy': ['within 3 weeks of purchase', 'within 3 weeks of your request'],
  '/termsandcondition': [
    'You must be at least 18 years old',
    'requested within 3 weeks of purchase',
    'decision within 3 weeks of the request',
    'process the refund within 3 weeks of the decision to the original payment method',
  ],
};

for (const [path, sentences] of Object.entries(policies)) {
  test(`${path} has its date, its table of contents and its rules`, async ({ page }) => {
    await page.goto(path);
    const article = page.getByRole('article');
    await expect(article.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\d$/);
    for (const sentence of sentences) await expect(article).toContainText(sentence);

    const headings = await article.locator('.prose h2').allTextContents();
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    await expect(contents).toHaveText(headings.map((text) => text.replace(/^\d+\. /, '')));
    await contents.last().click();
    await expect(article.locator('.prose h2').last()).toBeInViewport();
  });
}

test('the contact page has every way to reach the team', async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.getByRole('term')).toHaveText([
    'General enquiries',
    'Support',
    'Phone',
    'Business hours',
    'Office address',
    'Grievance officer',
    'Follow us',
  ]);
  await expect(main).toContainText('Monday to Saturday, 9:00 AM to 6:00 PM');
  const links = {
    'team@admitcircle.example': 'mailto:team@admitcircle.example',
    'support@admitcircle.example': 'mailto:support@admitcircle.example',
    'grievance@admitcircle.example': 'mailto:grievance@admitcircle.example',
  };
  for (const [name, href] of Object.entries(links)) {
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await expect(main.getByRole('link', { name: /^\+91/ }).first()).toHaveAttribute(
    'href',
    /^tel:\+91\d+$/,
  );
  for (const name of ['YouTube', 'Instagram', 'LinkedIn', 'Facebook']) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('target', '_blank');
  }
});

test('§4.7 the payment page shows the UPI address as a QR code and links to /buy for a receipt', async ({
  page,
}) => {
  await page.goto('/pay');
  const code = page.getByRole('img', { name: 'QR code with our UPI payment address' });
  const address = (await page.getByRole('figure').locator('strong').textContent()) ?? '';
  expect(address).toMatch(/^[\w.-]+@\w+$/);
  const { modules } = QRCode.create(
    `upi://pay?pa=${encodeURIComponent(address)}&pn=AdmitCircle+Alumni+Initiative&cu=INR`,
  );
  const dots = [
    ...((await code.locator('path').getAttribute('d')) ?? '').matchAll(/M(\d+) (\d+)h/g),
  ];
  const drawn = new Set(dots.map(([, x, y]) => Number(y) * modules.size + Number(x)));
  const expected = [...modules.data].flatMap((dark, index) => (dark ? [index] : []));
  expect([...drawn]).toEqual(expected);
  await expect(page.getByRole('link', { name: 'Buy with a receipt' })).toHaveAttribute(
    'href',
    '/buy',
  );
});

test('§4.14 a phone opens its UPI app or copies the address, because it cannot scan itself', async ({
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
    `upi://pay?pa=${encodeURIComponent(address)}&pn=AdmitCircle+Alumni+Initiative&cu=INR`,
  );

  const copy = page.getByRole('button', { name: 'Copy the address' });
  await copy.click();
  await expect(page.getByRole('status').filter({ hasText: 'is copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await copy.click();
  await expect(page.getByRole('status').filter({ hasText: 'copies nothing' })).toBeVisible();
});
