import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { member, signedIn } from './support/island.tsx';
import { fillIn, showPage, takeClock } from './support/page.tsx';
import { mailedToken, nothingYet } from './support/samples/account.ts';

const addresses = async () => {
  const { Addresses } = await import('../../src/features/settings/addresses/Addresses.tsx');
  return <Addresses />;
};
const redeem = '/rest/v1/rpc/redeem_address_proof';
const opened = () => screen.findByRole('region', { name: 'Prove your address' });
const prove = () => screen.getByRole('button', { name: 'Prove this address' });

function openLink(token = mailedToken): void {
  history.replaceState(null, '', `/dashboard/settings#address_token=${token}`);
}

test('§15.60 only the button spends the link of our mail, and its token is in no address', async () => {
  openLink();
  const backend = signedIn()
    .rpc('my_sessions', nothingYet)
    .rpc('redeem_address_proof', member.email);
  const { user } = await showPage(addresses);
  expect(location.hash).toBe('');
  expect(backend.sent(redeem)).toEqual([]);
  await screen.findByText('You have not proven any address yet.');
  backend.rpcNow('my_sessions', { ...nothingYet, addresses: [member.email] });
  await user.click(prove());
  const region = await opened();
  expect(await within(region).findByRole('link', { name: 'Your dashboard' })).toBeVisible();
  expect(region).toHaveTextContent(`${member.email} is proven to be yours.`);
  expect(within(region).getByRole('heading')).toHaveFocus();
  expect(backend.sent(redeem)).toEqual([{ p_token: mailedToken }]);
  expect(sessionStorage.getItem(storageKeys.addressLink), 'it is forgotten').toBeNull();
  expect(await screen.findByText('proven')).toBeVisible();
});

test.each([
  ['link_not_valid', hints.linkExpired],
  ['other_account', hints.otherAccount],
])('§15.61 a link that is refused as %s offers a new one', async (word, reason) => {
  openLink();
  signedIn()
    .rpc('my_sessions', nothingYet)
    .refuse('redeem_address_proof', word)
    .rpc('ask_address_proof', { address: member.email, state: 'proven' });
  const { user } = await showPage(addresses);
  await user.click(prove());
  const region = await opened();
  expect(await within(region).findByText(new RegExp(RegExp.escape(reason)))).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Prove this address' })).not.toBeInTheDocument();
  await user.click(within(region).getByRole('button', { name: 'Send me the link' }));
  expect(await within(region).findByText('This address is proven already.')).toBeVisible();
});

test('§15.61 a part of a link proves nothing', async () => {
  openLink(mailedToken.slice(8));
  signedIn().rpc('my_sessions', nothingYet);
  await showPage(addresses);
  expect(await opened()).toHaveTextContent(hints.linkIncomplete);
  expect(screen.queryByRole('button', { name: 'Prove this address' })).not.toBeInTheDocument();
  expect(await screen.findByText('You have not proven any address yet.')).toBeVisible();
  expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
});

test('§15.61 a member who got no answer presses again', async () => {
  openLink();
  const backend = signedIn()
    .rpc('my_sessions', nothingYet)
    .rpc('redeem_address_proof', member.email);
  const { user } = await showPage(addresses);
  await screen.findByText('You have not proven any address yet.');
  backend.setOffline(true);
  await user.click(prove());
  expect(await screen.findByText(hints.offline)).toHaveRole('alert');
  backend.setOffline(false);
  await user.click(prove());
  await screen.findByRole('link', { name: 'Your dashboard' });
  expect(await opened()).toHaveTextContent(`${member.email} is proven to be yours.`);
});

test('§15.29 §15.30 a link goes to the address of the account, once a minute', async () => {
  const pass = takeClock();
  const backend = signedIn()
    .rpc('my_sessions', nothingYet)
    .rpc('ask_address_proof', { address: member.email, state: 'sent' });
  const { user } = await showPage(addresses);
  await user.click(await screen.findByRole('button', { name: 'Send me the link' }));
  expect(await screen.findByText(/^The link is on its way to/)).toHaveTextContent(
    `The link is on its way to ${member.email}.`,
  );
  expect(backend.sentTo('ask_address_proof')).toEqual([{}]);
  await pass(55_000);
  expect(screen.getByRole('button', { name: /^Send again in \d s$/ })).toBeDisabled();
  await pass(5_500);
  expect(screen.getByRole('button', { name: 'Send me the link' })).toBeEnabled();
});

test('§15.48 §15.61 after five links a day the page says that it was the last', async () => {
  signedIn().rpc('my_sessions', nothingYet).refuse('ask_address_proof', 'too_many_today');
  const { user } = await showPage(addresses);
  await user.click(await screen.findByRole('button', { name: 'Send me the link' }));
  expect(await screen.findByText(/^Five links a day is the limit/)).toHaveRole('alert');
});

test('§15.62 another address is checked, and the link goes there', async () => {
  const backend = signedIn()
    .rpc('my_sessions', { ...nothingYet, addresses: [member.email] })
    .rpc('ask_address_proof', { address: 'second@example.com', state: 'sent' });
  const { user } = await showPage(addresses);
  await user.click(screen.getByText('Prove another address'));
  const send = screen.getByRole('button', { name: 'Send a link there' });
  await fillIn(user, 'Another address of yours', 'nobody');
  await user.click(send);
  expect(screen.getByLabelText('Another address of yours')).toHaveAccessibleDescription(
    /^entered email is not valid/,
  );
  await fillIn(user, 'Another address of yours', ' SECOND@example.com ');
  await user.click(send);
  expect(await screen.findByText(/is on its way to second@example\.com\./)).toHaveRole('status');
  expect(backend.sentTo('ask_address_proof')).toEqual([{ p_address: 'second@example.com' }]);
  expect(
    screen.queryByRole('button', { name: 'Send me the link' }),
    'the address of the account is proven',
  ).not.toBeInTheDocument();
});

test('§15.62 addresses that cannot be loaded say so, and are loaded again', async () => {
  signedIn()
    .answer('/rest/v1/rpc/my_sessions', {}, 503)
    .rpc('my_sessions', { ...nothingYet, addresses: [member.email] });
  const { user } = await showPage(addresses);
  expect(await screen.findByText('Your addresses could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('proven')).toBeVisible();
});
