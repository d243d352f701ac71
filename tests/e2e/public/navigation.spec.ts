import { expect, test } from '../support/test.ts';

test('the bar has the links of §2.22 to §2.28 and stays in place (§2.21)', async ({ page }) => {
  await page.goto('/');
  const bar = page.getByRole('banner');
  const links = {
    Benefits: '/#benefits',
    'About Us': '/#about-us',
    GDPI: '/buy',
    FAQs: '/#faqs',
    'Log in': '/login',
    'Sign up': '/signup',
  };
  for (const [name, href] of Object.entries(links)) {
    await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  const podcasts = bar.getByRole('link', { name: 'Podcasts' });
  await expect(podcasts).toHaveAttribute('href', /^https:\/\//);
  await expect(podcasts).toHaveAttribute('target', '_blank');
  await expect(bar.getByRole('link', { name: 'AdmitCircle' })).toHaveAttribute('href', '/');
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  await expect(podcasts).toBeInViewport();
});

for (const [name, heading] of [
  ['Benefits', 'Benefits for Members'],
  ['About Us', 'Why you should trust us'],
  ['FAQs', 'FAQs'],
] as const) {
  for (const path of ['/', '/buy', '/contact']) {
    test(`${name} leads from ${path} to its section of the home page`, async ({ page }) => {
      await page.goto(path);
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(/\/#[\w-]+$/);
      const target = page.getByRole('heading', { name: heading, level: 2 });
      await expect(target).toBeInViewport();
      const bar = await page.getByRole('banner').boundingBox();
      await expect
        .poll(async () => (await target.boundingBox())?.y, { message: 'below the bar' })
        .toBeGreaterThanOrEqual(bar?.height ?? 0);
    });
  }
}

test('§2.20 a page opens at its top, even after a reload', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  await page.getByRole('banner').getByRole('link', { name: 'GDPI' }).click();
  await expect(page).toHaveURL(/\/buy$/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

for (const loads of ['once', 'twice']) {
  test(`§2.20 going back restores the scroll position of a page loaded ${loads}`, async ({
    page,
  }) => {
    await page.goto('/');
    if (loads === 'twice') await page.reload();
    await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    await page.getByRole('banner').getByRole('link', { name: 'GDPI' }).click();
    await expect(page).toHaveURL(/\/buy$/);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(2500);
  });
}

test('the footer has its seven quick links and four social links', async ({ page }) => {
  await page.goto('/contact');
  const footer = page.getByRole('contentinfo');
  const quick = footer.getByRole('navigation', { name: 'Quick Links' }).getByRole('link');
  await expect(quick).toHaveText([
    'How We Started',
    'FAQs',
    'Contact Us',
    'Privacy Policy',
    'Refund Policy',
    'Cancellation Policy',
    'Terms and Condition',
  ]);
  const hrefs = await quick.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([
    '/#about-us',
    '/#faqs',
    '/contact',
    '/privacypolicy',
    '/refundpolicy',
    '/cancellationpolicy',
    '/termsandcondition',
  ]);
  const social = footer.locator('a[target="_blank"]');
  await expect(social).toHaveText([/YouTube/, /Instagram/, /LinkedIn/, /Facebook/]);
  await expect(footer).toContainText(/© \d{4} .+ All rights reserved\./);
  await expect(footer.getByRole('img', { name: 'AdmitCircle' })).toHaveAttribute(
    'data-home-image',
    'footer_logo',
  );
});

test('the chat button leads to the messaging service @phone', async ({ page }) => {
  await page.goto('/');
  const chat = page.getByRole('link', { name: 'Chat with us' });
  await expect(chat).toBeInViewport();
  await expect(chat).toHaveAttribute('href', /^https:\/\//);
  await expect(chat).toHaveAttribute('target', '_blank');
  await expect(chat).toHaveAttribute('rel', 'noopener');
});

test('the first tab stop skips to the content', async ({ page }) => {
  await page.goto('/contact');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
