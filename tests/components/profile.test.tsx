import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import type { Backend } from './support/backend.ts';
import { member, signedIn } from './support/island.tsx';
import { fillIn, showPage, takeClock, toast } from './support/page.tsx';
import { profilePage } from './support/profile-page.tsx';
import { profile } from './support/samples/account.ts';
import { explains } from './support/screen.ts';

const rows = '/rest/v1/profiles';

const update = () => screen.getByRole('button', { name: 'Update' });
const loaded = () => waitFor(() => expect(screen.getByLabelText('First Name')).toBeEnabled());
const kept = () => sessionStorage.getItem(storageKeys.profileDraft);
const changes = ({ calls }: Backend) => calls.filter(({ method }) => method === 'PATCH');

async function openProfile(): Promise<UserEvent> {
  const { user } = await showPage(profilePage);
  await loaded();
  return user;
}

test('§7.2 §7.3 §7.12 the profile shows the member’s details, and other parts of the page show a change at once', async () => {
  const pass = takeClock();
  const backend = signedIn().answer(rows, profile);
  const user = await openProfile();
  for (const [label, value] of [
    ['First Name', 'Asha'],
    ['Last Name', 'Rao'],
    ['Phone Number', '9876543210'],
    ['Referral Code', ''],
    ['Email', member.email],
  ] as const) {
    expect(screen.getByLabelText(label)).toHaveValue(value);
  }
  expect(screen.getByLabelText('First Name')).toHaveAttribute('maxlength', '80');
  explains(
    'Referral Code',
    'The code you signed up with, if any. We do not check it, so type it exactly as your friend sent it.',
  );
  expect(screen.getByLabelText('Email')).toBeDisabled();
  explains('Email', /^Change it in Settings ?\.$/);

  await fillIn(user, 'Last Name', 'Iyer');
  await fillIn(user, 'Referral Code', '  ');
  const answer = backend.forget(rows).hold(rows);
  await user.click(update());
  expect(screen.getByRole('button', { name: 'updating..' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByLabelText('First Name')).toBeDisabled();
  expect(changes(backend).map(({ body }) => body)).toEqual([
    { lastname: 'Iyer', referralcode: '0000', email: member.email },
  ]);
  answer({ ...profile, lastname: 'Iyer' });
  const shown = await toast(settingsMessages.profileUpdated);
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  expect(screen.getByText('Asha Iyer')).toBeVisible();
  await pass(2_000);
  expect(shown).toBeInTheDocument();
  await pass(1_500);
  expect(shown, 'a toast on the profile stays for 3000 ms (§9.14)').not.toBeInTheDocument();
});

test('§5.21 the profile form has the same rules and messages as the sign-up', async () => {
  const backend = signedIn().answer(rows, profile);
  const user = await openProfile();
  await fillIn(user, 'First Name', '');
  await fillIn(user, 'Last Name', '   ');
  await fillIn(user, 'Phone Number', '');
  await user.click(update());
  explains('First Name', 'First Name filed is required');
  explains('Last Name', 'Last Name is required');
  explains('Phone Number', /^Phone Number is required/);
  expect(screen.getByLabelText('First Name')).toHaveFocus();
  await fillIn(user, 'Phone Number', '98765');
  explains('Phone Number', /^Entered phone number is not valid/);
  expect(changes(backend)).toEqual([]);
});

test('§5.31 a profile that could not be loaded shows an error and can be loaded again', async () => {
  signedIn().answer(rows, { message: 'no' }, 500).answer(rows, profile);
  const { user } = await showPage(profilePage);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not able to acess the data');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await loaded();
  expect(screen.getByLabelText('First Name')).toHaveValue('Asha');
});

test('§5.32 if an update was refused, the page says so, keeps the typed text and reloads the profile', async () => {
  signedIn()
    .answer(rows, profile)
    .answer(rows, { code: '42501', message: 'no' }, 403)
    .answer(rows, { ...profile, email: 'new@example.com' });
  const user = await openProfile();
  await fillIn(user, 'First Name', 'Usha');
  await user.click(update());
  expect(await toast('Not able to update')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(settingsMessages.notSaved);
  expect(screen.getByLabelText('First Name')).toHaveValue('Usha');
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('new@example.com'));
});

test('A4 text typed before the login expired is back in the form, and can be discarded', async () => {
  signedIn().answer(rows, profile);
  const user = await openProfile();
  await fillIn(user, 'First Name', 'Usha');
  const draft = { memberId: member.id, fields: { firstname: 'Usha' } };
  expect(kept(), 'only the changed field is stored').toEqual(JSON.stringify(draft));
  cleanup();
  vi.resetModules();
  await openProfile();
  expect(screen.getByLabelText('First Name')).toHaveValue('Usha');
  expect(screen.getByText(/^Your unsaved changes are still here/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(screen.getByLabelText('First Name')).toHaveValue('Asha');
  expect(kept()).toBeNull();
});

test('Y1 one member’s draft is not shown to the next member in the same browser', async () => {
  const draft = { memberId: 'somebody else', fields: { firstname: 'Meera' } };
  sessionStorage.setItem(storageKeys.profileDraft, JSON.stringify(draft));
  signedIn().answer(rows, profile);
  await openProfile();
  expect(screen.getByLabelText('First Name')).toHaveValue('Asha');
  expect(screen.queryByText(/^Your unsaved changes are still here/)).not.toBeInTheDocument();
  expect(kept()).toBeNull();
});

test('a tab that becomes visible again reloads the profile and keeps the member’s typing', async () => {
  const pass = takeClock();
  signedIn()
    .answer(rows, profile)
    .answer(rows, { ...profile, firstname: 'Usha' });
  const user = await openProfile();
  await fillIn(user, 'Last Name', 'Iyer');
  await pass(5_000);
  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  await waitFor(() => expect(screen.getByLabelText('First Name')).toHaveValue('Usha'));
  expect(screen.getByLabelText('Last Name')).toHaveValue('Iyer');
});

test('the account menu shows the name in the profile, not the name given at sign-up', async () => {
  const backend = signedIn();
  const answer = backend.hold(rows);
  const { user } = await showPage(profilePage);
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  expect(await screen.findByText('Asha Rao')).toBeVisible();
  answer({ ...profile, firstname: 'Usha' });
  expect(await screen.findByText('Usha Rao')).toBeVisible();
});

test('R6 typed text survives a lost connection', async () => {
  const pass = takeClock();
  const backend = signedIn().answer(rows, profile);
  const user = await openProfile();
  await fillIn(user, 'First Name', 'Usha');
  backend.setOffline(true);
  await user.click(update());
  expect(await toast('Not able to update')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(settingsMessages.notSaved);
  // By then the account client has stopped trying.
  await pass(20_000);
  const asked = backend.sent(rows).length;
  const answer = backend.forget(rows).hold(rows);
  backend.setOffline(false);
  await expect.poll(() => backend.sent(rows).length).toBeGreaterThan(asked);
  expect(
    screen.getByLabelText('First Name'),
    'typed text stays while the profile reloads',
  ).toHaveValue('Usha');
  answer(profile);
  backend.now(rows, { ...profile, firstname: 'Usha' });
  await user.click(update());
  expect(await toast(settingsMessages.profileUpdated)).toBeVisible();
  expect(screen.queryByText('Not able to update'), 'the earlier failure is cleared').toBeNull();
});
