import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { island, member, signedIn } from './support/island.tsx';
import { fillIn, showPage, toast } from './support/page.tsx';
import { userName } from './support/screen.ts';

const form = island('account/PasswordForm');

async function change(user: UserEvent, password: string, again = password) {
  await fillIn(user, 'New password', password);
  await fillIn(user, 'Confirm password', again);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

test('§5.19 §5.20 A23 the two passwords have to be filled in, match, and be neither too short nor too long', async () => {
  const backend = signedIn();
  const { user } = await showPage(form);
  const [password, again] = ['New password', 'Confirm password'].map((label) =>
    screen.getByLabelText(label),
  );
  expect(password).toHaveAccessibleDescription(/^Use at least 8 characters A few words/);
  await change(user, '');
  expect(password).toHaveAccessibleDescription(/^This field is required/);
  expect(again).toHaveAccessibleDescription(/^This field is required/);
  expect(password).toHaveFocus();
  const advice = 'A few words you do not use anywhere else work best.';
  await change(user, '12345', '54321');
  expect(password).toHaveAccessibleDescription(
    `Password needs a minimum of 6 characters To change it, use at least 8. ${advice}`,
  );
  await change(user, '1234567', '7654321');
  expect(password).toHaveAccessibleDescription(`Use at least 8 characters: 1 more ${advice}`);
  expect(again).toHaveAccessibleDescription(/^Passwords need to match/);
  await change(user, 'é'.repeat(37));
  expect(password).toHaveAccessibleDescription(/^Use up to 72 characters/);
  expect(backend.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('§5.35 §6.23 A23 a new password is sent as typed and ends the logins on other devices', async () => {
  const backend = signedIn().forget('/auth/v1/user').answer('/auth/v1/logout', undefined, 204);
  const answer = backend.hold('/auth/v1/user');
  const { user } = await showPage(form);
  const password = `  ${'é'.repeat(34)} `;
  await change(user, password);
  expect(screen.getByRole('button', { name: 'updating..' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByLabelText('New password')).toBeDisabled();
  answer(member);
  expect(await toast(settingsMessages.passwordUpdated)).toBeVisible();
  expect(screen.getByLabelText('New password')).toHaveValue('');
  expect(screen.getByLabelText('Confirm password')).toHaveValue('');
  expect(screen.getByLabelText('Confirm password'), 'after the toast').toHaveAccessibleDescription(
    /^Changed\. Other devices are logged out\.$/,
  );
  expect(backend.sent('/auth/v1/user')).toContainEqual(expect.objectContaining({ password }));
  expect(backend.calls.map(({ path }) => path)).toContain('/auth/v1/logout?scope=others');
});

const mfa = 'AAL2 session is required to update email or password when MFA is enabled.';
const same = 'New password should be different from the old password.';
test.each([
  ['A20 §5.36 in the account service’s words', 'same_password', same, new RegExp(`^${same}$`)],
  [
    '§6.28 with the code that an authenticator needs',
    'insufficient_aal',
    mfa,
    /enter the code at \/desk/,
  ],
])('the reason for refusing a password is shown once, %s', async (_, error_code, msg, said) => {
  signedIn().now('/auth/v1/user', { error_code, msg }, 422);
  const { user } = await showPage(form);
  await change(user, 'the old password');
  expect(await screen.findByRole('alert')).toHaveTextContent(said);
  expect(screen.queryByRole('listitem'), 'no toast repeats the error').toBeNull();
  expect(screen.getByLabelText('New password')).toHaveFocus();
});

test('§6.23 the page says so when logins on other devices could not be ended', async () => {
  signedIn().answer('/auth/v1/logout', { msg: 'no' }, 500);
  const { user } = await showPage(form);
  await change(user, 'a brand new one');
  expect(await screen.findByText(settingsMessages.othersNotEnded)).toBeVisible();
});

test('§5.55 a password manager finds the account’s email in the form, but people do not see it', async () => {
  signedIn();
  await showPage(form);
  await waitFor(() => expect(userName()).toHaveValue(member.email));
  expect(userName()).toHaveAttribute('tabindex', '-1');
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});

test('§5.49 the password field shows how many characters are missing while the member types', async () => {
  signedIn();
  const { user } = await showPage(form);
  const field = screen.getByLabelText('New password');
  expect(field).toHaveAccessibleDescription(/^Use at least 8 characters A/);
  await user.type(field, 'sevense');
  expect(field).toHaveAccessibleDescription(/^Use at least 8 characters: 1 more/);
  await user.type(field, 'n');
  expect(field).toHaveAccessibleDescription(/^Long enough/);
});

test('a member can show and hide the password', async () => {
  signedIn();
  const { user } = await showPage(form);
  const shows = (label: string, type: string) =>
    expect(screen.getByLabelText(label)).toHaveAttribute('type', type);
  shows('New password', 'password');
  await user.click(screen.getByRole('button', { name: 'Show new password' }));
  shows('New password', 'text');
  shows('Confirm password', 'password');
  await user.click(screen.getByRole('button', { name: 'Hide new password' }));
  shows('New password', 'password');
});
