/** A free time chosen before paying: on /buy and on /success. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { gdRule } from '../../src/domain/bookings/gd-rule.ts';
import { dayAndTime, shortTime } from '../../src/domain/words/dates.ts';
import type { MySessions, Slot } from '../../src/features/bookings/my-sessions-schema.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { Backend, refused } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { island, member, show, signedIn } from './support/island.tsx';
import { takeClock } from './support/page.tsx';
import { profile } from './support/samples/account.ts';
import { booking, keepTime, pack, sessions, singlePack, slot } from './support/samples/bookings.ts';
import { inDays, inHours } from './support/samples/moments.ts';
import { paidOrder } from './support/samples/packs.ts';
import { standing } from './support/samples/refunds.ts';
import { focusSays, linkTo, says } from './support/screen.ts';

const stored = () => localStorage.getItem(storageKeys.chosenTime);
const when = ({ starts_at }: Slot) => {
  const { day, time } = dayAndTime(starts_at);
  return `${day}, ${time}`;
};

/** The text without the no-break space in '6:30 pm'. */
const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

describe('choosing a time on /buy', () => {
  const free = '/rest/v1/rpc/open_slots';
  const openWith = async (next: readonly object[], times: readonly Slot[]) => {
    const backend = new Backend()
      .answer('/rest/v1/rpc/next_free_time', next)
      .answer('/rest/v1/rpc/sales_are_stopped', false)
      .answerBy(free, ({ path }) => ({
        status: 200,
        body: times.filter(({ kind }) => path.endsWith(`p_kind=${kind}`)),
      }));
    const { user } = await show(island('packs/NextFree'));
    return { user, backend };
  };
  const open = (...times: Slot[]) => openWith([], times);
  const choice = () => screen.findByRole('combobox', { name: /^An open time/ });
  const button = (name: string) => screen.getByRole('button', { name });
  /** The chosen time that ends with these words. The mentor’s name has an element of its own. */
  const chosenTime = (words: string) =>
    screen.findByText(
      (_, part) =>
        part?.localName === 'strong' && withPlainSpaces(part.textContent).endsWith(words),
    );

  test('§4.27 a visitor can choose, change and drop a free time, and times load only on request', async () => {
    const [one, gd] = [slot(60), slot(30, { kind: 'gd', seats: 8, mentor: 'Ravi', mentor_id: 2 })];
    const soon = slot(20);
    const full = slot(40, { kind: 'gd', seats: 8, taken: 8 });
    const { user, backend } = await open(one, gd, soon, full);
    expect(backend.sent(free)).toEqual([]);
    await user.click(button('Choose a time before you pay'));
    const options = within(await choice()).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Choose a day and time',
      `${shortTime(soon.starts_at)} · Meera, IIM Ahmedabad`,
      `${shortTime(gd.starts_at)} · GD · Ravi, IIM Ahmedabad`,
      `${shortTime(one.starts_at)} · Meera, IIM Ahmedabad`,
    ]);
    expect(stored(), 'opening the list stores nothing').toBeNull();
    await user.selectOptions(await choice(), one.id);
    const chosen = await chosenTime(`${when(one)}, with Meera`);
    expect(chosen.parentElement).toHaveTextContent(
      /\. We do not hold the seat: get your free interview or buy a pack below, then sign up to book it\./,
    );
    expect(screen.queryByText(/Once booked, it is final/)).toBeNull();
    expect(linkTo('Get my free interview')).toBe('/signup');
    expect(chosen.closest('[role=status]'), 'a screen reader says the choice').not.toBeNull();
    expect(screen.queryByRole('combobox'), 'the list closes after a choice').toBeNull();
    await waitFor(() => expect(document.body).not.toHaveFocus());
    expect(JSON.parse(stored() ?? '')).toMatchObject({ slot: one.id, mentor: { name: 'Meera' } });

    await user.click(button('Change the time'));
    expect(await choice()).toHaveValue(one.id);
    fireEvent.keyDown(await choice());
    fireEvent.change(await choice(), { target: { value: gd.id } });
    expect(await choice(), 'arrow keys can go on to the next time').toBeVisible();
    expect((await chosenTime(`GD, ${when(gd)}, with Ravi`)).parentElement).toHaveTextContent(
      /We do not hold the seat: buy a pack below, then sign up to book it\./,
    );
    expect(screen.queryByRole('link', { name: 'Get my free interview' }), '§15.52').toBeNull();
    fireEvent.change(await choice(), { target: { value: soon.id } });
    const warning = await screen.findByText('Once booked, it is final.');
    expect(warning, 'before the payment').toBeVisible();
    expect(warning, 'for members too').not.toHaveClass('for-visitors');
    expect(warning.parentElement).toHaveTextContent('free interview or buy a pack below. ');
    fireEvent.change(await choice(), { target: { value: '' } });
    expect(stored(), 'the first option takes the choice back').toBeNull();
    await user.selectOptions(await choice(), gd.id);
    await user.click(button('Remove the time'));
    expect(button('Choose a time before you pay')).toBeVisible();
    expect(stored()).toBeNull();
  });

  test('§4.20 §4.27 with no mentor’s times to list, the page does not say that none are open', async () => {
    const hidden = { now: inHours(0), starts_at: inHours(60), mentor: null, institute: null };
    const { user } = await openWith([hidden], []);
    await user.click(button('Choose a time before you pay'));
    await screen.findByText('No times are listed right now. You can choose one when you book.');
    expect(screen.getByText(/^Next open interview/)).toBeVisible();
  });

  test('§5.54 §4.27 opening or leaving the time picker keeps the focus nearby', async () => {
    const one = slot(60);
    const { user } = await open(one);
    const near = screen.getByRole('region', { name: 'Choose a time' });
    const press = async (name: string) => {
      act(() => button(name).focus());
      await user.keyboard('{Enter}');
      await waitFor(() => expect(near.contains(document.activeElement), name).toBe(true));
    };
    await press('Choose a time before you pay');
    await choice();
    await press('Choose a time later');
    await press('Choose a time before you pay');
    await user.selectOptions(await choice(), one.id);
    await press('Change the time');
    await press('Close the list');
    await press('Remove the time');
    expect(button('Choose a time before you pay')).toBeVisible();
  });

  test('§4.27 a link to a mentor opens only that mentor’s times, and one press shows every mentor’s times', async () => {
    history.replaceState(null, '', '/buy?mentor=2#times');
    const next = { now: inHours(0), starts_at: inHours(60), mentor: 'Meera', institute: null };
    const times = [slot(60), slot(80, { mentor: 'Ravi', mentor_id: 2 })];
    const { user } = await openWith([next], times);
    const group = await screen.findByRole('group', { name: 'Open times with Ravi, IIM Ahmedabad' });
    expect(group).toHaveAccessibleDescription('India time (IST)');
    const names = within(group)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(names.slice(1)).toEqual(['Show all mentors', 'Choose a time later']);
    expect(screen.queryByRole('combobox')).toBeNull();
    const free = () => screen.queryByRole('link', { name: 'Get my free interview' });
    expect(free(), 'the time comes first').toBeNull();
    expect(screen.queryByText(/^Next open interview/)).toBeNull();
    act(() => button('Show all mentors').focus());
    await user.keyboard('{Enter}');
    expect(within(await choice()).getAllByRole('option')).toHaveLength(3);
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  test('§4.27 one mentor’s times are buttons, six at first, and a press chooses one and closes the list', async () => {
    history.replaceState(null, '', '/buy?mentor=1#times');
    const times = [60, 70, 80, 90, 100, 110].map((hours) => slot(hours));
    const gd = slot(120, { kind: 'gd', seats: 8 });
    const { user } = await open(...times, gd);
    const named = (one: Slot) => {
      const { day, time } = dayAndTime(one.starts_at);
      return `${day} ${time}${one.kind === 'gd' ? ' (GD)' : ''}`;
    };
    const group = await screen.findByRole('group', { name: /^Open times with Meera/ });
    const pressable = () => within(group).getAllByRole('button', { name: / [ap]m/ });
    expect(pressable()).toHaveLength(6);
    pressable().forEach((one, place) => {
      expect(one, 'in full').toHaveAccessibleName(named(times[place] ?? gd));
      expect(one, 'as on the cards').toHaveClass('mentor-time');
      expect(one).toHaveAttribute('aria-pressed', 'false');
    });
    act(() => button('Show all 7 times').focus());
    await user.keyboard('{Enter}');
    expect(pressable()).toHaveLength(7);
    expect(screen.queryByRole('button', { name: /^Show all 7/ })).toBeNull();
    await waitFor(() => expect(document.body).not.toHaveFocus());
    await user.click(button(named(gd)));
    expect(await chosenTime(`GD, ${when(gd)}, with Meera`)).toBeVisible();
    expect(screen.queryByRole('group'), 'the list closes').toBeNull();
    await waitFor(() => expect(document.body).not.toHaveFocus());
    expect(JSON.parse(stored() ?? '')).toMatchObject({ slot: gd.id, mentor: { id: 1 } });
    await user.click(button('Change the time'));
    expect(await screen.findByRole('group')).toBeVisible();
    await user.click(button('Show all 7 times'));
    expect(button(named(gd))).toHaveAttribute('aria-pressed', 'true');
    await user.click(button(named(times[0] ?? gd)));
    expect(screen.queryByRole('group')).toBeNull();
    expect(JSON.parse(stored() ?? '')).toMatchObject({ slot: times[0]?.id });
  });

  test.each([
    ['interview', null, / get your free interview or buy a pack below/, 'Get my free interview'],
    ['interview', '#pack=', / sign up or log in to book it\.$/, 'Sign up'],
    ['gd', '#pack=', / sign up or log in to book it\.$/, 'Sign up'],
  ] as const)(
    '§4.27 §15.75 below a chosen %s, a visitor whose browser keeps a paid pack (%s) reads: %s',
    async (kind, kept, says, label) => {
      if (kept) localStorage.setItem(storageKeys.waitingPack, kept);
      const time = slot(60, { kind });
      keepTime(time);
      await open(time);
      expect(await screen.findByText(says)).toBeVisible();
      expect(linkTo(label)).toBe('/signup');
    },
  );

  test.each([
    ['is still free', 0, 'with Ravi. We do not hold the seat', 'Change the time'],
    ['has gone', 1, 'with Ravi, has gone.', 'Choose another time'],
  ])(
    '§4.27 a link to a mentor opens that mentor’s times below a chosen time of another mentor that %s',
    async (_, taken, named, again) => {
      history.replaceState(null, '', '/buy?mentor=1#times');
      const [kept, other] = [slot(60, { mentor: 'Ravi', mentor_id: 2, taken }), slot(70)];
      keepTime(kept);
      const { user } = await open(kept, other);
      const group = () => screen.findByRole('group', { name: /^Open times with Meera/ });
      const list = await group();
      expect(screen.getByRole('status')).toHaveTextContent(named);
      const close = button('Close the list');
      expect(
        close.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING,
        'what can be done with the chosen time comes first',
      ).toBeTruthy();
      await user.click(close);
      expect(screen.queryByRole('group')).toBeNull();
      await user.click(button(again));
      await user.click(within(await group()).getByRole('button', { name: / [ap]m/ }));
      expect(await chosenTime(`${when(other)}, with Meera`)).toBeVisible();
      expect(screen.queryByRole('group'), 'the list closes after a choice').toBeNull();
    },
  );

  test.each([
    ['an older list still has it', true, 0],
    ['a newer list no longer has it', false, 1],
  ])(
    '§4.27 a chosen time that has gone is named, and is not in the list, if %s',
    async (_, isListed, checksBefore) => {
      history.replaceState(null, '', '/buy?mentor=1#times');
      const [kept, other] = [slot(60, { mentor: 'Ravi', mentor_id: 2 }), slot(70)];
      keepTime(kept);
      let checks = 0;
      const backend = new Backend()
        .answer('/rest/v1/rpc/next_free_time', [])
        .answer('/rest/v1/rpc/sales_are_stopped', false)
        .answerBy(free, ({ path }) => {
          // The check asks about one moment.
          if (path.includes('p_from')) {
            return { status: 200, body: (checks += 1) > checksBefore ? [] : [kept] };
          }
          const listed = isListed ? [kept, other] : [other];
          return { status: 200, body: listed.filter(({ kind }) => path.endsWith(kind)) };
        });
      const { user } = await show(island('packs/NextFree'));
      await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('has gone'));
      expect(backend.sent(free).length).toBeGreaterThan(checksBefore);
      await user.click(button('Show all mentors'));
      const times = within(await choice()).getAllByRole('option');
      expect(times.map(({ textContent }) => textContent).join()).not.toContain('Ravi');
    },
  );

  test('§4.27 a link to the chosen time’s own mentor leaves the list closed', async () => {
    history.replaceState(null, '', '/buy?mentor=1#times');
    const kept = slot(60);
    keepTime(kept);
    await open(kept);
    await chosenTime('with Meera');
    expect(button('Change the time')).toBeVisible();
  });

  test('§4.27 of times with a GD, which are wider, four are shown at first, and all links share a row', async () => {
    history.replaceState(null, '', '/buy?mentor=1#times');
    const gd = slot(60, { kind: 'gd', seats: 8 });
    await open(gd, ...[70, 80, 90, 100].map((hours) => slot(hours)));
    const group = await screen.findByRole('group', { name: /^Open times with Meera/ });
    expect(within(group).getAllByRole('button', { name: / [ap]m/ })).toHaveLength(4);
    const links = button('Show all 5 times').parentElement ?? group;
    expect(within(links).getAllByRole('button')).toHaveLength(3);
    expect(links).toContainElement(button('Choose a time later'));
  });

  test('§4.28 a chosen time survives a closed tab, is replaced by another choice, and is forgotten a day after it starts', async () => {
    const [kept, next] = [slot(60), slot(70, { mentor: 'Ravi', mentor_id: 2 })];
    keepTime(kept);
    await open(kept, next);
    expect(await chosenTime('with Meera')).toBeVisible();
    const { chooseTime } = await import('../../src/features/public-mentors/choose-time.ts');
    const { id, kind, starts_at } = next;
    act(() => chooseTime({ slot: id, kind, starts_at, mentor: { id: 2, name: 'Ravi' } }));
    expect(await chosenTime('with Ravi')).toBeVisible();
    for (const hours of [-1, -25]) {
      act(() => {
        keepTime(slot(hours));
        dispatchEvent(new StorageEvent('storage'));
      });
      await waitFor(() => expect(screen.queryByText(/do not hold the seat/)).toBeNull());
    }
    expect(stored()).toBeNull();
  });

  test('§4.26 §4.27 a chosen time that has gone is named with a way to choose another, and is forgotten', async () => {
    const [kept, other] = [slot(60), slot(70, { mentor: 'Ravi', mentor_id: 2 })];
    keepTime(kept);
    const { user, backend } = await open(other, { ...kept, taken: kept.seats });
    const gone = `${when(kept)}, with Meera, has gone.`;
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(gone));
    expect(screen.queryByText(/do not hold the seat/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Get my free interview' })).toBeNull();
    expect(stored()).toBeNull();
    const asked = backend.calls.filter(({ path }) => path.startsWith(free));
    expect(
      asked.map(({ path }) => Object.fromEntries(new URLSearchParams(path.slice(free.length)))),
      'only about this moment, and once',
    ).toEqual([
      {
        p_from: kept.starts_at,
        p_to: new Date(Date.parse(kept.starts_at) + 60_000).toISOString(),
        p_kind: 'interview',
      },
    ]);
    await user.click(button('Choose another time'));
    await user.selectOptions(await choice(), other.id);
    expect(await chosenTime('with Ravi')).toBeVisible();
    expect(screen.queryByText(/has gone/)).toBeNull();
    await user.click(button('Remove the time'));
    await user.click(button('Choose a time before you pay'));
    await choice();
    expect(screen.queryByText(/has gone/)).toBeNull();
  });

  test('§4.27 a chosen time stays while nobody can say whether it is free', async () => {
    keepTime(slot(60));
    const backend = new Backend()
      .answer('/rest/v1/rpc/next_free_time', [])
      .answer('/rest/v1/rpc/sales_are_stopped', false)
      .answer(free, { message: 'down' }, 500);
    await show(island('packs/NextFree'));
    await waitFor(() => expect(backend.sent(free)).toHaveLength(1));
    await waitFor(() => expect(backend.open).toBe(0));
    expect(await chosenTime('with Meera')).toBeVisible();
    expect(stored()).not.toBeNull();
  });

  test('§12.45 on a device whose clock is a day ahead, a chosen time stays chosen', async () => {
    takeClock();
    const [kept, other] = [slot(20), slot(22, { mentor: 'Ravi', mentor_id: 2 })];
    const next = { now: inHours(0), starts_at: kept.starts_at, mentor: null, institute: null };
    keepTime(kept);
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
    const { user } = await openWith([next], [kept, other]);
    expect(await chosenTime(`${when(kept)}, with Meera`)).toBeVisible();
    await user.click(button('Change the time'));
    await user.selectOptions(await choice(), other.id);
    expect(await chosenTime(`${when(other)}, with Ravi`)).toBeVisible();
  });

  test('R2 §4.27 a visitor can still buy when the times cannot be loaded', async () => {
    const backend = new Backend()
      .answer('/rest/v1/rpc/next_free_time', [])
      .answer('/rest/v1/rpc/sales_are_stopped', false)
      .answer(free, { message: 'down' }, 500);
    const { user } = await show(island('packs/NextFree'));
    await user.click(button('Choose a time before you pay'));
    expect(
      await screen.findByText(/could not load the times\. You can choose one later/),
    ).toBeVisible();
    await user.click(button('Choose a time later'));
    expect(backend.sent(free)).toHaveLength(2);
  });
});

describe('booking the chosen time on /success', () => {
  const { dataset } = document.documentElement;
  let backend: Backend;
  beforeEach(() => {
    backend = signedIn().answer('/rest/v1/profiles', profile);
    dataset['purchase'] = 'checking';
    dataset['chosen'] = '';
  });
  const open = (times: Slot[], now: Partial<MySessions>) => {
    backend.rpc('my_sessions', sessions(now)).rpc('open_slots', times);
    return show(island('packs/BookChosen'));
  };
  const pay = () =>
    act(() => {
      dataset['purchase'] = 'paid';
    });
  const books = () => screen.findAllByRole('button', { name: /^Book / });

  test('§4.28 one press books the chosen time with the pack just bought, once the payment has arrived', async () => {
    const one = slot(60);
    keepTime(one);
    const [older, bought] = [singlePack(), pack()];
    const { user } = await open([slot(50), one], { packs: [bought, older] });
    expect(backend.sentTo('my_sessions')).toEqual([]);
    pay();
    const [book] = await books();
    expect(book).toHaveTextContent('Book this time');
    expect(
      screen.getByText('The time you chose is still free:').nextElementSibling,
    ).toHaveTextContent(`${when(one)}, with Meera`);
    expect(await books()).toHaveLength(1);
    expect(document.body).not.toHaveTextContent('cannot move it');
    expect(screen.getByText(/^You can change the time until /)).toBeVisible();
    const made = booking(60);
    backend.rpc('book_slot', made).rpcNow('open_slots', []);
    const release = backend.forget('/rest/v1/rpc/my_sessions').hold('/rest/v1/rpc/my_sessions');
    const asked = backend.sentTo('open_slots').length;
    if (book) await user.click(book);
    await waitFor(() => expect(backend.sentTo('open_slots').length).toBeGreaterThan(asked));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByRole('button', { name: 'Booking ...' })).toBeVisible();
    act(() => release(sessions({ packs: [bought] })));
    await focusSays(/^Booked: .*, with Meera\.$/);
    expect(screen.getByText(/calendar entry\. You can change the time until /)).toBeVisible();
    expect(backend.sentTo('book_slot')).toMatchObject([{ p_slot: one.id, p_order: bought.order }]);
    expect(stored()).toBeNull();
    expect(location.search).toBe(`?booked=${made.id}`);
  });

  test('§4.28 after a reload, the page still names the session booked here, until it is over or cancelled', async () => {
    const made = booking(60);
    history.replaceState(null, '', `/success?reference=pay_1&booked=${made.id}`);
    backend.answer('/rest/v1/orders', []);
    await open([], { upcoming: [made] });
    pay();
    expect(await screen.findByText(/^Booked: /)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your session' })).toBeVisible();
    const { mySessions } = await import('../../src/features/bookings/my-sessions-store.ts');
    backend.rpcNow('my_sessions', sessions({}));
    act(mySessions.refresh);
    await waitFor(() => expect(dataset['chosen']).toBeUndefined());
  });

  test.each([
    [
      'links to the member’s sessions if nothing is left to book',
      [pack({ remaining: 0 })],
      'none',
      /feedback is there too/,
    ],
    ['keeps its link while the pack is not in this account', [], undefined, /^$/],
    [
      'keeps its link to the list of times while a session is left',
      [pack()],
      undefined,
      /^You choose a mentor and a time/,
    ],
  ])(
    '§4.28 when it is opened again without a chosen time, the page %s',
    async (_, packs, left, says) => {
      delete dataset['left'];
      history.replaceState(null, '', '/success?reference=pay_1');
      backend.answer('/rest/v1/orders', packs.length > 0 ? [paidOrder('pay_1')] : []);
      const { container } = await open([], { packs });
      pay();
      await waitFor(() => expect(backend.sentTo('my_sessions')).toHaveLength(1));
      await waitFor(() => expect(dataset['left']).toBe(left));
      await waitFor(() => expect(container).toHaveTextContent(says));
      expect(dataset['chosen']).toBeUndefined();
    },
  );

  test('§4.13 a member who opens another account’s payment is not told that the pack is theirs, nor asked about the time they chose', async () => {
    keepTime(slot(60));
    history.replaceState(null, '', '/success?reference=pay_1');
    dataset['owned'] = '';
    backend.answer('/rest/v1/orders', [paidOrder('pay_2')]);
    const { unmount } = await open([], { packs: [pack()] });
    pay();
    await waitFor(() => expect(dataset['chosen']).toBeUndefined());
    expect(await screen.findByText(/^This pack is in another account/)).toBeVisible();
    expect(dataset['whose'], 'hides the button and the line about the dashboard').toBe('other');
    expect(screen.queryByText(/you chose/)).toBeNull();
    expect(linkTo('Write to us')).toBe('/contact?reference=pay_1#write-to-us');
    unmount();
    expect(dataset['whose']).toBeUndefined();
    delete dataset['owned'];
  });

  test.each([
    ['asked', /^You asked for Rs 2399 back on .*\. We will decide by .*See your request R-1/],
    ['approved', /^Your refund of Rs 2399 is approved\. .*See your request R-1/],
  ] as const)(
    '§4.13 while a refund is %s, the page says so and does not offer to book, not even the chosen time',
    async (state, says) => {
      keepTime(slot(60));
      history.replaceState(null, '', '/success?reference=pay_1');
      dataset['owned'] = '';
      const bought = pack({ refund: standing({ number: 'R-1', state, pay_by: inDays(7) }) });
      backend.answer('/rest/v1/orders', [paidOrder('pay_1', { id: bought.order })]);
      const { container, unmount } = await open([slot(60)], { packs: [bought] });
      pay();
      await waitFor(() => expect(container).toHaveTextContent(says));
      expect(linkTo(/^See your request R-1/)).toBe('/dashboard/refunds?request=R-1');
      await waitFor(() => expect(dataset['chosen']).toBeUndefined());
      expect(dataset['whose'], 'hides the button').toBe('refund');
      await waitFor(() => expect(container).not.toHaveTextContent(/you chose|You choose/));
      unmount();
      expect(dataset['whose']).toBeUndefined();
      delete dataset['owned'];
    },
  );

  test('§4.28 a page opened from a receipt names the next session booked with that payment', async () => {
    history.replaceState(null, '', '/success?reference=pay_1');
    const bought = pack();
    backend.answer('/rest/v1/orders', [paidOrder('pay_1', { id: bought.order })]);
    const others = booking(30, { mentor: { id: 2, name: 'Ravi', institute: '' } });
    const mine = booking(60, { order: bought.order });
    const { container } = await open([], { packs: [bought], upcoming: [others, mine] });
    pay();
    await waitFor(() => expect(container).toHaveTextContent(/^Booked: .*, with Meera\. See your/));
    expect(linkTo('See your session')).toBe(`/dashboard/sessions#booking-${mine.id}`);
  });

  test('§4.28 a chosen time for which no session is left leads to the member’s sessions', async () => {
    keepTime(slot(60));
    await open([slot(60)], { packs: [] });
    pay();
    expect(await screen.findByText(/no session left for the time you chose/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your sessions' })).toBeVisible();
  });

  test('§4.28 §15.36 before booking a GD that starts within 24 hours, the page names it and warns that its time cannot be changed', async () => {
    const soon = slot(20, { kind: 'gd', seats: 8 });
    keepTime(soon);
    await open([soon], { packs: [pack()] });
    pay();
    expect(await books()).toMatchObject([{ textContent: 'Book this time' }]);
    expect(screen.getByRole('main')).toHaveTextContent(`GD, ${when(soon)}, with Meera`);
    expect(screen.getByRole('main'), '§15.14').toHaveTextContent(gdRule(soon.minimum));
    expect(screen.getByText(/^It starts in /)).toHaveTextContent(
      'You cannot move it, and if you cancel, the session counts as used.',
    );
  });

  test('§4.28 the page says that a chosen time has gone, and offers the two nearest times', async () => {
    keepTime(slot(60));
    const times = [slot(20), slot(50), slot(63), slot(90)];
    await open(times, { packs: [pack()] });
    pay();
    const gone = /with Meera, has just gone\. You keep your session/;
    await says(() => screen.getByRole('main'), gone);
    const offered = (await books()).map(({ textContent }) => withPlainSpaces(textContent));
    expect(offered).toEqual(
      [times[1], times[2]].map(
        (one) => one && `Book the mock interview on ${when(one)}, with Meera`,
      ),
    );
  });

  test('§4.28 beside a free interview, the page names the pack that the booking uses', async () => {
    const one = slot(60);
    keepTime(one);
    const free_interview = { left: 3, state: 'granted', book_until: '2027-01-21' } as const;
    await open([one], { packs: [pack({ sold: 1, remaining: 1 })], free_interview });
    pay();
    await says(
      () => screen.getByRole('main'),
      /It uses the session in your Super Value Pack\. You keep your free interview\./,
    );
  });

  test('§4.28 if the time is taken while the member is booking it, the page says so, and the next press books a different time', async () => {
    const [one, other] = [slot(60), slot(80)];
    keepTime(one);
    const { user } = await open([one, other], { packs: [pack()] });
    pay();
    const [book] = await books();
    backend
      .answer('/rest/v1/rpc/book_slot', refused('slot_full'), 400)
      .rpcNow('open_slots', [other]);
    if (book) await user.click(book);
    await focusSays(/has just gone/);
    const [nearest] = await books();
    backend.rpcNow('book_slot', booking(80));
    if (nearest) await user.click(nearest);
    expect(await screen.findByText(/^Booked:/)).toBeVisible();
    expect(backend.sentTo('book_slot').at(-1)).toMatchObject({ p_slot: other.id });
  });

  test.each([
    ['a chosen time', true],
    ['no chosen time', false],
  ])(
    '§15.75 a buyer with %s who has signed up is asked to verify the address, until the pack is added',
    async (_, hasTime) => {
      const one = slot(60);
      if (hasTime) keepTime(one);
      dataset['chosen'] = 'waiting';
      history.replaceState(null, '', '/success?reference=pay_1');
      backend
        .answer('/rest/v1/orders', [])
        .answer(endpoints.paymentStatus, { status: 'paid' })
        .rpc('ask_address_proof', { address: member.email, state: 'waiting' });
      // An older pack does not count as this payment's.
      await open([one], { addresses: [], packs: hasTime ? [pack()] : [] });
      pay();
      const found = await screen.findByRole('region', { name: 'We found your payment' });
      await says(() => found, `One step left: verify ${member.email}`);
      expect(screen.queryByRole('link', { name: 'See all times' })).toBeNull();
      expect(screen.queryByText(/once your pack is added/)).toEqual(
        hasTime ? expect.anything() : null,
      );
      expect(dataset['chosen']).toBe('waiting');
      backend.rpcNow('my_sessions', sessions({ packs: [pack()] }));
      backend.now('/rest/v1/orders', [paidOrder('pay_1')]);
      const { refreshOrders } = await import('../../src/features/packs/orders-store.ts');
      act(refreshOrders);
      await waitFor(() => expect(dataset['chosen']).toBe(hasTime ? '' : undefined));
      if (hasTime) expect(await books()).toHaveLength(1);
    },
  );

  test('§4.28 the page keeps its link to all times if the chosen time has passed', async () => {
    keepTime(slot(-1));
    const { container } = await show(island('packs/BookChosen'));
    pay();
    expect(container).toHaveTextContent(/^$/);
    expect(dataset['chosen']).toBeUndefined();
  });
});
