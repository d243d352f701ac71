import { memberHome } from '../../../src/domain/account/next-path.ts';
import { failedRequest, holdBack } from '../support/faults.ts';
import { becomeMember, createMember } from '../support/members.ts';
import { expectAccessible } from '../support/page.ts';
import { expect, submitLogin, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/auth/v1/token')] });

const wrong = 'Either password or email is wrong';

test('§5.28 A11 a wrong password and an unknown address get the same reply, and the address stays in the form', async ({
  page,
}) => {
  const { email } = await createMember();
  const answers: (string | null)[] = [];
  for (const address of [email, `nobody.${crypto.randomUUID()}@example.com`]) {
    await page.goto('/login');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert, 'the alert exists before its message').toHaveText('');
    await submitLogin(page, { email: address, password: 'not the password' });
    await expect(alert).toContainText('Check your email and password');
    await expect(page.locator('#toasts')).toHaveAttribute('aria-live', 'polite');
    const toast = page.locator('#toasts').getByText(wrong, { exact: true });
    await expect(toast).toBeVisible();
    const bar = await page.getByRole('banner').boundingBox();
    expect((await toast.boundingBox())?.y, 'the toast is below the bar').toBeGreaterThan(
      bar?.height ?? 0,
    );
    await expect(page.getByLabel('Email')).toHaveValue(address);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await expectAccessible(page, 'refused');
    answers.push(await page.getByRole('main').innerText());
  }
  expect(answers[0]).toBe(answers[1]);
});

test('§5.15 §6.11 the page is covered during login, and the dashboard replaces the login in the browser’s history', async ({
  page,
}) => {
  const member = await createMember();
  await page.goto('/login#token_hash=0123456789abcdef0123456789abcdef&type=email');
  await expect(page.getByRole('button', { name: 'Confirm my address' })).toBeVisible();
  await expectAccessible(page, 'with a mailed link');
  const release = await holdBack(page, '**/auth/v1/token*');
  await page.goto('/login?ended=1');
  await submitLogin(page, { ...member, password: 'wrong' });
  const overlay = page.locator('.page-loading');
  await expect(overlay).toBeVisible();
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  await expectAccessible(page, 'while it is sent');
  release();
  // The toast may have disappeared while axe read the page.
  await expect(page.getByRole('alert')).toBeVisible();

  await page.goto('/contact');
  await page.goto('/login');
  await submitLogin(page, { ...member, email: ` ${member.email.toUpperCase()} ` });
  await expect(page).toHaveURL(memberHome);
  await page.goBack();
  await expect(page).toHaveURL('/contact');
});

test('R10 a member whose browser blocks site data is told why they cannot stay logged in', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    // Firefox blocks this too when it blocks site data.
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  });
  page.on('request', (request) => {
    expect(request.url(), 'no password is sent').not.toContain('/auth/v1/token');
  });
  await page.goto('/login');
  await expect(page.getByText('Your browser blocks this site’s data')).toBeVisible();
  await submitLogin(page, await createMember());
  await expect(page.getByRole('alert')).toContainText('Allow site data');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('A1 tokens in a URL do not log anyone in', async ({ page }) => {
  const { session } = await createMember();
  const tokens = new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: 'recovery',
  });
  for (const path of ['/', '/login', '/dashboard/settings']) {
    await page.goto(`${path}#${tokens}`);
    await expect(page.getByRole('banner')).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  }
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fsettings/);
});

test('§6.27 §2.33 §5.14 §5.17 a first-time visitor to the login is invited to sign up, one press away', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: "Join Us-it's free" }).first().click();
  const invitation = page.getByRole('region', { name: "New here? It's free" });
  await expect(invitation).toBeInViewport();
  await expect(page.getByText('Good to see you again. Your packs')).toBeHidden();
  await invitation.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup?next=%2Fdashboard%2Fmain');

  // A visitor who selects ‘Log in’ has an account.
  await page.goto('/login');
  await expect(page.getByText('Good to see you again. Your packs')).toBeVisible();
  await expect(invitation).toBeHidden();
  await expect(page.locator('img[data-home-image="login"]')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
    'href',
    '/forgotpassword',
  );
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('A2 A28 the login and the sign-up redirect a member to the dashboard, and never to another site', async ({
  page,
}) => {
  await becomeMember(page);
  for (const path of ['/login', '/signup', '/login?next=%2F%2Fevil.example']) {
    await page.goto(path);
    await expect(page).toHaveURL(memberHome);
  }
});
