import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { settingsMessages } from '../../src/domain/account/settings-messages.ts';
import { messagePath, messageRequest } from '../../src/domain/messages/contact-message.ts';
import { contactOwnRefusals, contactRefusals } from '../../src/domain/refusals/messages.ts';
import { Backend, refusal } from './support/backend.ts';
import { member, session, signedIn } from './support/island.tsx';
import { fillIn, showPage } from './support/page.tsx';
import { explains, focused, linkTo } from './support/screen.ts';

const form = async () => {
  const { ContactForm } = await import('../../src/features/messages/ContactForm.tsx');
  return <ContactForm support="support@admitcircle.example" />;
};
const body = 'When does the season start?';
const taken = { success: true, number: 1234, settleBy: '2026-12-23' };
const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send message' }));

async function fill(user: UserEvent) {
  await user.click(screen.getByRole('radio', { name: 'A complaint' }));
  await fillIn(user, 'Your name', 'Asha Rao');
  await fillIn(user, 'Your email address', 'asha@example.com');
  await fillIn(user, 'Your message', body);
}

test('§18.13 the contact form names what is missing, and a sent message gets a number', async () => {
  const backend = new Backend().answer(messagePath, taken);
  const { user } = await showPage(form);
  await send(user);
  expect(screen.getByRole('radio', { name: 'A question' })).toBeChecked();
  explains('Your name', 'Please tell us your name.');
  explains('Your email address', 'Please tell us your email address, so that we can reply.');
  explains('Your message', /^Please write a sentence or two\./);
  await fill(user);
  await fillIn(user, 'Your message', 'https://canary.example');
  await fillIn(user, 'Your email address', 'asha@example');
  await send(user);
  explains('Your email address', 'Please check your email address.');
  expect(screen.getByText(contactOwnRefusals.only_links.says)).toBeVisible();
  expect(backend.calls).toEqual([]);

  await fillIn(user, 'Your message', body);
  await fillIn(user, 'Your email address', 'Asha Rao <Asha@Example.com>');
  await send(user);
  const thanks = (await screen.findByText(/^Thank you!/)).closest('p');
  expect(thanks, '§5.52').toHaveTextContent('a confirmation is on its way to asha@example.com.');
  expect(thanks).toHaveTextContent('Your complaint is number 1234');
  expect(thanks).toHaveTextContent('We will settle it by 23 December 2026.');
  await focused(() => thanks?.parentElement ?? null);
  expect(screen.queryByLabelText('Your message'), 'the form has disappeared').toBeNull();
  expect(screen.getByText(body)).toBeVisible();
  expect(backend.calls[0]?.headers.get('authorization')).toBeNull();
});

test('§18.51 §18.13 R6 the message stays in the form after a refusal or an outage, and resending it counts as the same message', async () => {
  const { too_many_messages } = contactRefusals;
  const backend = new Backend()
    .answer(messagePath, refusal('too_many_messages', too_many_messages.says), 429)
    .answer(messagePath, undefined, 503)
    .answer(messagePath, taken);
  const { user } = await showPage(form);
  await fill(user);
  await send(user);
  expect(await screen.findByText(too_many_messages.says), '§18.13').toBeVisible();
  await send(user);
  expect(await screen.findByText(settingsMessages.serverDown)).toBeVisible();
  backend.setOffline(true);
  await send(user);
  expect(await screen.findByText(hints.offline), 'R6').toBeVisible();
  backend.setOffline(false);
  expect(linkTo('support@admitcircle.example')).toBe('mailto:support@admitcircle.example');
  expect(screen.getByLabelText('Your message')).toHaveValue(body);
  expect(
    screen.getByLabelText('Your name'),
    'the focus is on the first field below the reason',
  ).toHaveFocus();
  await send(user);
  await screen.findByText(/^Thank you!/);
  await user.click(screen.getByRole('button', { name: 'Write another message' }));
  expect(screen.getByLabelText('Your name')).toHaveValue('Asha Rao');
  expect(screen.getByRole('radio', { name: 'A complaint' })).toBeChecked();
  expect(screen.getByLabelText('Your message')).toHaveValue('');
  await fillIn(user, 'Your message', 'And when does it end?');
  await send(user);
  await screen.findByText(/^Thank you!/);
  const sent = backend.sent(messagePath).map((one) => v.parse(messageRequest, one));
  const another = sent.pop();
  expect(sent).toEqual(Array(4).fill(sent[0]));
  expect(another?.key, 'another text has another key').not.toBe(sent[0]?.key);
});

test('§18.50 a member’s name and email are filled in, and the message is sent from the member’s account', async () => {
  const backend = signedIn().answer(messagePath, taken);
  const { user } = await showPage(form);
  await waitFor(() => expect(screen.getByLabelText('Your name')).toHaveValue('Asha Rao'));
  expect(screen.getByLabelText('Your email address')).toHaveValue(member.email);
  await fillIn(user, 'Your message', body);
  await send(user);
  const thanks = await screen.findByText(/^Thank you!/);
  expect(thanks.closest('p')).toHaveTextContent('One of our team will reply');
  expect(backend.calls[0]?.headers.get('authorization')).toBe(`Bearer ${session.access_token}`);
});

test.each([
  ['Your name', 'Your email address', member.email],
  ['Your email address', 'Your name', 'Asha Rao'],
])('§18.50 text typed into ‘%s’ before the account loaded is kept', async (label, other, known) => {
  const knownSender = '../../src/features/messages/known-sender.ts';
  const loaded = Promise.withResolvers<undefined>();
  vi.doMock(knownSender, (original) => loaded.promise.then(() => original()));
  onTestFinished(() => {
    vi.doUnmock(knownSender);
  });
  signedIn();
  const { user } = await showPage(form);
  await fillIn(user, label, 'Typed');
  loaded.resolve(undefined);
  await waitFor(() => expect(screen.getByLabelText(other)).toHaveValue(known));
  expect(screen.getByLabelText(label)).toHaveValue('Typed');
});

test('§18.13 a member whose login has expired can still send the message as a visitor', async () => {
  const backend = signedIn()
    .answer(messagePath, refusal('session_expired'), 401)
    .answer(messagePath, taken)
    .answer('/auth/v1/token', { error_code: 'refresh_token_not_found', msg: 'gone' }, 400);
  const { user } = await showPage(form);
  await fill(user);
  await send(user);
  await screen.findByText(/^Thank you!/);
  const sent = backend.calls.filter(({ path }) => path === messagePath);
  const bearers = sent.map(({ headers }) => headers.get('authorization'));
  expect(bearers).toEqual([`Bearer ${session.access_token}`, null]);
});

test.each([
  ['pay_ABCDEFGH123456', 'Payment reference: pay_ABCDEFGH123456\n\n'],
  ['Refund%20me', ''],
])(
  '§4.16 the message starts with the reference %s if it could be a payment’s reference',
  async (given, begun) => {
    new Backend();
    history.replaceState(null, '', `/contact?reference=${given}`);
    await showPage(form);
    expect(screen.getByLabelText('Your message')).toHaveValue(begun);
  },
);
