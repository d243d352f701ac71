import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { freeInterviewOwnRefusals } from '../../src/domain/refusals/free-interview.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import type { MySessions } from '../../src/features/bookings/my-sessions-schema.ts';
import { refusal, type Backend } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { island, member, show, signedIn } from './support/island.tsx';
import { sessions } from './support/samples/bookings.ts';
import { showPage } from './support/page.tsx';
import { linkTo, says } from './support/screen.ts';

type Free = MySessions['free_interview'];

const card = island('packs/FreeInterview');
// The last free interview.
const offered: Free = { left: 1, state: 'none', book_until: null };
const granted: Free = { left: 0, state: 'granted', book_until: '2026-12-31T18:29:59+00:00' };

let backend: Backend;
beforeEach(() => {
  backend = signedIn();
});

async function open(free: Free, addresses = [member.email]) {
  backend.rpc('my_sessions', sessions({ free_interview: free, addresses }));
  const { user } = await showPage(card);
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  return user;
}

const free = () => screen.getByRole('region', { name: 'Free mock interview' });
const noCard = () => screen.queryByRole('region', { name: 'Free mock interview' });
const get = () => screen.queryByRole('button', { name: 'Get my free interview' });
const press = async (user: Awaited<ReturnType<typeof open>>) => {
  const button = get();
  if (button) await user.click(button);
};
const refuse = (...said: Parameters<typeof refusal>) =>
  backend.answer(endpoints.freeInterview, refusal(...said), 409);

test('§15.32 the free interview is offered while any are left, and then leads to its times', async () => {
  const left = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const user = await open(offered);
  expect(free()).toHaveTextContent('1 of 1000 is left.');
  backend.answer(endpoints.freeInterview, { success: true, free: granted });
  backend.rpcNow('my_sessions', sessions({ free_interview: granted }));
  await press(user);
  await waitFor(() => expect(left).toHaveBeenCalledWith('/dashboard/sessions#book-free'));
  expect(sessionStorage.getItem(storageKeys.carriedToast)).toMatch(
    /It is yours\. Book it by \d+ \w+ \d{4}/,
  );
  await waitFor(() => expect(noCard()).toBeNull());
});

test.each([
  [
    'all free interviews are taken',
    { left: 0, state: 'none', book_until: null },
    'All 1000 are taken.',
  ],
  [
    'our team is checking the request for a free interview',
    { left: 3, state: 'waiting', book_until: null },
    'We have yours',
  ],
  [
    'the free interview was declined',
    { left: 3, state: 'declined', book_until: null },
    'write to us',
  ],
] as const)('§15.32 the dashboard says that %s', async (_, now, said) => {
  await open(now);
  expect(free()).toHaveTextContent(said);
  expect(get()).toBeNull();
});

test.each(['granted', 'booked', 'used', 'lapsed'] as const)(
  '§15.106 a free interview that is %s does not have a card, because the season’s timeline covers it',
  async (state) => {
    await open({ ...offered, state });
    expect(noCard()).toBeNull();
  },
);

test('§15.31 §15.78 a member with an unverified address is told to verify it instead of being offered the interview, and the link sent again grants it', async () => {
  const user = await open(offered, []);
  await says(free, `One step left: verify ${member.email}. Open the link we emailed you.`);
  expect(free(), 'the offer comes first').toHaveTextContent(/writes you feedback\..*One step left/);
  expect(get()).toBeNull();
  expect(linkTo('Wrong address? Change your email')).toBe('/dashboard/settings#change-email');
  expect(backend.sentTo('ask_address_proof')).toEqual([]);
  backend.rpc('ask_address_proof', { address: member.email, state: 'sent' });
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  await says(free, 'The link is on its way. You can use it once');
  expect(backend.sentTo('ask_address_proof')).toEqual([
    { p_wanted: 'free_interview', p_again: true },
  ]);
});

test('§15.31 §15.32 a member is told why the free interview was refused, and can ask again after a failure', async () => {
  const user = await open(offered);
  const { says: mobileNeeded } = freeInterviewOwnRefusals.phone_missing;
  for (const [prepare, said] of [
    [() => backend.setOffline(true), hints.offline],
    [() => backend.lose(endpoints.freeInterview), 'not used up your free interview'],
    // Also the answer to a landline, a foreign number or two numbers.
    [() => refuse('phone_missing', mobileNeeded), mobileNeeded],
  ] as const) {
    backend.forget(endpoints.freeInterview);
    prepare();
    await press(user);
    await says(free, said);
    backend.setOffline(false);
  }
  expect(linkTo('Open your profile')).toBe('/dashboard/profile');
  backend.now(endpoints.freeInterview, { success: true, free: granted });
  backend.rpcNow('my_sessions', sessions({ free_interview: granted }));
  const left = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await press(user);
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
});

test('§15.31 a free interview that someone with the same phone number has taken is no longer offered, and the reason is named', async () => {
  const user = await open(offered);
  const had = { state: 'had_phone', left: 1, book_until: null } as const;
  backend.now(endpoints.freeInterview, { success: true, free: had });
  backend.rpcNow('my_sessions', sessions({ free_interview: had }));
  await press(user);
  await says(
    free,
    'Someone with your phone number has already taken the free interview. If you share that number, save your own and ask again. If that is wrong, write to us.',
  );
  expect(linkTo('save your own')).toBe('/dashboard/profile');
  expect(linkTo('write to us')).toBe('/contact#write-to-us');
  await waitFor(() => expect(get()).toBeNull());
  expect(document.querySelector('.toast'), 'the card has said it').toBeNull();
});

test('a free interview that could not be loaded can be loaded again, and the button shows that it is loading', async () => {
  const release = backend
    .answer('/rest/v1/rpc/my_sessions', { message: 'no' }, 500)
    .hold('/rest/v1/rpc/my_sessions');
  const { user } = await show(card);
  expect(await screen.findByText('We could not load the free mock interview.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button', { name: 'Trying again' })).toHaveFocus();
  act(() => release(sessions({ free_interview: offered })));
  await says(free, '1 of 1000');
});
