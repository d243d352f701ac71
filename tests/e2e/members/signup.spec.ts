import { answerWith, failedRequest } from '../support/faults.ts';
import { createMember } from '../support/members.ts';
import { expect, fillSignUp, newPerson, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/auth/v1/signup')] });

const signUp = { name: 'SIGN UP', exact: true };

test('§5.26 §5.47 A14 an email address that already has an account brings the alert into view, with a link to the login', async ({
  page,
}) => {
  const { email } = await createMember();
  // On a phone with an open keyboard the form is several windows tall.
  await page.setViewportSize({ width: 360, height: 420 });
  await page.goto('/signup?next=%2Fdashboard%2Fsettings');
  const login = '/login?next=%2Fdashboard%2Fsettings';
  const toLogin = page.getByRole('main').getByRole('link', { name: 'Log in' });
  await expect(toLogin, '§5.14').toHaveAttribute('href', login);
  await page.getByRole('button', signUp).click();
  const terms = page.getByRole('checkbox', { name: /terms and condition/i });
  await expect(terms).toHaveAttribute('aria-invalid', 'true');
  await expect(terms, 'the box also looks wrong').not.toHaveCSS('box-shadow', 'none');
  await fillSignUp(page, newPerson({ email }));
  await page.getByRole('button', signUp).click();
  const alert = page.getByRole('alert');
  const reason = page.getByText('There is already an account with this address.');
  await expect(page.getByLabel('First Name')).toBeFocused();
  await expect(page.locator('#toasts').getByText('User already registered')).toBeVisible();
  await expect(reason).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole('banner').boundingBox();
  const box = await alert.boundingBox();
  expect(box?.y, 'the alert is below the bar').toBeGreaterThanOrEqual(bar?.height ?? 0);
  await page.getByRole('link', { name: 'Log in instead' }).click();
  await expect(page).toHaveURL(login);
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('when a focused field is scrolled to the top, as Safari does, its label stays below the bar', async ({
  page,
}) => {
  await page.goto('/signup');
  const field = page.getByLabel('Email');
  await field.focus();
  await field.evaluate((element) => {
    element.scrollIntoView({ behavior: 'instant' });
  });
  const bar = await page.getByRole('banner').boundingBox();
  const label = await page.locator('label', { hasText: 'Email' }).boundingBox();
  expect(label?.y).toBeGreaterThanOrEqual(bar?.height ?? Infinity);
});

test('§13.18 the empty seat drawn beside the form is filled after sign-up', async ({ page }) => {
  const user = { id: crypto.randomUUID(), role: 'authenticated', identities: [] };
  await answerWith(page, '**/auth/v1/signup*', 200, user);
  await page.goto('/signup');
  await fillSignUp(page, newPerson());
  const seat = page.locator('.your-seat g > :last-child');
  await expect(seat).toHaveCSS('opacity', '0');
  await page.getByRole('button', signUp).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(seat).toHaveCSS('opacity', '1');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(seat).toHaveCSS('animation-name', 'none');
});
