import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hints, messages } from '../../src/domain/account/messages.ts';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { memberHome } from '../../src/domain/account/next-path.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { Backend } from './support/backend.ts';
import { island, member, session } from './support/island.tsx';
import { fillIn, showPage, takeClock, toast, watchLeaving } from './support/page.tsx';
import { explains, focused, linkTo } from './support/screen.ts';
import { fillInSignup, signupForm, terms, typed } from './support/signup.tsx';

const known = { error_code: 'user_already_exists', msg: 'User already registered' };
const send = () => screen.getByRole('button', { name: 'SIGN UP' });

test('Y4 Y7 every empty sign-up field shows the message of §5.1 to §5.8, and the first empty field gets the focus', async () => {
  const backend = new Backend();
  const { user } = await showPage(signupForm);
  await user.click(send());
  for (const [field, message] of [
    ['First Name', 'First Name filed is required'],
    ['Last Name', 'Last Name is required'],
    ['Email', 'Email is required'],
    ['Phone Number', 'Phone Number is required'],
    ['Password', 'Password is required'],
    ['Confirm Password', 'please enter the password'],
  ] as const) {
    const input = screen.getByLabelText(field);
    expect(input).toHaveAccessibleDescription(new RegExp(`^${message}`));
    expect(input).toBeInvalid();
  }
  expect(terms()).toHaveAccessibleDescription('please accept terms and conditions');
  expect(terms()).toBeInvalid();
  expect(screen.getByLabelText('First Name')).toHaveFocus();
  expect(screen.getByLabelText('Referral Code')).toBeValid();
  expect(backend.calls).toEqual([]);
});

test('§5.3 §5.4 §5.6 §5.7 each invalid value shows the message for its field', async () => {
  new Backend();
  const { user } = await showPage(signupForm);
  const wrong = { Email: 'asha@example', 'Phone Number': 'abcdefghij', Password: '12345' };
  await fillInSignup(user, wrong);
  await user.click(send());
  for (const [field, message] of [
    ['Email', 'entered email is not valid'],
    ['Phone Number', 'Entered phone number is not valid'],
    ['Password', 'Password needs a minimum of 6 characters'],
    ['Confirm Password', 'Entered passwords donot match'],
  ] as const) {
    explains(field, new RegExp(`^${message}`));
  }
  expect(screen.getByLabelText('Email')).toHaveFocus();
  await user.type(screen.getByLabelText('Email'), '.com');
  expect(screen.getByLabelText('Email')).not.toHaveAccessibleDescription();
});

test('the phone number’s hint says who it is for', async () => {
  await showPage(signupForm);
  const hint = 'For the free interview and your lender. Never sold.';
  expect(screen.getByLabelText('Phone Number')).toHaveAccessibleDescription(hint);
});

test('§5.10 §5.12 §6.8 A26 the sign-up sends cleaned values, and a blank referral code as 0000', async () => {
  const left = watchLeaving();
  const backend = new Backend();
  const answer = backend.hold('/auth/v1/signup');
  const { user } = await showPage(signupForm);
  await fillInSignup(user, {
    'First Name': `<img src=x onerror=alert(1)>\u202E"';--`,
    'Last Name': ' Rao ',
    Email: '  \u202AASHA@\u2060example.com\u202C ',
    'Phone Number': '९८७६५४३२१०',
  });
  await user.type(screen.getByLabelText('Referral Code'), '   ');
  await user.click(send());
  expect(screen.getByRole('button', { name: 'Signing Up...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  for (const input of [...screen.getAllByRole('textbox'), terms()]) expect(input).toBeDisabled();
  const email = 'asha@example.com';
  const names = { firstname: `<img src=x onerror=alert(1)>"';--`, lastname: 'Rao' };
  const others = { phonenumber: '9876543210', referralcode: '0000', terms: '2026-11-01' };
  const sent = { email, password: 'sixsix', data: { ...names, ...others, email } };
  expect(backend.sent('/auth/v1/signup')).toEqual([expect.objectContaining(sent)]);
  backend.answer('/auth/v1/user', member);
  answer(session);
  await expect.poll(() => left.mock.calls).toContainEqual([memberHome]);
  expect(localStorage.getItem('isLoggedIn')).toBe('true');
});

test('§15.75 §15.76 a link in an email fills in the email address', async () => {
  sessionStorage.setItem(storageKeys.addressLink, '#invitation=1&to=asha%40example.com');
  new Backend();
  await showPage(signupForm);
  expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com');
});

test('§5.49 the sign-up’s hint names the length that it accepts, and recommends the one that the settings require', async () => {
  new Backend();
  const { user } = await showPage(signupForm);
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAccessibleDescription('Use at least 6 characters; 8 is safer');
  await user.type(field, 'four');
  expect(field).toHaveAccessibleDescription('Use at least 6 characters: 2 more');
  await user.type(field, 'ty');
  expect(field).toHaveAccessibleDescription('Long enough; 8 is safer');
  await user.type(field, 'up');
  expect(field).toHaveAccessibleDescription('Long enough');
});

test('§7.18 a member’s link fills in the referral code, and the visitor can type another', async () => {
  history.replaceState(null, '', '/signup?referral=K7M2QX');
  new Backend();
  const { user } = await showPage(signupForm);
  const field = screen.getByLabelText('Referral Code');
  expect(field).toHaveValue('K7M2QX');
  await user.clear(field);
  await user.type(field, 'IIMB24');
  expect(field).toHaveValue('IIMB24');
});

test('§5.11 §5.26 A14 a refusal appears in the account service’s words, and the form is emptied', async () => {
  const pass = takeClock();
  history.replaceState(null, '', '/signup?next=%2Fdashboard%2Fsettings');
  new Backend().answer('/auth/v1/signup', known, 422);
  const { user } = await showPage(signupForm);
  await fillInSignup(user);
  await user.click(send());
  const shown = await toast('User already registered');
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent(hints.accountExists);
  expect(linkTo('Log in instead', alert)).toBe('/login?next=%2Fdashboard%2Fsettings');
  for (const input of screen.getAllByRole('textbox')) expect(input).toHaveValue('');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(terms()).not.toBeChecked();
  expect(screen.getByLabelText('First Name')).toHaveFocus();
  // The toast disappears (§9.12), and the alert beside the form stays (§5.11).
  await pass(4_500);
  expect(shown).not.toBeInTheDocument();
  expect(alert).toHaveTextContent(hints.accountExists);
});

test('§5.11 §5.47 a visitor can fill in the details again, or go to the login with the email address filled in', async () => {
  const left = watchLeaving();
  const backend = new Backend().answer('/auth/v1/signup', known, 422);
  const { user } = await showPage(signupForm);
  await fillInSignup(user);
  await user.click(send());
  const fillAgain = await screen.findByRole('button', { name: 'Bring back what I typed' });
  await user.click(send());
  expect(screen.queryByText(hints.accountExists), 'the empty form was checked').toBeNull();
  await user.click(fillAgain);
  for (const [label, text] of Object.entries(typed)) {
    const isPassword = label.includes('Password');
    expect(screen.getByLabelText(label)).toHaveValue(isPassword ? '' : text);
  }
  expect(terms()).toBeChecked();
  expect(screen.getByLabelText('Email'), 'the address is known').toHaveFocus();
  expect(fillAgain).not.toBeInTheDocument();
  await fillIn(user, 'Password', typed.Password);
  await fillIn(user, 'Confirm Password', typed.Password);
  await user.click(send());
  await user.click(await screen.findByRole('link', { name: 'Log in instead' }));
  await showPage(island('account/LoginForm'));
  const login = within(screen.getByRole('group', { name: 'Your account' }));
  expect(login.getByLabelText('Email')).toHaveValue(typed.Email);
  await focused(() => login.getByLabelText('Password'));
  expect(Object.keys(sessionStorage), 'the login page takes over the email address once').toEqual(
    [],
  );
  expect(left).not.toHaveBeenCalled();
  expect(backend.calls).toHaveLength(2);
});

test('§6.10 the page says that the email address must be confirmed, and can send the email again', async () => {
  const pass = takeClock();
  const backend = new Backend()
    .answer('/auth/v1/signup', { ...member, identities: [] })
    .answer('/auth/v1/resend', {});
  const { user } = await showPage(signupForm);
  await fillInSignup(user);
  await user.click(send());
  const shown = await toast(messages.signedUp);
  await focused(() => screen.getByRole('heading', { name: 'Check your email' }));
  expect(screen.getByText('asha@example.com')).toBeVisible();
  await pass(1_000);
  expect(shown).toBeInTheDocument();
  await pass(1_500);
  expect(shown, 'a success toast stays for 2000 ms (§9.12)').not.toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Send the email again' }));
  expect(await screen.findByText('email successfully sent')).toHaveRole('status');
  expect(backend.sent('/auth/v1/resend')).toMatchObject([
    { type: 'signup', email: 'asha@example.com' },
  ]);
  await pass(55_000);
  expect(screen.getByRole('button', { name: /^Send again in \d s$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await pass(5_500);
  expect(screen.getByRole('button', { name: 'Send the email again' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
});

test('R1 §5.11 an outage is reported, and the emptied sign-up form can be filled again', async () => {
  new Backend().answer('/auth/v1/signup', {}, 503);
  const { user } = await showPage(signupForm);
  await fillInSignup(user);
  await user.click(send());
  expect(await toast(settingsMessages.signUpFailed)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(settingsMessages.signUpFailed);
  expect(screen.getByLabelText('Email')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Bring back what I typed' }));
  expect(screen.getByLabelText('Email')).toHaveValue(typed.Email);
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(send()).toBeEnabled();
});
