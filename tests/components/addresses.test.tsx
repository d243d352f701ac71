import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { island, member, signedIn } from './support/island.tsx';
import { fillIn, showPage, takeClock } from './support/page.tsx';
import { nothingYet } from './support/samples/account.ts';
import { explains, linkTo, says } from './support/screen.ts';

const addresses = island('addresses/Addresses');
/** The announcement that contains this address. */
const status = (address: string) =>
  screen.getByText(address, { selector: '[role=status] *' }).closest('[role=status]');

test('§15.29 §15.30 a verification link goes to the account’s own address, no more than once a minute', async () => {
  const pass = takeClock();
  const backend = signedIn()
    .rpc('my_sessions', nothingYet)
    .rpc('ask_address_proof', { address: member.email, state: 'sent' });
  const { user } = await showPage(addresses);
  await user.click(await screen.findByRole('button', { name: 'Verify your email' }));
  expect((await screen.findByText('The link is on its way')).closest('p')).toHaveTextContent(
    `The link is on its way to ${member.email}.`,
  );
  expect(backend.sentTo('ask_address_proof')).toEqual([{ p_again: true }]);
  await pass(55_000);
  expect(screen.getByRole('button', { name: /^Send again in \d s$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await pass(5_500);
  expect(screen.getByRole('button', { name: 'Send the link again' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
});

test('§18.84 while an email change is pending, the page asks for its link and not for one to the old address', async () => {
  signedIn().rpc('my_sessions', { ...nothingYet, changing_to: 'new@example.com' });
  await showPage(addresses);
  expect((await screen.findByText('new@example.com')).closest('p')).toHaveTextContent(
    `You log in with ${member.email} for now. Your change to new@example.com waits until you open the link we sent there.`,
  );
  expect(linkTo('Send again or cancel')).toBe('/dashboard/settings#change-email');
  expect(screen.queryByRole('button', { name: 'Verify your email' })).not.toBeInTheDocument();
});

test('§15.48 §15.61 after five links in a day, the page says that the limit has been reached', async () => {
  signedIn().rpc('my_sessions', nothingYet).refuse('ask_address_proof', 'too_many_today');
  const { user } = await showPage(addresses);
  await user.click(await screen.findByRole('button', { name: 'Verify your email' }));
  expect(await screen.findByText(/the limit of five links a day/)).toHaveRole('alert');
});

test('§15.62 a member can verify a second address, and the link is sent there', async () => {
  const backend = signedIn()
    .rpc('my_sessions', { ...nothingYet, addresses: [member.email] })
    .rpc('ask_address_proof', { address: 'second@example.com', state: 'sent' });
  const { user } = await showPage(addresses);
  await user.click(screen.getByText('Verify another address'));
  const send = screen.getByRole('button', { name: 'Send a link' });
  await fillIn(user, 'Another email address', 'nobody');
  await user.click(send);
  explains('Another email address', /^entered email is not valid/);
  await fillIn(user, 'Another email address', ' SECOND@example.com ');
  await user.click(send);
  await says(() => status('second@example.com'), 'is on its way to second@example.com.');
  expect(backend.sentTo('ask_address_proof')).toEqual([
    { p_address: 'second@example.com', p_again: true },
  ]);
  backend.rpcNow('ask_address_proof', { address: 'third@example.com', state: 'proven' });
  await fillIn(user, 'Another email address', 'third@example.com');
  await user.click(send);
  await says(() => status('third@example.com'), 'third@example.com is already verified.');
  const own = screen.queryByRole('button', { name: 'Verify your email' });
  expect(own, 'the account’s own address is verified already').toBeNull();
});
