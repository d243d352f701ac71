import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { hints, messages } from '../../src/domain/account/messages.ts';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { memberHome } from '../../src/domain/account/next-path.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { Backend } from './support/backend.ts';
import { island, member, session, signedIn } from './support/island.tsx';
import { fillIn, showPage, toast, watchLeaving } from './support/page.tsx';
import { otherSession } from './support/samples/account.ts';
import { explains, linkTo } from './support/screen.ts';

const form = island('account/LoginForm');
const signIn = () => screen.getByRole('button', { name: 'Sign In' });

async function submit(user: UserEvent, email = 'asha@example.com') {
  await fillIn(user, 'Email', email);
  await fillIn(user, 'Password', 'secret');
  await user.click(signIn());
}

test('§5.16 the login form is sent only when it is filled in, and each empty field shows what it needs', async () => {
  const backend = new Backend();
  const { user } = await showPage(form);
  await user.click(signIn());
  explains('Email', 'Email is required');
  explains('Password', 'Password is required');
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(backend.calls).toEqual([]);
});

test('§5.15 the login form is locked while signing in, and sends the email address in lower case', async () => {
  const backend = new Backend();
  const left = watchLeaving();
  const answer = backend.hold('/auth/v1/token');
  const { user } = await showPage(form);
  await submit(user, ' Asha@EXAMPLE.com ');
  expect(screen.getByRole('button', { name: 'signing In..' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByLabelText('Email')).toBeDisabled();
  backend.answer('/auth/v1/user', member);
  answer(session);
  await expect.poll(() => left.mock.calls).toContainEqual([memberHome]);
  expect(backend.sent('/auth/v1/token')).toMatchObject([
    { email: 'asha@example.com', password: 'secret' },
  ]);
  expect(localStorage.getItem('isLoggedIn')).toBe('true');
});

test.each([
  ['A15 a rate limit', 429, { error_code: 'over_request_rate_limit' }, hints.tooManyTries],
  ['A30 an outage', 503, {}, hints.accountServiceDown],
  ['§5.28 a wrong password', 400, { error_code: 'invalid_credentials' }, hints.loginRefused],
  ['R6 A30 an offline browser', 0, {}, hints.offlineLogin],
  ['an invalid key', 401, { message: 'Invalid API key' }, hints.accountServiceDown],
  ['an unverified address', 400, { error_code: 'email_not_confirmed' }, hints.emailNotConfirmed],
] as const)(
  '§5.43 %s leads to the login’s error message with a hint',
  async (_name, status, body, hint) => {
    const backend = new Backend().answer('/auth/v1/token', { ...body, msg: 'no' }, status);
    const { user } = await showPage(form);
    backend.setOffline(status === 0);
    await submit(user);
    expect(await toast(messages.loginFailed)).toBeVisible();
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent(hint);
    expect(screen.getAllByText(messages.loginFailed), 'the error is shown once').toHaveLength(1);
    await waitFor(() =>
      expect(screen.queryAllByRole('button', { name: 'Send the email again' })).toHaveLength(
        hint === hints.emailNotConfirmed ? 1 : 0,
      ),
    );
    expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(screen.getByLabelText('Password')).toHaveFocus();
  },
);

test('§6.1 a user whose role is not ‘authenticated’ is not logged in', async () => {
  const user = { ...member, role: 'anon', app_metadata: { role: 'authenticated' } };
  const left = watchLeaving();
  new Backend()
    .answer('/auth/v1/token', { ...session, user })
    .answer('/auth/v1/logout', undefined, 204);
  const page = await showPage(form);
  await submit(page.user);
  expect(await toast(messages.loginFailed)).toBeVisible();
  expect(left).not.toHaveBeenCalled();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('§2.18 a login form that has left the page does not redirect when the stored login is confirmed', async () => {
  const left = watchLeaving();
  const backend = signedIn().forget('/auth/v1/user');
  const answer = backend.hold('/auth/v1/user');
  const { unmount } = await showPage(form);
  await expect.poll(() => backend.sent('/auth/v1/user')).toHaveLength(1);
  unmount();
  answer(member);
  const { $login } = await import('../../src/lib/login-store.ts');
  await expect.poll(() => $login.get().status).toBe('authenticated');
  expect(left).not.toHaveBeenCalled();
});

const ended = 'You have been logged out. Log in again to continue';
test.each([
  ['/dashboard/profile', 'typed', `${ended}: we have kept what you typed.`],
  ['/dashboard/loan', 'typed', `${ended}: we have kept what you typed.`],
  ['/dashboard/refunds?a=1#x', 'typed', `${ended}.`],
  ['/dashboard/profile', undefined, `${ended}.`],
])(
  '§6.29 A5 a visitor sent to the login on the way to %s, with the saved text ‘%s’, is told once: %s',
  async (next, draft, said) => {
    new Backend();
    if (draft !== undefined) {
      sessionStorage.setItem(storageKeys.profileDraft, draft);
      localStorage.setItem(storageKeys.loanDraft, draft);
    }
    history.replaceState(null, '', `/login?next=${encodeURIComponent(next)}&ended=1`);
    await showPage(form);
    expect(screen.getByText(said)).toBeVisible();
    expect(linkTo('Forgot Password?')).toBe(`/forgotpassword${location.search}`);
  },
);

test.each([
  ['verify', '&for=as…@example.com', 'Log in to verify as…@example.com.'],
  ['verify', '&for=Call+1800', 'Log in to verify your email.'],
  ['email_token', '', 'Log in to see your email change. Until it is done, use the old email.'],
  ['pack', '', 'Log in to add the pack you paid for to your dashboard.'],
  ['invitation', '', 'Log in to see your invitation.'],
])('§15.60 a visitor who follows a link in our email (%s%s) sees: %s', async (kind, rest, said) => {
  new Backend();
  sessionStorage.setItem(storageKeys.addressLink, `#${kind}=${'a'.repeat(64)}${rest}`);
  await showPage(form);
  expect(screen.getByText(/^Log in (to|with)/)).toHaveTextContent(said);
});

test.each([
  ['email', {}],
  ['email_change', { [storageKeys.session]: JSON.stringify(otherSession) }],
] as const)(
  'A33 confirming an address (%s) requires pressing the button and does not log anyone out',
  async (type, stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    const backend = new Backend()
      .answer('/auth/v1/verify', session)
      .answer('/auth/v1/logout', undefined, 204);
    const token = '0123456789abcdef0123456789abcdef';
    history.replaceState(null, '', `/login#token_hash=${token}&type=${type}`);
    const { user } = await showPage(form);
    expect(location.hash, 'the token is removed from the address').toBe('');
    expect(backend.calls, 'opening the page does not use up the link').toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Confirm my address' }));
    expect(await screen.findByText('Your address is confirmed. You can log in now.')).toHaveRole(
      'status',
    );
    expect(backend.sent('/auth/v1/verify')).toMatchObject([{ type, token_hash: token }]);
    expect({ ...localStorage, ...sessionStorage }).toEqual(stored);
  },
);

test('§6.22 if a confirmation link has already been used, the login page says so, and the form still works', async () => {
  new Backend().answer('/auth/v1/verify', { error_code: 'otp_expired', msg: 'expired' }, 403);
  history.replaceState(null, '', '/login#token_hash=0123456789abcdef&type=email');
  const { user } = await showPage(form);
  await user.click(await screen.findByRole('button', { name: 'Confirm my address' }));
  expect(await screen.findByText(new RegExp(`^${settingsMessages.linkExpired}`))).toHaveRole(
    'alert',
  );
  expect(screen.getByLabelText('Email')).toBeEnabled();
});
