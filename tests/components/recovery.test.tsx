import { act, cleanup, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { hints, messages } from '../../src/domain/account/messages.ts';
import { memberHome } from '../../src/domain/account/next-path.ts';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { Backend } from './support/backend.ts';
import { island, member, session, signedIn } from './support/island.tsx';
import { fillIn, showPage, takeClock, toast, watchLeaving } from './support/page.tsx';
import { explains, focusSays, linkTo, userName } from './support/screen.ts';

const form = island('account/ForgotPasswordForm');
const send = () => screen.getByRole('button', { name: 'Send me the link' });

async function askForLink(user: UserEvent) {
  await fillIn(user, 'Email', 'asha@example.com');
  await user.click(send());
}

test('§5.18 the recovery form needs a valid email address', async () => {
  const backend = new Backend();
  const { user } = await showPage(form);
  await user.click(send());
  explains('Email', 'Email is required');
  expect(screen.getByLabelText('Email')).toHaveFocus();
  await fillIn(user, 'Email', 'asha@');
  explains('Email', 'Entered email is not valid');
  expect(backend.calls).toEqual([]);
});

test('§5.47 the address typed at login is filled in on the recovery form and, once corrected there, at login, and does not appear in a URL', async () => {
  new Backend().answer('/auth/v1/recover', {});
  const { user, unmount } = await showPage(island('account/LoginForm'));
  await fillIn(user, 'Email', 'asha@example.com');
  const link = screen.getByRole('link', { name: 'Forgot Password?' });
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  expect(link).toHaveAttribute('href', '/forgotpassword');
  unmount();
  const recovery = await showPage(form);
  expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com');
  await fillIn(user, 'Email', 'asha.rao@example.com');
  await user.click(send());
  await screen.findByText(/is on its way/);
  recovery.unmount();
  await showPage(island('account/LoginForm'));
  expect(screen.getByLabelText('Email')).toHaveValue('asha.rao@example.com');
});

test('§5.37 A16 the page says that the email was sent, and lets the member send another after a minute', async () => {
  const pass = takeClock();
  const backend = new Backend().answer('/auth/v1/recover', {});
  const { user } = await showPage(form);
  await askForLink(user);
  const shown = await toast(messages.recoverySent);
  const to = new URLSearchParams(backend.calls[0]?.path.split('?')[1]).get('redirect_to');
  expect(to).toBe('https://admitcircle.test/dashboard/settings');
  expect(screen.getByText(/^asha/)).toHaveTextContent('asha@example.com');
  expect(screen.getByText(/an email with a link is on its way/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await pass(2_000);
  expect(shown).toBeInTheDocument();
  await pass(1_500);
  expect(shown, 'a toast of the password form stays for 3000 ms (§9.14)').not.toBeInTheDocument();
  await pass(52_000);
  expect(screen.getByRole('button', { name: /^Send again in \d s$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await pass(5_500);
  expect(send()).toHaveAttribute('aria-disabled', 'false');
});

test.each([
  ['§5.38 a refusal', 400, 'Signups not allowed here', /^Signups not allowed here$/],
  ['A16 a refusal because of too many emails', 429, 'Only after 51 seconds.', /Wait a minute/],
])('%s is shown in the account service’s words', async (_, status, msg, said) => {
  new Backend().answer('/auth/v1/recover', { msg }, status);
  const { user } = await showPage(form);
  await askForLink(user);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(msg);
  expect(alert).toHaveTextContent(said);
  const wait = screen.queryAllByRole('button', { name: /^Send again in/ });
  expect(wait).toHaveLength(status === 429 ? 1 : 0);
  if (status === 400) expect(screen.getByLabelText('Email')).toHaveFocus();
});

test('R6 the email address stays in the form while offline, and the next try works', async () => {
  const backend = new Backend().answer('/auth/v1/recover', {});
  const { user } = await showPage(form);
  backend.setOffline(true);
  await askForLink(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('You appear to be offline.');
  expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com');
  backend.setOffline(false);
  await user.click(send());
  expect(await screen.findByText(/is on its way/)).toBeVisible();
});

const password = island('account/PasswordForm');
const tokenHash = '0123456789abcdef0123456789abcdef';

async function openLink(fragment = `${tokenHash}&type=recovery`) {
  history.replaceState(null, '', `/dashboard/settings#token_hash=${fragment}`);
  return (await showPage(password)).user;
}

async function setPassword(user: UserEvent, text: string) {
  for (const label of ['New password', 'Confirm password']) {
    await fillIn(user, label, text);
  }
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

test('A19 A20 §6.19 a refused new password does not log anyone in, and the same link works with another password', async () => {
  const left = watchLeaving();
  const msg = 'New password should be different from the old password.';
  const backend = new Backend()
    .answer('/auth/v1/verify', session)
    .answer('/auth/v1/token', session)
    .answer('/auth/v1/user', { error_code: 'same_password', msg }, 422)
    .answer('/auth/v1/user', member)
    .answer('/auth/v1/logout', undefined, 204);
  const user = await openLink();
  expect(location.hash, 'the token is removed from the address').toBe('');
  await setPassword(user, 'short');
  expect(screen.getByText('Password needs a minimum of 6 characters')).toBeVisible();
  expect(backend.calls, 'an invalid password does not use up the link').toEqual([]);

  await setPassword(user, 'the old password');
  expect(await screen.findByText(msg)).toBeVisible();
  expect(userName(), 'the token tells password managers whose account the form is for').toHaveValue(
    member.email,
  );
  expect(screen.getByText(/^Choose a new/).parentElement).toHaveTextContent(`for ${member.email}.`);
  expect(Object.keys({ ...localStorage, ...sessionStorage }), 'the link, but no login').toEqual([
    storageKeys.spentLink,
  ]);
  expect(left).not.toHaveBeenCalled();
  await setPassword(user, 'a brand new one');
  await expect.poll(() => left.mock.calls).toEqual([[memberHome]]);
  expect(backend.sent('/auth/v1/verify')).toMatchObject([
    { type: 'recovery', token_hash: tokenHash },
  ]);
  expect(localStorage.getItem('isLoggedIn')).toBe('true');
});

test.each([
  ['/dashboard/sessions?a=1#book-free', '/dashboard/sessions?a=1#book-free'],
  ['//evil.example', memberHome],
  ['/\\\\evil.example', memberHome],
  ['javascript:alert(1)', memberHome],
])('§6.31 a member on the way to %s who resets the password is taken to %s', async (next, to) => {
  const left = watchLeaving();
  new Backend()
    .answer('/auth/v1/recover', {})
    .answer('/auth/v1/verify', session)
    .answer('/auth/v1/token', session)
    .answer('/auth/v1/user', member)
    .answer('/auth/v1/logout', undefined, 204);
  history.replaceState(null, '', `/forgotpassword?${new URLSearchParams({ next })}`);
  const { user: forgetful, unmount } = await showPage(form);
  await askForLink(forgetful);
  await screen.findByText(/is on its way/);
  unmount();
  const user = await openLink();
  await setPassword(user, 'a brand new one');
  await expect.poll(() => left.mock.calls).toEqual([[to]]);
  expect(localStorage.getItem(storageKeys.wantedPage)).toBeNull();
});

test.each([
  ['', memberHome],
  ['Asha', '/dashboard/loan'],
])('§6.19 if the profile’s name is ‘%s’, the next page is %s', async (firstname, to) => {
  const left = watchLeaving();
  const emptied = { ...session, user: { ...session.user, user_metadata: {} } };
  new Backend()
    .answer('/auth/v1/verify', session)
    .answer('/auth/v1/token', emptied)
    .answer('/auth/v1/user', member)
    .answer('/rest/v1/profiles', { firstname })
    .answer('/auth/v1/logout', undefined, 204);
  localStorage.setItem(storageKeys.wantedPage, '/dashboard/loan');
  const user = await openLink();
  expect(document.body, 'the exception follows the button').toHaveTextContent(
    /You keep your packs, sessions and loan\. ?Change password ?The exception: if this email was never verified, we clear the account’s name, phone number and loan request/,
  );
  await setPassword(user, 'a brand new one');
  await expect.poll(() => left.mock.calls).toEqual([[to]]);
  const carried = sessionStorage.getItem(storageKeys.carriedToast);
  expect(carried).toContain(settingsMessages.passwordUpdated);
});

test('§6.23 the next page says so when logins on other devices could not be ended', async () => {
  const left = watchLeaving();
  new Backend()
    .answer('/auth/v1/verify', session)
    .answer('/auth/v1/token', session)
    .answer('/auth/v1/user', member)
    .answer('/auth/v1/logout', { msg: 'no' }, 500);
  const user = await openLink();
  await setPassword(user, 'a brand new one');
  await expect.poll(() => left.mock.calls).toEqual([[memberHome]]);
  const carried = sessionStorage.getItem(storageKeys.carriedToast);
  expect(carried).toContain(settingsMessages.othersNotEnded);
});

test('A17 the page for a recovery link that has already been used offers a new link', async () => {
  new Backend().answer('/auth/v1/verify', { error_code: 'otp_expired', msg: 'expired' }, 403);
  const user = await openLink();
  const scrolled = vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
  await setPassword(user, 'a brand new one');
  expect(await screen.findByRole('alert')).toHaveTextContent(settingsMessages.linkExpired);
  await focusSays(settingsMessages.linkExpired);
  expect(scrolled, 'the page’s heading is in view').toHaveBeenLastCalledWith(0, 0);
  expect(linkTo('Ask for a new link')).toBe('/forgotpassword');
  await user.tab();
  await act(async () => {
    const { $mailLink } = await import('../../src/lib/account-link.ts');
    $mailLink.set(undefined);
  });
  expect(
    screen.getByRole('link', { name: 'Ask for a new link' }),
    'a later render leaves the focus',
  ).toHaveFocus();
  expect(linkTo('Log in')).toBe('/login');
  expect(scrolled).toHaveBeenCalledOnce();
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
});

test('A17 a member who opens a recovery link that has already been used can change the password of the login with the text typed', async () => {
  const backend = signedIn()
    .answer('/auth/v1/verify', { error_code: 'otp_expired', msg: 'expired' }, 403)
    .answer('/auth/v1/user', member)
    .answer('/auth/v1/logout', undefined, 204);
  vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
  const user = await openLink();
  await setPassword(user, 'a brand new one');
  expect((await screen.findByText(member.email)).closest('[role=alert]')).toHaveTextContent(
    `${settingsMessages.linkExpired} But you are logged in as ${member.email}:`,
  );
  await focusSays(settingsMessages.linkExpired);
  expect(screen.queryByRole('link', { name: 'Ask for a new link' })).not.toBeInTheDocument();
  const changed = expect.objectContaining({ password: 'a brand new one' });
  expect(backend.sent('/auth/v1/user')).not.toContainEqual(changed);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText(settingsMessages.passwordUpdated)).toBeInTheDocument();
  expect(backend.sent('/auth/v1/user')).toContainEqual(changed);
});

const refusal = () =>
  screen.queryByText(settingsMessages.linkExpired)?.closest('[role=alert]') ?? null;
const usedUp = { error_code: 'otp_expired', msg: 'expired' };
test.each([
  ['used up here', session, undefined, true],
  ['found to be used up', usedUp, 403, true],
  [
    'refused for another reason',
    { error_code: 'over_request_rate_limit', msg: 'wait' },
    429,
    false,
  ],
] as const)(
  '§6.20 if a recovery link that was %s is opened again, the page knows at once whether to refuse it',
  async (_, reply, status, isSpent) => {
    const left = watchLeaving();
    vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
    new Backend()
      .answer('/auth/v1/verify', reply, status)
      .answer('/auth/v1/token', session)
      .answer('/auth/v1/user', member)
      .answer('/auth/v1/logout', undefined, 204);
    const first = await openLink();
    expect(screen.getByText('The link works once, within one hour.')).toBeVisible();
    expect(linkTo('Log in'), 'before two passwords are typed').toBe('/login');
    await setPassword(first, 'a brand new one');
    await expect.poll(() => left.mock.calls.length + Number(refusal() !== null)).toBe(1);
    cleanup();
    localStorage.removeItem(storageKeys.session);
    vi.resetModules();
    const backend = new Backend();
    await openLink();
    if (isSpent) {
      expect(refusal()).toBeVisible();
      expect(linkTo('Ask for a new link')).toBe('/forgotpassword');
    } else expect(refusal()).toBeNull();
    expect(screen.queryAllByLabelText('New password')).toHaveLength(isSpent ? 0 : 1);
    expect(backend.calls).toEqual([]);
  },
);

test('§6.20 a member who opens the last used link again reads at once that it is used and can change the password, and an older link still asks', async () => {
  localStorage.setItem(storageKeys.spentLink, tokenHash);
  const backend = signedIn();
  const release = backend.forget('/auth/v1/user').hold('/auth/v1/user');
  await openLink();
  await focusSays(settingsMessages.linkExpired);
  const words = `${settingsMessages.linkExpired} But you are logged in as ${member.email}:`;
  expect(refusal(), 'before the login is confirmed').toHaveTextContent(words);
  act(() => release(member));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(refusal()).toHaveTextContent(words);
  expect(screen.getByLabelText('New password')).toBeVisible();
  expect(screen.getByText(/^Choose a new/).parentElement).toHaveClass('for-visitors');
  cleanup();
  vi.resetModules();
  signedIn();
  await openLink('an-older-link&type=recovery');
  expect(refusal()).toBeNull();
});

const cutLinks = ['0123', tokenHash, '0123456789abcdef&type=reco'];
test.each(cutLinks)(
  '§6.26 the page for a recovery link cut off after %s says so and offers a new link',
  async (part) => {
    new Backend();
    await openLink(part);
    expect(screen.getByRole('alert')).toHaveTextContent(hints.linkIncomplete);
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
  },
);
