import { stopClock } from '../support/clock.ts';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { becomeMember, createMember } from '../support/members.ts';
import { pressByKey } from '../support/page.ts';
import { database } from '../support/stack.ts';
import { expect, fillSignUp, newPerson, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/auth/v1/signup')] });

const signUp = { name: 'SIGN UP', exact: true };

test('Y4 Y7 every empty field has its message of §5.1 to §5.8, and the first one gets the focus @phone', async ({
  page,
}) => {
  await page.goto('/signup');
  await page.getByRole('button', signUp).click();
  for (const [field, message] of [
    ['First Name', 'First Name filed is required'],
    ['Last Name', 'Last Name is required'],
    ['Email', 'Email is required'],
    ['Phone Number', 'Phone Number is required'],
    ['Password', 'Password is required'],
    ['Confirm Password', 'please enter the password'],
  ] as const) {
    const input = page.getByLabel(field, { exact: true });
    await expect(input).toHaveAccessibleDescription(new RegExp(`^${message}`));
    await expect(input).toHaveAttribute('aria-invalid', 'true');
  }
  const terms = page.getByRole('checkbox', { name: /terms and condition/i });
  await expect(terms).toHaveAccessibleDescription('please accept terms and conditions');
  await expect(terms, 'it looks wrong too').not.toHaveCSS('box-shadow', 'none');
  await expect(page.getByLabel('First Name')).toBeFocused();
  await expect(page.getByLabel('Referral Code')).not.toHaveAttribute('aria-invalid');
});

test('§5.3 §5.4 §5.6 §5.7 each invalid value has its message', async ({ page }) => {
  await page.goto('/signup');
  await fillSignUp(page, newPerson({ email: 'asha@example', phonenumber: '987654321' }));
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByRole('button', signUp).click();
  await expect(page.getByText('entered email is not valid', { exact: true })).toBeVisible();
  await expect(page.getByText('Entered phone number is not valid', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Password needs a minimum of 6 characters', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Entered passwords donot match', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('asha@example.com');
  await expect(page.getByText('entered email is not valid')).toBeHidden();
});

test('§5.10 §5.12 §6.8 the form sends what was typed, and a blank referral code as 0000', async ({
  page,
}) => {
  const release = await holdBack(page, '**/auth/v1/signup*');
  const person = newPerson({ password: 'sixsix' });
  await page.goto('/signup');
  await fillSignUp(page, { ...person, email: `  ${person.email.toUpperCase()} ` });
  await page.getByLabel('Referral Code').fill('   ');
  const sent = page.waitForRequest('**/auth/v1/signup*');
  await page.getByRole('button', signUp).click();

  await expect(page.getByRole('button', { name: 'Signing Up...', exact: true })).toBeDisabled();
  for (const input of await page.getByRole('main').locator('input').all()) {
    await expect(input).toBeDisabled();
  }
  expect((await sent).postDataJSON()).toMatchObject({
    email: person.email,
    password: 'sixsix',
    data: {
      firstname: person.firstname,
      lastname: person.lastname,
      phonenumber: person.phonenumber,
      email: person.email,
      referralcode: '0000',
    },
  });
  release();
  await expect(page).toHaveURL('/dashboard/main');
  await expect(page.getByText('Account has been created successfully!')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('isLoggedIn'))).toBe('true');
});

test('§5.11 §5.26 A14 a refusal is shown in the words of the service, and the form is reset', async ({
  page,
}) => {
  const { email } = await createMember();
  await page.clock.install();
  await page.goto('/signup');
  await fillSignUp(page, newPerson({ email }));
  await stopClock(page);
  await pressByKey(page.getByRole('button', signUp));

  const toast = page.locator('#toasts').getByText('User already registered');
  await expect(toast).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('User already registered');
  for (const input of await page.getByRole('main').getByRole('textbox').all()) {
    await expect(input).toHaveValue('');
  }
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  // The form library moves the focus in a timer, which needs a running clock.
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(page.getByLabel('First Name')).toBeFocused({ timeout: 200 });
  }).toPass();

  // An error toast stays for 4000 ms (§9.12); the alert beside the form remains (§5.11).
  await page.clock.fastForward(3_000);
  await expect(toast).toBeVisible();
  await page.clock.fastForward(1_500);
  await expect(toast).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('User already registered');
});

test('§5.47 an address with an account brings its alert into view, which leads to the login', async ({
  page,
}) => {
  const { email } = await createMember();
  // A phone whose keyboard is open: the form is several windows tall.
  await page.setViewportSize({ width: 360, height: 420 });
  await page.goto('/signup?next=%2Fdashboard%2Fsettings');
  await fillSignUp(page, newPerson({ email }));
  await page.getByRole('button', signUp).click();
  const reason = page.getByText('There is an account with this address already.');
  await expect(page.getByLabel('First Name')).toBeFocused();
  await expect(reason).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole('banner').boundingBox();
  const box = await page.getByRole('alert').boundingBox();
  expect(box?.y, 'below the bar').toBeGreaterThanOrEqual(bar?.height ?? 0);
  await page.getByRole('link', { name: 'Log in instead' }).click();
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fsettings');
});

test('§6.10 the page says when the address must be confirmed, and sends the mail again', async ({
  page,
}) => {
  const user = { id: crypto.randomUUID(), role: 'authenticated', identities: [] };
  await answerWith(page, '**/auth/v1/signup*', 200, user);
  await answerWith(page, '**/auth/v1/resend*', 200, {});
  await page.clock.install();
  const person = newPerson();
  await page.goto('/signup');
  await fillSignUp(page, person);
  const seat = page.locator('.your-seat g > :last-child');
  await expect(seat).toHaveCSS('opacity', '0');
  await stopClock(page);
  await pressByKey(page.getByRole('button', signUp));

  const toast = page.getByText('Account has been created successfully!');
  await expect(toast).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(seat, '§13.18 the empty seat is taken').toHaveCSS('opacity', '1');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(seat).toHaveCSS('animation-name', 'none');
  await expect(page.getByText(person.email)).toBeVisible();
  await page.clock.fastForward(1_000);
  await expect(toast).toBeVisible();
  await page.clock.fastForward(1_500);
  await expect(toast, 'a success toast stays for 2000 ms (§9.12)').toBeHidden();

  await page.getByRole('button', { name: 'Send the mail again' }).click();
  await expect(page.getByRole('status').getByText('email successfully sent')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  await page.clock.fastForward(60_000);
  await expect(page.getByRole('button', { name: 'Send the mail again' })).toBeEnabled();
});

test('A26 hostile names are cleaned and cut to the length of the profile', async ({ page }) => {
  const person = newPerson({
    firstname: `<img src=x onerror=alert(1)>\u0000\u202E"';--`,
    lastname: 'x'.repeat(10_000),
  });
  page.on('dialog', () => expect(true, 'no script of a name runs').toBe(false));
  await page.goto('/signup');
  await fillSignUp(page, person);
  const sent = page.waitForRequest('**/auth/v1/signup*');
  await page.getByRole('button', signUp).click();
  expect((await sent).postDataJSON()).toMatchObject({
    data: { firstname: `<img src=x onerror=alert(1)>"';--`, lastname: 'x'.repeat(80) },
  });
  await expect(page).toHaveURL('/dashboard/main');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText(`<img src=x onerror=alert(1)>"';--`)).toBeVisible();
  const { data: profile } = await database
    .from('profiles')
    .select('lastname')
    .eq('email', person.email)
    .single()
    .throwOnError();
  expect(profile.lastname).toHaveLength(80);
});

test('R1 an outage is reported, and the form can be used again', async ({ page }) => {
  await answerWith(page, '**/auth/v1/signup*', 503, {});
  await page.goto('/signup');
  await fillSignUp(page, newPerson());
  await page.getByRole('button', signUp).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The account could not be created. Please try again.',
  );
  await expect(page.getByRole('button', signUp)).toBeEnabled();
});

test('§5.9 the page links to the login, the terms and the privacy policy', async ({ page }) => {
  await page.goto('/signup');
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FREE Sign Up');
  await expect(main.getByText('It costs you nothing.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  await expect(main.getByRole('link', { name: 'Terms and Condition' })).toHaveAttribute(
    'href',
    '/termsandcondition',
  );
  await expect(main.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
    'href',
    '/privacypolicy',
  );
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('A28 a member is redirected to the dashboard', async ({ page }) => {
  await becomeMember(page);
  await page.goto('/signup');
  await expect(page).toHaveURL('/dashboard/main');
});
