import { holdBack } from '../support/faults.ts';
import { newMail } from '../support/mail.ts';
import { expectAccessible } from '../support/page.ts';
import { mailOf } from '../support/stack.ts';
import { expect, phone, test } from '../support/test.ts';

const support = 'support@admitcircle.example';

test.use({ isTranslated: true });

test('§18.13 a message written before the scripts arrive gets a number, and support can answer the visitor', async ({
  page,
}) => {
  const email = `asha.${crypto.randomUUID()}@example.com`;
  const body = `Is ${email} on the list?`;
  await page.setViewportSize(phone.viewport);
  const send = page.getByRole('button', { name: 'Send message' });
  const release = await holdBack(page, '**/_astro/*.js');
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Write to us' }).click();
  await page.getByRole('radio', { name: 'A complaint' }).check();
  await page.getByLabel('Your email address').fill(email);
  await page.getByLabel('Your name').fill('Asha');
  // The form starts over when its language is not its scripts’ language.
  await page
    .getByText('Your message', { exact: true })
    .last()
    .evaluate((label) => {
      label.textContent = 'आपका संदेश';
    });
  const begunAnew = page.waitForEvent('pageerror');
  release();
  await begunAnew;
  await expect(send).toBeEnabled();
  await page.keyboard.type(' Rao');
  await send.click();
  await expect(page.getByLabel('Your message')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'with an error');
  await page.getByLabel('Your message').fill(body);
  await page.setViewportSize(phone.viewport);
  await send.click();
  // The notice gets the focus and comes into view, because the keyboard was in the form.
  const thanks = page.locator(':focus');
  await expect(thanks).toContainText('Your complaint is number');
  await expect(thanks).toContainText('We will settle it by');
  await expect(thanks).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'sent');
  const number = (await thanks.locator('strong').first().textContent()) ?? '';

  const confirmation = await newMail(email, `number ${number}`);
  expect(confirmation.text).not.toMatch(/Asha|on the list/);
  const forSupport = (await mailOf(support)).find(({ subject }) => subject.includes(number));
  expect(forSupport?.text).toContain(body);
  expect(forSupport?.text).toContain('Asha Rao');
});
