import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { messages } from '../../src/domain/account/messages.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { island, member, session, signedIn } from './support/island.tsx';
import { showPage, takeClock, toast, watchLeaving } from './support/page.tsx';
import { profilePage } from './support/profile-page.tsx';
import { otherSession, profile } from './support/samples/account.ts';
import { alerts, press } from './support/screen.ts';

const rows = '/rest/v1/profiles';
const tokens = '/auth/v1/token';
const revoked = { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' };
const emailShown = () => screen.getByLabelText('Email');
const toLogin = (ended: boolean) => [
  `/login?next=%2Fdashboard%2Fprofile${ended ? '&ended=1' : ''}`,
];

/** A member page opened with a stored login. */
function onProfile(changes: Partial<typeof session> = {}) {
  history.replaceState(null, '', '/dashboard/profile');
  const left = watchLeaving();
  const backend = signedIn().answer(rows, profile);
  localStorage.setItem(storageKeys.session, JSON.stringify({ ...session, ...changes }));
  return { backend, left };
}
async function openShown() {
  const { user } = await showPage(profilePage);
  await waitFor(() => expect(emailShown()).toHaveValue(member.email));
  return user;
}

/** Another tab changes the stored login. */
const sessionChanged = () =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.session })));

/** A stored login whose token has expired, as after an hour away. */
const expired = { expires_at: 1 };

test('§6.2 a stored login with a different role counts as logged out', async () => {
  const user_metadata = { ...member.user_metadata, role: 'authenticated' };
  const user = { ...member, role: 'anon', user_metadata };
  const { backend, left } = onProfile({ user });
  backend.now('/auth/v1/user', user);
  await showPage(profilePage);
  await expect.poll(() => left.mock.calls).toEqual([toLogin(true)]);
  expect(backend.sent(rows)).toEqual([]);
});

test.each([
  ['A5 a revoked login', expired, undefined],
  ['A32 a deleted account’s login', {}, { error_code: 'user_not_found', msg: 'gone' }],
])('%s redirects to the login page once, without a loop', async (_, stored, gone) => {
  const { backend, left } = onProfile(stored);
  backend.answer(tokens, revoked, 400);
  if (gone) backend.now('/auth/v1/user', gone, 403).answer('/auth/v1/logout', gone, 403);
  await showPage(profilePage);
  await expect.poll(() => left.mock.calls).toEqual([toLogin(true)]);
  expect(localStorage.getItem(storageKeys.session)).toBeNull();
  expect(backend.sent(tokens).length).toBeLessThanOrEqual(3);
});

test('A9 the page notices when the login has been ended elsewhere', async () => {
  const { backend, left } = onProfile();
  backend.now('/auth/v1/user', { error_code: 'session_not_found', msg: 'gone' }, 403);
  await showPage(profilePage);
  await waitFor(() => expect(left).toHaveBeenCalledWith(...toLogin(true)));
  expect(localStorage.getItem(storageKeys.session)).toBeNull();
});

test.each([
  ['A4 an expired token', expired, 200],
  ['R9 a wrong clock', {}, 401],
  ['R9 a wrong clock', {}, 403],
])('%s leads to a new token, and the member stays logged in', async (_, stored, status) => {
  const { backend, left } = onProfile(stored);
  const wrong = { error_code: 'bad_jwt', msg: 'token is expired' };
  if (status !== 200) backend.now('/auth/v1/user', wrong, status).answer('/auth/v1/user', member);
  backend.answer(tokens, session);
  await openShown();
  expect(backend.sent(tokens)).toHaveLength(1);
  expect(left).not.toHaveBeenCalled();
});

test.each([
  ['an outage', 503],
  ['a rate limit', 429],
])('R1 %s of the account service does not log anyone out', async (_name, status) => {
  const { backend, left } = onProfile();
  backend.now('/auth/v1/user', { msg: 'no' }, status);
  await openShown();
  expect(localStorage.getItem(storageKeys.session)).not.toBeNull();
  expect(left).not.toHaveBeenCalled();
});

test('R6 an expired token is kept while offline and renewed later', async () => {
  const pass = takeClock();
  // The account client logs that it could not renew the token.
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const { backend, left } = onProfile(expired);
  backend.answer(tokens, session).setOffline(true);
  await showPage(profilePage);
  await pass(40_000);
  expect(localStorage.getItem(storageKeys.session)).not.toBeNull();
  backend.setOffline(false);
  await pass(40_000);
  await waitFor(() => expect(emailShown()).toHaveValue(member.email));
  expect(left).not.toHaveBeenCalled();
});

test.each([
  ['20 minutes behind', -20],
  ['a day ahead', 24 * 60],
])(
  '§12.50 a device whose clock is %s renews its token once an hour, before the token expires',
  async (_, minutes) => {
    const pass = takeClock();
    const serverClock = Date.now;
    const ahead = minutes * 60_000;
    vi.setSystemTime(Date.now() + ahead);
    const { backend } = onProfile(expired);
    backend.answerBy(tokens, () => ({
      status: 200,
      body: { ...session, expires_at: Math.round((serverClock() - ahead) / 1000) + 3600 },
    }));
    await openShown();
    const { refreshProfile } = await import('../../src/features/account/profile-store.ts');
    const asked = backend.sent(rows).length;
    refreshProfile();
    await waitFor(() => expect(backend.sent(rows).length).toBeGreaterThan(asked));
    expect(backend.sent(tokens)).toHaveLength(1);
    await pass(59.5 * 60_000);
    expect(backend.sent(tokens)).toHaveLength(2);
  },
);

test('A6 a logout in another tab leads to the login page and clears the member’s data from this tab', async () => {
  const { left } = onProfile();
  await openShown();
  sessionStorage.setItem('kept', 'of the member');
  localStorage.removeItem(storageKeys.session);
  localStorage.setItem(storageKeys.isLoggedIn, 'false');
  sessionChanged();
  expect(left.mock.calls).toEqual([toLogin(false)]);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('A6 one member’s data disappears before the account service confirms another member', async () => {
  const { backend } = onProfile();
  await openShown();
  const answer = backend.forget('/auth/v1/user').hold('/auth/v1/user');
  const asked = backend.sent('/auth/v1/user').length;
  backend.now(rows, { ...profile, email: otherSession.user.email });
  localStorage.setItem(storageKeys.session, JSON.stringify(otherSession));
  sessionChanged();
  expect(emailShown()).not.toHaveValue(member.email);
  await waitFor(() => expect(backend.sent('/auth/v1/user').length).toBeGreaterThan(asked));
  expect(emailShown()).not.toHaveValue(member.email);
  answer(otherSession.user);
  await waitFor(() => expect(emailShown()).toHaveValue(otherSession.user.email));
});

test('A8 a page restored from the back/forward cache checks the login again', async () => {
  const { left } = onProfile();
  await openShown();
  // No event announces the change, because the page was frozen in the cache.
  localStorage.removeItem(storageKeys.session);
  const restored = Object.assign(new Event('pageshow'), { persisted: true });
  act(() => void window.dispatchEvent(restored));
  expect(left.mock.calls).toEqual([toLogin(true)]);
});

test('A31 §6.17 a failed logout is reported, and the member can still log out on this device alone', async () => {
  const { backend, left } = onProfile();
  backend.answer('/auth/v1/logout', { msg: 'no' }, 500);
  const user = await openShown();
  sessionStorage.setItem('kept', 'of the member');
  for (const key of [
    'loanDraft',
    'paysInStudy',
    'readingPlace',
    'gdNotes',
    'begunPayments',
    'chosenTime',
  ] as const) {
    localStorage.setItem(storageKeys[key], 'of the member');
  }
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await toast('Not able to logout')).toBeVisible();
  expect(localStorage.getItem(storageKeys.session)).not.toBeNull();
  expect(localStorage.getItem('isLoggedIn')).toBe('true');
  expect(left).not.toHaveBeenCalled();

  backend.setOffline(true);
  await user.click(screen.getByRole('button', { name: 'Log out anyway' }));
  await expect.poll(() => left.mock.calls).toEqual([['/']]);
  expect(Object.keys(localStorage)).toEqual(['isLoggedIn']);
  expect(Object.keys(sessionStorage)).toEqual([storageKeys.carriedToast]);
  expect(backend.calls.map(({ path }) => path)).not.toContain('/auth/v1/logout?scope=global');
});

test('§6.17 logging out ends this device’s login with one request, and succeeds if the login had already ended', async () => {
  const { backend, left } = onProfile();
  backend.answer('/auth/v1/logout', { error_code: 'session_not_found', msg: 'gone' }, 403);
  const user = await openShown();
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await expect.poll(() => left.mock.calls).toEqual([['/']]);
  const asked = backend.calls.filter(({ path }) => path.includes('/logout'));
  expect(asked.map(({ path }) => path)).toEqual(['/auth/v1/logout?scope=local']);
  expect(sessionStorage.getItem(storageKeys.carriedToast)).toContain('You are logged out.');
});

test('§18.86 logging out everywhere asks for confirmation, and the page then says whether it worked', async () => {
  const { backend, left } = onProfile();
  backend.answer('/auth/v1/logout', { msg: 'no' }, 500).answer('/auth/v1/logout', undefined, 204);
  const { user } = await showPage(island('personal-data/LogoutEverywhere'));
  await user.click(screen.getByRole('button', { name: 'Log out everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Log out on every device?' });
  expect(backend.sent('/auth/v1/logout')).toEqual([]);
  await press(user, dialog, 'Log out everywhere');
  await alerts(dialog, /so you are still logged in everywhere\./);
  expect(localStorage.getItem(storageKeys.session)).not.toBeNull();
  await press(user, dialog, 'Log out everywhere');
  await expect.poll(() => left.mock.calls).toEqual([['/']]);
  expect(backend.calls.map(({ path }) => path)).toContain('/auth/v1/logout?scope=global');
  expect(localStorage.getItem(storageKeys.session)).toBeNull();
  expect(sessionStorage.getItem(storageKeys.carriedToast)).toContain('on every device');
});

test('§9.12 a toast is shown for its full time, however late the toaster loads', async () => {
  const pass = takeClock();
  const { showToast } = await import('../../src/features/ui/toast.ts');
  showToast('error', messages.logoutFailed);
  await pass(5_000);
  await showPage(() => Promise.resolve(<p>Later</p>));
  const shown = await toast(messages.logoutFailed);
  await pass(3_000);
  expect(shown).toBeInTheDocument();
  await pass(1_500);
  expect(shown).not.toBeInTheDocument();
});
