/** /dashboard/sessions: what the page shows and does with each answer from the database. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hints } from '../../src/domain/account/messages.ts';
import { gdRule } from '../../src/domain/bookings/gd-rule.ts';
import { sayTime } from '../../src/domain/bookings/say-time.ts';
import { sessionKinds, sessionNames } from '../../src/domain/bookings/session-kinds.ts';
import { unreadableFile } from '../../src/domain/files/file-types.ts';
import { fileRefusals, largestFile } from '../../src/domain/files/member-files.ts';
import { lateReasons } from '../../src/domain/bookings/late-reasons.ts';
import { ifApproved, ifFailed } from '../../src/domain/payments/payment-words.ts';
import {
  formatDay,
  indiaTime,
  dayAndTime,
  longTime,
  shortTime,
} from '../../src/domain/words/dates.ts';
import { lasting, lengthOf } from '../../src/domain/periods.ts';
import { memberPages } from '../../src/domain/member-pages.ts';
import { ownTime } from '../../src/features/bookings/own-time.ts';
import type {
  Booking,
  SessionPack,
  MySessions,
  Slot,
} from '../../src/features/bookings/my-sessions-schema.ts';
import { refusal, type Backend } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { signedIn } from './support/island.tsx';
import { showPage, takeClock, toast } from './support/page.tsx';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { mailedToken, profile } from './support/samples/account.ts';
import {
  booking,
  feedback,
  invitation,
  keepTime,
  nextTime,
  pack,
  sessionFile,
  sessions,
  singlePack,
  slot,
  waiting,
  waitingTime,
} from './support/samples/bookings.ts';
import { inDays, inHours } from './support/samples/moments.ts';
import { publicMentor } from './support/samples/mentor.ts';
import { standing } from './support/samples/refunds.ts';
import { disguised, letter, readableOnce, unreadable } from './support/samples/files.ts';
import {
  alerts,
  focused,
  focusSays,
  itemOf,
  linkTo,
  press,
  region,
  says,
} from './support/screen.ts';

const organiser = { name: 'AdmitCircle', email: 'help@example.com' };
const page = async () => {
  const { YourSessions } = await import('../../src/features/bookings/YourSessions.tsx');
  return <YourSessions organiser={organiser} hasFreeCard={false} terms="2026-11-01" />;
};

let backend: Backend;
beforeEach(() => {
  backend = signedIn().answer('/rest/v1/profiles', profile).rpc('public_mentors', []);
});

async function open(now: Partial<MySessions>, times: Slot[] = []) {
  backend.rpc('my_sessions', sessions(now)).rpc('open_slots', times);
  const { user } = await showPage(page);
  await waitFor(() => expect(screen.queryByText('Loading your sessions')).toBeNull());
  return user;
}

function changeTo(now: Partial<MySessions>): void {
  backend.rpcNow('my_sessions', sessions(now));
}
/** Also makes the page ask again, which `changeTo` alone does not. */
async function reloadWith(now: Partial<MySessions>) {
  changeTo(now);
  const { mySessions } = await import('../../src/features/bookings/my-sessions-store.ts');
  act(() => mySessions.refresh());
}

const chooseTime = async (user: UserEvent) =>
  user.click(await screen.findByRole('radio', { name: /Meera/ }));
/** Waits until the sheet has loaded. */
async function pressRead(user: UserEvent) {
  const read = () => screen.getByRole('button', { name: 'Read the feedback' });
  await waitFor(() => expect(read()).toBeEnabled());
  await user.click(read());
}
const book = () => screen.getByRole('button', { name: 'Book this time' });
const sessionOf = ({ mentor: { name } }: Booking) => {
  const items = screen.getAllByRole('listitem');
  return itemOf(items.find((one) => one.textContent.includes(`With ${name}`)));
};
/** A session whose feedback is no longer awaited. */
const past = (changes: Partial<Booking> = {}) => booking(-50, changes);

describe('loading the page', () => {
  test('R1 a page that goes offline keeps its data, and the booking goes through once the connection is back', async () => {
    const five = pack();
    const time = slot(60);
    const user = await open({ packs: [five] }, [time]);
    await chooseTime(user);
    act(() => backend.setOffline(true));
    expect(
      screen.getByText(/You appear to be offline. This is the last version we loaded/),
    ).toBeVisible();
    expect(screen.getByText(/^Uses one session of your /)).toHaveTextContent(/ of 5 left\)\.$/);
    await user.click(book());
    await alerts(region('Book a session'), hints.offline);
    expect(book()).toHaveFocus();
    const booked = booking(60, { order: five.order });
    backend.rpc('book_slot', booked);
    changeTo({ packs: [{ ...five, booked: 1, remaining: 4 }], upcoming: [booked] });
    act(() => backend.setOffline(false));
    await user.click(book());
    await waitFor(() => expect(sessionOf(booked)).toBeVisible());
    expect(screen.queryByText(/You appear to be offline/)).not.toBeInTheDocument();
  });

  test('the page says so when sessions or times cannot be loaded, or when no times are open for a kind of session', async () => {
    backend
      .answer('/rest/v1/rpc/my_sessions', { message: 'no' }, 500)
      .rpc('my_sessions', sessions({ packs: [pack()] }))
      .answer('/rest/v1/rpc/open_slots', { message: 'no' }, 500)
      .rpc('open_slots', []);
    const { user } = await showPage(page);
    expect(await screen.findByText(/^We could not load your sessions/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const alert = await screen.findByText('We could not load the times.');
    expect(alert.parentElement).toHaveAttribute('role', 'alert');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No interview times are open right now.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Mock GD' }));
    expect(await screen.findByText('No GD times are open right now.')).toBeVisible();
  });
});

test('§17.60 §17.62 under ‘Sessions left’, a request for one session is shown beside the sessions that are left', async () => {
  await open({});
  await reloadWith({ packs: [pack({ used: 1, remaining: 4, other_refunds: [standing()] })] });
  await says(
    () => region('Sessions left'),
    'You asked for Rs 2399 back for one session on 22 November 2026 (R-10007). We will decide by 13 December 2026.',
  );
  expect(region('Sessions left')).toHaveTextContent('4 of 5 sessions left');
  for (const link of ['R-10007', /^See your request R-10007/]) {
    expect(linkTo(link, region('Sessions left'))).toBe('/dashboard/refunds?request=R-10007');
  }
  const more = standing({ state: 'more_needed' });
  await reloadWith({ packs: [pack({ used: 1, remaining: 4, other_refunds: [more] })] });
  await says(() => region('Sessions left'), 'Answer the request R-10007');
});

test('§15.24 a pack for two whose sessions are all booked says when someone can be invited', async () => {
  const all = pack({ remaining: 0, booked: 5 });
  await open({ packs: [all], upcoming: [booking(90, { order: all.order })] });
  await says(() => region('Your packs'), 'Cancel a session in time, and you can invite someone.');
  expect(screen.queryByRole('button', { name: 'Invite a second person' })).toBeNull();
});

test('§15.34 only members with a pack see where to send a question for a mentor', async () => {
  await open({});
  expect(screen.queryByRole('link', { name: 'Write to us' })).toBeNull();
  await reloadWith({ packs: [pack()] });
  await says(() => region('Sessions left'), 'A question for a mentor? Write to us.');
  expect(linkTo('Write to us', region('Sessions left'))).toBe('/contact');
});

describe('booking a session', () => {
  test.each([
    [5.5, /^It starts in 5 hours\..* if you cancel, the session counts as used/],
    [60, /^You can change or cancel until .* After that, it counts as used\./],
  ])(
    '§15.13 for a time that starts in %d hours, the page gives the deadline for cancelling the session',
    async (hours, said) => {
      const user = await open({ packs: [pack()] }, [slot(hours)]);
      await chooseTime(user);
      expect(screen.getByText(/^It starts in|^You can change/).closest('p')).toHaveTextContent(
        said,
      );
    },
  );

  test('a member with several packs can choose between them, and the pack that expires first is listed first', async () => {
    const later = pack();
    const first = singlePack({ valid_until: '2026-12-24' });
    const linked = pack({ pack: 'most-purchased', sold: 2, remaining: 2 });
    history.replaceState(null, '', `#book-${linked.order}`);
    const time = slot(60);
    const user = await open({ packs: [later, first, linked] }, [time]);
    await chooseTime(user);
    const choice = screen.getByLabelText('Pack');
    expect(choice, 'the link’s pack is selected').toHaveValue(linked.order);
    expect(within(choice).getAllByRole('option')[0]).toHaveValue(first.order);
    await user.selectOptions(choice, later.order);
    await user.type(screen.getByLabelText(/Your target school/), 'IIM Indore');
    const booked = booking(60);
    backend.rpc('book_slot', booked);
    await user.click(book());
    const sent = { p_slot: time.id, p_order: later.order, p_institute: 'IIM Indore' };
    await waitFor(() => expect(backend.sentTo('book_slot')).toEqual([sent]));
    const { day, time: at } = dayAndTime(booked.starts_at);
    expect(await toast(`Booked for ${day}, ${at}.`)).toBeVisible();
    await reloadWith({ packs: [linked], upcoming: [booked] });
    expect(await screen.findByText('Booked'), '§12.61').toBeVisible();
    expect(sessionOf(booked).firstElementChild, 'not squeezed beside the date').toHaveTextContent(
      /^Booked\. Add your CV below/,
    );
    expect(within(sessionOf(booked)).getByText(/^In \d days$/)).toBeVisible();
  });

  test('§15.3 a booking uses the free interview unless the member chooses a pack', async () => {
    const time = slot(60);
    const free_interview = { left: 900, state: 'granted', book_until: null } as const;
    const user = await open({ packs: [pack()], free_interview }, [time]);
    backend.rpc('book_slot', booking(60));
    await chooseTime(user);
    await user.click(book());
    const sent = { p_slot: time.id, p_institute: '' };
    await waitFor(() => expect(backend.sentTo('book_slot')).toEqual([sent]));
  });

  test('§15.36 once a time is chosen, ‘Other times’ leads back to the list', async () => {
    const free_interview = { left: 900, state: 'granted', book_until: null } as const;
    const sooner = slot(60, { mentor: 'Ravi' });
    const user = await open({ free_interview }, [sooner, slot(90)]);
    await user.click(await screen.findByRole('radio', { name: /Ravi/ }));
    expect(book()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Other times' }));
    await focused(() => screen.getByRole('radio', { name: /Ravi/, checked: false }));
    expect(screen.queryByRole('button', { name: /^(Book this time|Other times)$/ })).toBeNull();
    await user.click(screen.getByRole('radio', { name: /Ravi/ }));
    await user.click(screen.getAllByRole('radio', { name: /, 1 time$/ }).at(-1) ?? book());
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Book this time' })).toBeNull(),
    );
  });

  test.each([
    ['book-free', 'free interview', {}],
    ['book-order', 'pack', { order: 'order', is_free: false }],
  ])(
    '§15.34 ‘#%s’ leads to the booked session once nothing more can be booked with that %s',
    async (hash, _, bookedWith) => {
      history.replaceState(null, '', `/dashboard/sessions#${hash}`);
      const coming = booking(60, { order: null, is_free: true, ...bookedWith });
      const landed = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
      await open({
        free_interview: { left: 900, state: 'booked', book_until: null },
        packs: [pack({ order: 'order', remaining: 0, booked: 1, used: 4 })],
        upcoming: [booking(30), coming],
      });
      await focused(() => document.getElementById(`booking-${coming.id}`));
      // The message about the booking is above the heading.
      expect(landed.mock.contexts.at(-1)).toBe(document.activeElement?.closest('li'));
    },
  );

  test('§15.34 ‘#book-free’ leads nowhere once the free interview was used', async () => {
    history.replaceState(null, '', '/dashboard/sessions#book-free');
    const landed = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    const free_interview = { left: 900, state: 'used', book_until: null } as const;
    await open({ free_interview, past: [past({ is_free: true })] });
    await screen.findByRole('region', { name: 'Practise again' });
    expect(landed).not.toHaveBeenCalled();
  });

  test('§15.34 ‘#book-free’ leads to the picker while the free interview can be booked', async () => {
    history.replaceState(null, '', '/dashboard/sessions#book-free');
    await open({ free_interview: { left: 900, state: 'granted', book_until: null } });
    await focused(() => screen.getByRole('heading', { name: 'Book a session' }));
  });

  test('the page offers both interview times and GD times', async () => {
    const user = await open({ packs: [pack()] });
    await user.click(await screen.findByRole('radio', { name: 'Mock GD' }));
    await screen.findByText('No GD times are open right now.');
    expect(backend.sentTo('open_slots')).toEqual([{ p_kind: 'interview' }, { p_kind: 'gd' }]);
  });

  test('§15.8 booking a seat that has just been taken is refused, and another time can be chosen', async () => {
    const [taken, other] = [slot(60), slot(61, { mentor: 'Ravi' })];
    const user = await open({ packs: [pack()] }, [taken, other]);
    backend.refuse('book_slot', 'slot_full');
    backend.rpcNow('open_slots', [other]);
    await chooseTime(user);
    await user.click(book());
    await focusSays(`${longTime(taken.starts_at)}, with Meera. The last seat just went.`);
    await waitFor(() => expect(screen.queryByRole('radio', { name: /Meera/ })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Book this time' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: /Ravi/ }));
    expect(screen.queryByText(/The last seat just went/)).toBeNull();
  });

  test('§4.25 §4.26 a link to a mentor opens that mentor’s times with the chosen time selected, and introduces the mentor', async () => {
    const [one, other] = [slot(60), slot(80, { mentor: 'Ravi', mentor_id: 2, institute: 'XLRI' })];
    keepTime(other);
    history.replaceState(null, '', '/dashboard/sessions?mentor=2#book');
    backend.rpcNow('public_mentors', [{ ...publicMentor, id: 2, name: 'Ravi', institute: 'XLRI' }]);
    const landed = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    const user = await open({ packs: [pack()] }, [one, other]);
    expect(await screen.findByRole('radio', { name: /Ravi, XLRI/ })).toBeChecked();
    expect(landed.mock.contexts.at(-1), 'the button is in view').toContainElement(book());
    expect(screen.queryByRole('radio', { name: /Meera/ })).toBeNull();
    const heading = screen.getByRole('heading', { name: 'Mock interview' });
    expect(heading, '§15.34 not the picker’s, which is above the window').toHaveFocus();
    const facts =
      '\u00a0· HR lead, software\u00a0· English, Hindi\u00a0· Rated 4.6 out of 5 by members\u00a0· 25+ sessions held';
    const known = screen.getByText((_, element) => element?.textContent === facts);
    expect(known.parentElement).toHaveTextContent('With Ravi, XLRI · HR lead');
    expect(known.compareDocumentPosition(book()), '§15.36 above the button').toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(screen.getByText('Asks about: Why an MBA')).toBeVisible();
    expect(
      within(region('Sessions left')).queryByRole('button', { name: 'Book a session' }),
      'the picker is already open',
    ).toBeNull();
    backend.rpcNow('book_slot', booking(80));
    await user.click(screen.getByRole('button', { name: 'Book this time' }));
    await toast(/^Booked for/);
    expect(backend.sentTo('book_slot')).toMatchObject([{ p_slot: other.id }]);
    expect(localStorage.getItem(storageKeys.chosenTime)).toBeNull();
  });

  test('§4.26 the page says once that the chosen time has gone, and offers the other times', async () => {
    keepTime(slot(50));
    const user = await open({ packs: [pack()] }, [slot(60)]);
    const gone = /with Meera, has gone\. You keep your session/;
    await says(() => screen.getByRole('main'), gone);
    await user.click(await screen.findByRole('radio', { name: /Meera/ }));
    expect(screen.queryByText(/has gone/)).toBeNull();
    expect(localStorage.getItem(storageKeys.chosenTime)).toBeNull();
  });

  test.each([
    [1, 'interview', ['Take it as your free interview', 'Remove the time']],
    [0, 'interview', ['Remove the time']],
    [1, 'gd', ['Remove the time']],
  ] as const)(
    '§4.28 with %i free interviews left, a member who has no sessions left first sees the time they chose (%s), with a link to the packs and %j',
    async (left, kind, buttons) => {
      history.replaceState(null, '', '/dashboard/sessions?mentor=1#book');
      const at = slot(60, { kind });
      keepTime(at);
      const has = {
        free_interview: { left, state: 'none', book_until: null } as const,
        packs: [singlePack({ remaining: 0, used: 1 })],
        waiting: waiting({ refund: standing({ state: 'more_needed' }) }),
      };
      backend.rpc('open_slots', [at]).rpc('my_sessions', sessions(has));
      await showPage(async () => {
        const { SessionsPage } = await import('../../src/features/next/SessionsPage.tsx');
        return <SessionsPage organiser={organiser} terms="2026-11-01" />;
      });
      const time = await screen.findByText('Meera', { selector: 'strong *' });
      expect(time).toBeVisible();
      const next = screen.getByRole('heading', { name: 'We need your answer for your refund' });
      expect(time.compareDocumentPosition(next), 'the chosen time comes first').toBe(
        Node.DOCUMENT_POSITION_FOLLOWING,
      );
      expect(time.closest('p')).toHaveTextContent(
        `Your time: ${sayTime({ ...at, mentor: { name: 'Meera' } }).join('')}. We do not hold the seat.`,
      );
      const notice = time.closest<HTMLElement>('.notice') ?? time;
      expect(linkTo('Book it with a pack', notice)).toBe('/buy#packs');
      const pressed = within(notice).getAllByRole('button');
      expect(pressed.map((one) => one.textContent)).toEqual(buttons);
      await waitFor(() => expect(notice).toHaveFocus());
    },
  );

  const showSessionsPage = (now: Partial<MySessions>, times: Slot[]) => {
    backend.rpc('open_slots', times).rpc('my_sessions', sessions(now));
    return showPage(async () => {
      const { SessionsPage } = await import('../../src/features/next/SessionsPage.tsx');
      return <SessionsPage organiser={organiser} terms="2026-11-01" />;
    });
  };

  test('§4.28 §15.32 below a failed payment, one press takes the chosen time as the free interview, and another removes it', async () => {
    const time = slot(60);
    keepTime(time);
    const left = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    const payment = { order: 'o', pack: 'single', failed: true };
    const has = { addresses: ['asha@example.com'], waiting: waiting({ payment }) };
    const { user } = await showSessionsPage(has, [time]);
    const take = () => screen.findByRole('button', { name: 'Take it as your free interview' });
    const free = { left: 1, state: 'had_phone', book_until: null } as const;
    backend.answer(endpoints.freeInterview, { success: true, free });
    await user.click(await take());
    await toast(/phone number/);
    expect(left).not.toHaveBeenCalled();
    const granted = { ...free, state: 'granted', book_until: '2099-01-21' } as const;
    backend.now(endpoints.freeInterview, { success: true, free: granted });
    await user.click(await take());
    await waitFor(() => expect(left).toHaveBeenCalledWith('/dashboard/sessions#book-free'));
    expect(localStorage.getItem(storageKeys.chosenTime), '§4.26').not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove the time' }));
    expect(screen.queryByText(/^Your time/)).toBeNull();
    expect(localStorage.getItem(storageKeys.chosenTime)).toBeNull();
  });

  const [late, failed] = [/has not arrived yet$/, /did not go through$/];
  test.each([
    [false, 'interview', 'We do not hold', ['Verify your email to take it'], late, ifApproved],
    [false, 'gd', 'You can book it once your payment arrives', [], late, ifApproved],
    [true, 'gd', 'You can book it once you have paid', [], failed, ifFailed],
  ] as const)(
    '§4.28 §15.70 below a payment that has not arrived or has failed (failed: %j), the chosen time (%s) says ‘%s’ and does not ask for another',
    async (failed, kind, about, links, title, says) => {
      const chosen = slot(60, { kind });
      keepTime(chosen);
      const payment = { order: 'o', pack: 'single', failed };
      const now = { addresses: [], waiting: waiting({ payment, next_time: nextTime(60) }) };
      await showSessionsPage(now, [chosen]);
      const time = await screen.findByText('Meera', { selector: 'strong *' });
      const next = screen.getByRole('heading', { name: title });
      expect(time.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
      const notice = within(time.closest<HTMLElement>('.notice') ?? time);
      expect(notice.getByText(new RegExp(`^\\. ${about}`))).toBeVisible();
      expect(notice.getAllByRole('link').map((one) => one.textContent)).toEqual([
        ...links,
        'Change the time',
      ]);
      expect(region(title)).toHaveTextContent(says);
      expect(linkTo('Pay on the dashboard')).toBe('/dashboard/main#order-o');
      expect(await screen.findByRole('heading', { name: 'Your schools' })).toBeVisible();
      expect(screen.queryByRole('link', { name: 'See the packs' })).toBeNull();
    },
  );

  test('§4.28 §15.34 a line leads past the booked sessions to the picker with the chosen time', async () => {
    const chosen = slot(60);
    keepTime(chosen);
    await showSessionsPage({ packs: [pack()], upcoming: [booking(30)] }, [chosen]);
    expect(linkTo(/^Book your time: .+, with Meera$/)).toBe('#book');
  });

  test('§4.26 §4.28 a line says that the chosen time has gone, for the last time when the page is opened again', async () => {
    const chosen = slot(60);
    keepTime(chosen);
    const has = { packs: [pack()], upcoming: [booking(30)] };
    const gone = () => linkTo(/, with Meera ?, has gone\. Choose another$/);
    await showSessionsPage(has, [slot(70)]);
    await waitFor(() => expect(gone()).toBe('#book'));
    cleanup();
    await showSessionsPage(has, [slot(70)]);
    expect(gone(), 'at once').toBe('#book');
    await waitFor(() => expect(localStorage.getItem(storageKeys.chosenTime)).toBeNull());
    expect(gone(), 'what is below stays in place').toBe('#book');
  });

  test('§4.28 §15.70 new feedback comes before a chosen time', async () => {
    const chosen = slot(60);
    keepTime(chosen);
    const held = past({ feedback: { ...feedback, read: false } });
    await showSessionsPage({ past: [held] }, [chosen]);
    const book = await screen.findByRole('link', { name: 'Book it with a pack' });
    const read = screen.getByRole('heading', { name: 'Meera has written your feedback' });
    expect(read.compareDocumentPosition(book)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('§4.28 the chosen time has the page’s only button for the packs', async () => {
    const chosen = slot(60);
    keepTime(chosen);
    const free_interview = { left: 0, state: 'used', book_until: null } as const;
    const next_time = nextTime(60);
    await showSessionsPage(
      { free_interview, past: [past({ feedback })], waiting: waiting({ next_time }) },
      [chosen],
    );
    expect(await screen.findByRole('link', { name: 'Book it with a pack' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Your schools' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Choose a pack$|^See the packs$/ })).toBeNull();
  });

  test.each([
    ['above the packs with nothing booked', false, {}, ['Book a session', 'Sessions left']],
    [
      'above the packs for a chosen time that can be booked',
      true,
      { upcoming: [booking(30)] },
      ['Coming up', 'Book a session', 'Sessions left'],
    ],
    [
      'below the packs once asked for, if a session is booked',
      false,
      { upcoming: [booking(30)] },
      ['Coming up', 'Sessions left', 'Book a session'],
    ],
  ])('§15.34 the picker is %s', async (_, isChosen, has, order) => {
    const time = slot(50);
    if (isChosen) keepTime(time);
    const { user } = await showSessionsPage({ packs: [pack()], ...has }, [time]);
    await screen.findByRole('heading', { name: 'Your schools' });
    if (screen.queryByRole('heading', { name: 'Book a session' }) === null) {
      await press(user, region('Sessions left'), 'Book a session');
    }
    expect(
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    ).toEqual([...order, 'Your schools']);
  });

  test.each([
    [true, ['Practise again', 'Past sessions', 'Your exercise', 'Your schools']],
    [false, ['Your exercise', 'Practise again', 'Past sessions', 'Your schools']],
  ])(
    '§15.34 §15.99 after the free interview, the exercise comes first unless the page opens with everything done (%j), and ticking it moves nothing',
    async (isDone, order) => {
      const held = (done: boolean) =>
        past({
          id: 'held',
          is_free: true,
          order: null,
          rating: { score: 5, word: '' },
          feedback: { ...feedback, exercise_done_at: done ? inHours(-2) : null },
        });
      const free_interview = { left: 5, state: 'used', book_until: null } as const;
      const { user } = await showSessionsPage({ free_interview, past: [held(isDone)] }, []);
      const titles = () =>
        screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
      await screen.findByRole('heading', { name: 'Your schools' });
      expect(titles()).toEqual(order);
      expect(region('Past sessions')).toHaveTextContent('Free mock interview');
      if (isDone) await user.click(screen.getByText(/^Exercise done on/));
      backend.rpc('do_exercise', null);
      changeTo({ free_interview, past: [held(!isDone)] });
      await user.click(await screen.findByRole('checkbox', { name: /^Done/ }));
      await screen.findByRole('checkbox', { name: /^Done/, checked: !isDone });
      await screen.findByText(isDone ? 'Marked as not done.' : 'Marked as done.');
      expect(titles()).toEqual(order);
    },
  );

  test.each([
    ['Free mock interview', {}],
    ['One step left: verify your email', { addresses: [] }],
  ])('§15.34 only the card ‘%s’ names the next open time', async (name, changes) => {
    const has = { waiting: waiting({ next_time: nextTime(60) }), ...changes };
    await showSessionsPage(has, []);
    const card = await screen.findByRole('region', { name });
    expect(card).toHaveTextContent(/Next open time: /);
    expect(
      within(card).queryByRole('link', { name: 'See the packs' }) !== null,
      'once the email is verified',
    ).toBe(!('addresses' in changes));
    await screen.findByRole('heading', { name: 'Your schools' });
    expect(screen.getAllByText(/^Next open time/)).toHaveLength(1);
  });

  test('§15.34 the free interview’s card says that no time is open', async () => {
    await showSessionsPage({ waiting: waiting({ next_time: null }) }, []);
    expect(await screen.findByRole('region', { name: 'Free mock interview' })).toHaveTextContent(
      'No times are open right now.',
    );
  });

  test('§15.99 an exercise appears once its feedback has been read, and a correction does not take it away', async () => {
    const held = (read: boolean) => past({ id: 'held', feedback: { ...feedback, read } });
    const { user } = await showSessionsPage({ past: [held(false)] }, []);
    await screen.findByRole('heading', { name: 'Your schools' });
    expect(screen.queryByRole('region', { name: 'Your exercise' })).toBeNull();
    await reloadWith({ past: [held(true)] });
    const exercise = await screen.findByRole('region', { name: 'Your exercise' });
    await user.click(within(exercise).getByText('Add a note for your next mentor'));
    await user.type(within(exercise).getByRole('textbox'), 'Recorded');
    await reloadWith({ past: [held(false)] });
    expect(within(exercise).getByRole('textbox')).toHaveValue('Recorded');
  });

  test('§15.34 §15.99 a press on ‘Done’ puts no free interview above the exercise', async () => {
    const held = (done: boolean) =>
      past({
        id: 'held',
        rating: { score: 5, word: '' },
        feedback: { ...feedback, exercise_done_at: done ? inHours(0) : null },
      });
    const { user } = await showSessionsPage({ past: [held(false)] }, []);
    const titles = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
    await screen.findByRole('heading', { name: 'Your schools' });
    const before = titles();
    expect(before[0]).toBe('Your exercise');
    backend.rpc('do_exercise', null);
    changeTo({ past: [held(true)] });
    await user.click(await screen.findByRole('checkbox', { name: /^Done/ }));
    await screen.findByText('Marked as done.');
    expect(titles()).toEqual(before);
  });

  test('§4.25 a member who has filtered by one mentor can show all mentors again', async () => {
    history.replaceState(null, '', '/dashboard/sessions?mentor=1#book');
    const other = slot(80, { mentor: 'Ravi', mentor_id: 2, institute: '' });
    const user = await open({ packs: [pack()] }, [slot(80), other]);
    await says(() => screen.getByRole('main'), 'Times with Meera, IIM Ahmedabad.');
    act(() => screen.getByRole('button', { name: 'Show all mentors' }).focus());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('radio', { name: /Ravi/ })).toBeVisible();
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  test('§4.25 if the mentor does not have any open times, the page says so and shows all mentors', async () => {
    history.replaceState(null, '', '/dashboard/sessions?mentor=7#book');
    await open({ packs: [pack()] }, [slot(80)]);
    expect(
      await screen.findByText(/^This mentor has no mock interview open right now/),
    ).toBeVisible();
  });

  const aimed = [
    { institute: 'IIM Bangalore', interview_on: inDays(19) },
    { institute: 'xlri jamshedpur', interview_on: null },
  ];

  test('§15.104 the booking form suggests the school with the next interview, and each school has its own date', async () => {
    const time = slot(60);
    const user = await open({ packs: [pack()], targets: aimed }, [time]);
    backend.rpc('book_slot', booking(60));
    await chooseTime(user);
    const institute = screen.getByLabelText(/^Your target school/);
    expect(institute, 'the button is in view').not.toBeVisible();
    const date = () => screen.getByLabelText(/^Your interview date/);
    expect(institute).toHaveValue('IIM Bangalore');
    expect(date()).toHaveValue(inDays(19));
    await user.clear(institute);
    await user.type(institute, 'XLRI Jamshedpur');
    expect(date()).toHaveValue('');
    fireEvent.change(date(), { target: { value: inDays(30) } });
    await user.click(book());
    const aim = { p_institute: 'XLRI Jamshedpur', p_interview_on: inDays(30) };
    await waitFor(() => expect(backend.sentTo('book_slot')).toMatchObject([aim]));
  });

  test('§15.104 if a booking names a sixth school, the page says that the school is not saved, and does not ask for a date', async () => {
    const five = [1, 2, 3, 4, 5].map((nth) => ({ institute: `School ${nth}`, interview_on: null }));
    const user = await open({ packs: [pack()], targets: five }, [slot(60)]);
    backend.rpc('book_slot', booking(60));
    await chooseTime(user);
    await user.click(screen.getByText('Your target school: School 1'));
    const institute = screen.getByLabelText(/^Your target school/);
    expect(screen.getByLabelText(/^Your interview date/)).toBeVisible();
    await user.clear(institute);
    await user.type(institute, 'XLRI');
    expect(institute).toHaveAccessibleDescription(/You already have 5 schools/);
    expect(screen.queryByLabelText(/^Your interview date/)).toBeNull();
    await user.click(book());
    await waitFor(() =>
      expect(backend.sentTo('book_slot')).toMatchObject([{ p_institute: 'XLRI' }]),
    );
  });

  test('§15.104 mentors from the member’s schools come first in the list of times, and their schools first in the filter', async () => {
    const times = [slot(60), slot(60, { mentor: 'Farah', institute: 'XLRI Jamshedpur' })];
    await open({ packs: [pack()], targets: aimed }, times);
    const radios = await screen.findAllByRole('radio', { name: /Meera|Farah/ });
    expect(radios[0]).toHaveAccessibleName(/Farah.*Your school/);
    expect(radios[1]).not.toHaveAccessibleName(/Your school/);
    const offered = within(screen.getByRole('group', { name: 'School' })).getAllByRole('radio');
    expect(offered.map((radio) => radio.parentElement?.textContent)).toEqual([
      'All schools',
      'XLRI Jamshedpur',
      'IIM Ahmedabad',
    ]);
  });

  test('§15.104 the member’s own schools filter the times in one press, and ‘Another school’ lists the others', async () => {
    const schools = ['XLRI Jamshedpur', 'IIM Indore', 'IIM Ranchi'];
    const times = schools.map((institute) => slot(60, { institute, mentor: institute }));
    const user = await open({ packs: [pack()], targets: aimed }, times);
    const shown = () =>
      schools.filter((name) => screen.queryByRole('radio', { name: new RegExp(`^${name}, `) }));
    const another = () =>
      within(screen.getByRole('group', { name: 'School' })).getByRole('radio', {
        name: 'Another school',
      });
    await user.click(await screen.findByRole('radio', { name: 'XLRI Jamshedpur' }));
    expect(shown()).toEqual(['XLRI Jamshedpur']);
    await user.click(another());
    expect(shown()).toEqual(schools);
    await user.selectOptions(screen.getByRole('combobox', { name: 'School' }), 'IIM Ranchi');
    expect(shown()).toEqual(['IIM Ranchi']);
    expect(another()).toBeChecked();
  });

  test('§15.34 each time lists its mentors once, with what they ask about', async () => {
    const farah = { mentor: 'Farah', mentor_id: 2 };
    const times = [slot(60), slot(60, farah), slot(62)];
    backend.rpcNow('public_mentors', [{ ...publicMentor, id: 2, asks: 'Why now' }]);
    await open({ packs: [pack()] }, times);
    const together = within(
      await screen.findByRole('group', { name: indiaTime(times[0]?.starts_at ?? '') }),
    );
    expect(together.getAllByRole('radio')).toHaveLength(2);
    expect(
      await together.findByRole('radio', { name: /^Farah.* Asks about: Why now$/ }),
    ).toBeVisible();
    expect(together.getByRole('radio', { name: /^Meera.* 45 minutes$/ })).toBeVisible();
  });

  test('R1 §15.34 times are shown without what mentors ask about while that cannot be loaded, also during the next try', async () => {
    const failing = '/rest/v1/rpc/public_mentors';
    const first = backend.forget(failing).hold(failing);
    const user = await open({ packs: [pack()] }, [slot(60)]);
    const loading = await screen.findByText('Loading the times');
    expect(loading, 'the footer stays').not.toHaveClass('member-loading');
    first({ message: 'no' }, 500);
    await chooseTime(user);
    const reply = backend.forget(failing).hold(failing);
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(backend.sentTo('public_mentors')).toHaveLength(2));
    expect(book()).toBeVisible();
    expect(screen.queryByText('Loading the times')).toBeNull();
    reply({ message: 'no' }, 500);
  });

  test('§4.23 a member can filter the times by school', async () => {
    const farah = slot(62, { mentor: 'Farah' });
    const own = slot(64, { institute: 'IIM Indore', mine: true });
    const xlri = slot(61, { institute: 'XLRI Jamshedpur' });
    const user = await open({ packs: [pack()] }, [xlri, farah, own]);
    await chooseTime(user);
    const school = screen.getByRole('combobox', { name: 'School' });
    const offered = within(school).getAllByRole('option');
    const schools = ['All schools', 'IIM Ahmedabad', 'XLRI Jamshedpur'];
    expect(offered.map(({ textContent }) => textContent)).toEqual(schools);
    await user.selectOptions(school, 'IIM Ahmedabad');
    expect(screen.queryByRole('radio', { name: /Meera/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Book this time' })).toBeNull();
    expect(screen.getByRole('radio', { name: /Farah/ })).not.toBeChecked();
  });
});

describe('waiting for a time', () => {
  const tellMe = () => screen.findByRole('button', { name: 'Email me' });

  test('§15.90 a member can ask to be told about new times on chosen days when no times are open', async () => {
    const five = pack();
    const user = await open({ packs: [five] });
    const button = await tellMe();
    expect(button.closest('details')).toHaveAttribute('open');
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
      await user.click(screen.getByRole('checkbox', { name: day }));
    }
    backend.rpc('wait_for_time', null);
    changeTo({ packs: [five], waiting_times: [waitingTime()] });
    await user.click(button);
    await focusSays(
      /^We’ll email you when .* a mock interview on Saturday or Sunday, until you book/,
    );
    const sent = { p_kind: 'interview', p_weekdays: ['sat', 'sun'] };
    expect(backend.sentTo('wait_for_time')).toEqual([sent]);
    const weekdays = ['tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    await reloadWith({ packs: [five], waiting_times: [waitingTime({ weekdays })] });
    await screen.findByText(/for a mock interview on any day except Monday, until/);
    backend.rpc('stop_waiting', null);
    changeTo({ packs: [five] });
    await user.click(screen.getByRole('button', { name: 'Stop these emails' }));
    await tellMe();
    expect(backend.sentTo('stop_waiting')).toEqual([{ p_kind: 'interview' }]);
  });

  test('§15.90 a member with an unverified address has to verify it before waiting for a time', async () => {
    await open({ packs: [pack()], addresses: [] });
    expect(await screen.findByText(/One step left: verify/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Verify your email' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Email me' })).toBeNull();
  });

  test('§15.90 a member can wait for a time with a mentor from the filtered school or from another mentor’s, but not from a school without any', async () => {
    const [meera, farah] = [slot(60), slot(61, { institute: 'XLRI Jamshedpur' })];
    const targets = ['IIM Bangalore', 'IIM Calcutta', 'xlri jamshedpur'].map((institute) => ({
      institute,
      interview_on: null,
    }));
    const five = pack();
    backend.rpcNow('public_mentors', [{ ...publicMentor, institute: 'IIM Bangalore' }]);
    const user = await open({ packs: [five], targets }, [meera, farah]);
    await user.click(await screen.findByText('Email me when a time opens'));
    await user.click(screen.getByRole('radio', { name: 'XLRI Jamshedpur' }));
    const from = screen.getByRole('combobox', { name: 'With a mentor from' });
    expect(from).toHaveValue('XLRI Jamshedpur');
    expect(region('Book a session')).toHaveTextContent(
      'No open mock interviews with alumni of IIM Bangalore. Below the times, ask us',
    );
    expect(region('Book a session')).toHaveTextContent(
      'No mentor from IIM Calcutta yet: choose one from any school.',
    );
    const schools = within(from).getAllByRole('option');
    expect(schools.map(({ textContent }) => textContent)).toEqual([
      'any school',
      'IIM Ahmedabad',
      'IIM Bangalore',
      'XLRI Jamshedpur',
    ]);
    await user.selectOptions(from, 'IIM Bangalore');
    backend.rpc('wait_for_time', null);
    changeTo({ packs: [five], targets, waiting_times: [waitingTime({ school: 'IIM Bangalore' })] });
    await user.click(await tellMe());
    await focusSays(/a mock interview with a mentor from IIM Bangalore on Saturday or Sunday/);
    expect(backend.sentTo('wait_for_time')).toMatchObject([{ p_school: 'IIM Bangalore' }]);
  });

  test('§15.90 the page says why a request to wait was refused, and each kind of session has its own request', async () => {
    const user = await open({ packs: [pack()], waiting_times: [waitingTime({ kind: 'gd' })] });
    backend.refuse('wait_for_time', 'no_day_chosen');
    await user.click(await tellMe());
    expect(await screen.findByText('Choose a day of the week.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Mock GD' }));
    expect(await screen.findByText(/for a mock GD on Saturday or Sunday/)).toBeVisible();
  });

  test('§15.90 a full GD is listed but cannot be chosen, and a GD with free seats is preselected', async () => {
    const full = slot(60, { kind: 'gd', seats: 8, taken: 8, minimum: 4, mentor: 'Ravi' });
    const free = slot(90, { kind: 'gd', seats: 8, taken: 2, minimum: 4 });
    const user = await open({ packs: [pack()] }, [full, free]);
    await user.click(await screen.findByRole('radio', { name: 'Mock GD' }));
    const chosen = await screen.findByRole('radio', { name: /Meera/ });
    expect(chosen).toHaveAccessibleName(/It takes place with 4 or more\./);
    await user.click(chosen);
    expect(book().closest('form'), '§15.14').toHaveTextContent(gdRule(4));
    expect((await tellMe()).closest('details')).toHaveAttribute('open');
    await user.click(screen.getByRole('radio', { name: /, 0 times$/ }));
    const taken = screen.getByRole('radio', { name: /Full: all 8 seats are taken/ });
    expect(taken).toHaveAttribute('aria-disabled', 'true');
    await user.click(taken);
    expect(taken).not.toBeChecked();
    expect(screen.queryByRole('button', { name: 'Book this time' })).toBeNull();
  });

  test('§5.54 §15.90 a time keeps the focus when its last seat is taken', async () => {
    const almost = slot(60, { kind: 'gd', seats: 8, taken: 7, minimum: 4 });
    const user = await open({ packs: [pack()] }, [almost]);
    await user.click(await screen.findByRole('radio', { name: 'Mock GD' }));
    await user.click(await screen.findByRole('radio', { name: /Meera/ }));
    backend.rpcNow('open_slots', [{ ...almost, taken: 8 }]);
    const { refreshSlots } = await import('../../src/features/bookings/bookings.ts');
    act(refreshSlots);
    const full = await screen.findByRole('radio', { name: /Full: all 8 seats/ });
    expect(full).toHaveFocus();
    // Browsers take the focus away from a disabled control.
    expect(full).toBeEnabled();
  });

  test('§15.90 ‘Email me when a time opens’ is collapsed while times are open, and hidden while a session is being moved', async () => {
    const one = booking(60);
    const user = await open({ packs: [pack()], upcoming: [one] }, [slot(90)]);
    const picker = () => screen.queryByRole('heading', { name: 'Book a session' });
    expect(picker(), '§15.34 a session is booked').toBeNull();
    await press(user, region('Sessions left'), 'Book a session');
    await focused(picker);
    const folded = await screen.findByText('Email me when a time opens');
    expect(folded.closest('details')).not.toHaveAttribute('open');
    backend.rpcNow('open_slots', []);
    await user.click(within(sessionOf(one)).getByRole('button', { name: 'Change time' }));
    expect(screen.queryByText('Email me when a time opens')).toBeNull();
  });

  test('§15.34 with a session booked, the picker stays after a link to it or for a chosen time', async () => {
    const picker = () => screen.queryByRole('heading', { name: 'Book a session' });
    const has = { packs: [pack()], upcoming: [booking(60)] };
    history.replaceState(null, '', '/dashboard/sessions#book');
    await open(has, [slot(90)]);
    await focused(picker);
    history.replaceState(null, '', '/dashboard/sessions#content');
    dispatchEvent(new HashChangeEvent('hashchange'));
    expect(picker()).toBeVisible();
  });

  test('§15.34 with a session booked, the picker is there for a chosen time, and gone once another is booked', async () => {
    const [one, time] = [booking(60), slot(90)];
    keepTime(time);
    const user = await open({ packs: [pack()], upcoming: [one] }, [time]);
    const picker = () => screen.queryByRole('heading', { name: 'Book a session' });
    expect(picker()).toBeVisible();
    const booked = booking(90, { mentor: { id: 2, name: 'Ravi', institute: '' } });
    changeTo({ packs: [pack()], upcoming: [one, booked] });
    backend.rpcNow('book_slot', booked);
    await user.click(await screen.findByRole('button', { name: 'Book this time' }));
    await toast(/^Booked for/);
    expect(picker()).toBeNull();
  });
});

describe('booked sessions', () => {
  test('§15.13 before confirming a late cancellation, the member is told that it uses up the session', async () => {
    const one = booking(30);
    const user = await open({ packs: [pack({ booked: 1, remaining: 4 })], upcoming: [one] });
    await press(user, sessionOf(one), 'Cancel session');
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this session?' });
    expect(dialog).toHaveTextContent('It costs you nothing: you get the session back');
    backend.refuse('cancel_booking', 'no_longer_free');
    await press(user, dialog, 'Cancel the session');
    await alerts(dialog, `The session is now less than ${lasting('cancel free')} away`);
    expect(dialog).toHaveTextContent('it counts as used');
    backend.rpcNow('cancel_booking', { session_returned: false });
    const inDialog = within(dialog).getByRole('link', { name: 'write to us' });
    expect(inDialog).toHaveAttribute('href', '/contact#write-to-us');
    const late = { ...one, state: 'late' as const };
    const ended = [past({ state: 'cancelled' }), past({ feedback }), late];
    changeTo({ packs: [pack({ used: 1, remaining: 4 })], past: ended });
    await press(user, dialog, 'Cancel the session');
    expect(await toast('Cancelled. The session counts as used.')).toBeVisible();
    const sent = [true, false].map((p_returns) => ({ p_booking: one.id, p_returns }));
    expect(backend.sentTo('cancel_booking')).toEqual(sent);
    await focused(() => document.getElementById(`past-${one.id}`));
    const [latest, second] = within(region('Past sessions')).getAllByRole('listitem');
    expect(latest).toHaveTextContent('Took place');
    expect(second).toHaveTextContent(`If the reason was ${lateReasons}, write to us.`);
    expect(linkTo('write to us')).toBe('/contact#write-to-us');
    expect(screen.getByText('1 cancelled session').closest('details')).not.toHaveAttribute('open');
    await reloadWith({ past: [...ended.slice(0, 2), booking(-8 * 24, { state: 'late' })] });
    expect(await screen.findByText('2 cancelled sessions'), 'a week later').toBeVisible();
  });

  test.each(sessionKinds)(
    '§15.12 a member can move the last session of a pack: %s',
    async (kind) => {
      const [one, time] = [booking(60, { kind }), slot(90, { kind, seats: 8 })];
      const others = kind === 'gd' ? [pack(), pack()] : [];
      const packs = [pack({ used: 4, booked: 1, remaining: 0 }), ...others];
      const user = await open({ packs, upcoming: [one] }, [time]);
      await press(user, sessionOf(one), 'Change time');
      await focusSays('Change your session’s time');
      expect(screen.getByRole('radio', { name: sessionNames[kind] })).toBeChecked();
      await chooseTime(user);
      expect(backend.sentTo('open_slots').at(-1)).toMatchObject({ p_kind: kind });
      expect(screen.queryByLabelText(/^Institute|^Pack/)).toBeNull();
      expect(screen.getByText('Instead of').closest('p')).toHaveTextContent(
        /^Instead of .*, with Meera\. You keep that time .*It costs you nothing\.$/,
      );
      const moved = { ...one, starts_at: time.starts_at };
      backend.rpc('move_booking', moved);
      changeTo({ packs, upcoming: [moved] });
      await user.click(screen.getByRole('button', { name: 'Change to this time' }));
      const { day, time: at } = dayAndTime(time.starts_at);
      expect(await toast(`Moved to ${day}, ${at}.`)).toBeVisible();
      expect(sessionOf(moved)).toHaveTextContent(
        `Moved from ${shortTime(one.starts_at)}, with Meera.`,
      );
      const sent = { p_booking: one.id, p_slot: time.id };
      expect(backend.sentTo('move_booking')).toEqual([sent]);
    },
  );

  test('§15.31 cancelling a free interview after its booking period passes the interview to the next student', async () => {
    const free = booking(60, { is_free: true, order: null });
    const free_interview = { left: 0, state: 'booked' as const, book_until: inHours(-1) };
    const user = await open({ free_interview, upcoming: [free] });
    expect(sessionOf(free)).toHaveTextContent('Free mock interview');
    await user.click(within(sessionOf(free)).getByRole('button', { name: 'Cancel session' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this session?' });
    expect(dialog).toHaveTextContent('it goes to the next student');
    expect(dialog).not.toHaveTextContent('You get the session back');
    await user.click(within(dialog).getByRole('button', { name: 'Keep the session' }));
    await user.click(within(sessionOf(free)).getByRole('button', { name: 'Change time' }));
    await focusSays('Change your session’s time');
    expect(screen.queryByRole('radio', { name: 'Mock GD' })).toBeNull();
  });

  test('§15.36 a member can join a session in progress, but can no longer cancel it', async () => {
    backend.rpc('gd_room', { now: inHours(0), topic: null, people: [] });
    const gd = booking(-0.1, { kind: 'gd', minimum: 4 });
    const interview = booking(-0.1, { mentor: { id: 2, name: 'Ravi', institute: '' } });
    await open({ packs: [pack()], upcoming: [gd, interview] });
    for (const running of [sessionOf(gd), sessionOf(interview)]) {
      expect(running).toHaveTextContent('Running now');
      expect(running).not.toHaveTextContent('being decided');
      expect(within(running).getByRole('button', { name: 'Join' })).toBeVisible();
      const gone = /^Cancel$|calendar|My mentor did not join/i;
      expect(within(running).queryByText(gone)).toBeNull();
    }
  });

  test('§15.36 once a session can be joined, all that stands beside ‘Join’ is collapsed', async () => {
    const soon = booking(0.1);
    await open({ packs: [pack()], upcoming: [soon] });
    const shown = within(sessionOf(soon));
    expect(shown.getByRole('button', { name: 'Join' })).toBeVisible();
    expect(shown.getByText('Calendar or cancel')).toBeVisible();
    expect(shown.getByRole('link', { name: /^Google Calendar/, hidden: true })).not.toBeVisible();
  });

  test('§15.36 an upcoming session asks for the CV, and its changes are collapsed', async () => {
    const one = booking(60);
    const user = await open({ packs: [pack()], upcoming: [one] });
    const shown = within(sessionOf(one));
    expect(shown.getByLabelText('Add your CV')).toBeVisible();
    const change = shown.getByRole('button', { name: 'Change time' });
    expect(change).not.toBeVisible();
    const caveat = shown.getByText(/Google Calendar does not update itself/);
    expect(caveat, '§15.96').not.toBeVisible();
    await user.click(shown.getByText('Change or cancel'));
    expect(change).toBeVisible();
    expect(caveat).toBeVisible();
    const ready = booking(80, { files: [sessionFile({ purpose: 'cv' })] });
    await reloadWith({ packs: [pack()], upcoming: [ready] });
    await says(() => sessionOf(ready), '(1 of 3)');
    expect(within(sessionOf(ready)).getByLabelText('Add another file')).not.toBeVisible();
  });

  test('§15.36 ‘Join’ appears, and a session that has ended moves to ‘Feedback to come’ before the packs, without a reload', async () => {
    const pass = takeClock();
    const soon = booking(1);
    const opens = Date.parse(soon.join_from);
    vi.setSystemTime(opens - 30_000);
    const ends_at = new Date(opens).toISOString();
    const ending = booking(-0.7, { ends_at, mentor: { id: 2, name: 'Ravi', institute: '' } });
    await open({ packs: [pack()], upcoming: [ending, soon] });
    const shown = within(sessionOf(soon));
    expect(sessionOf(soon)).toHaveTextContent('You can join from ten minutes before');
    expect(shown.queryByRole('button', { name: 'Join' })).toBeNull();
    expect(sessionOf(soon), '§15.13').toHaveTextContent('You cannot move it');
    expect(shown.queryByRole('button', { name: 'Change time' })).toBeNull();
    const calendar = shown.getByRole('button', { name: 'Add to calendar' });
    expect(calendar, 'the later sessions’ cards are short').not.toBeVisible();
    expect(shown.getByText('Calendar or cancel')).toBeVisible();
    const files = shown.getByText('Your CV is missing');
    const opened = files.closest('details');
    expect(files, '§15.36').toAppearBefore(calendar);
    await pass(40_000);
    expect(shown.getByRole('button', { name: 'Join' })).toAppearBefore(
      shown.getByText('Files for your mentor'),
    );
    expect(opened, 'what was opened and typed stays').toBeInTheDocument();
    expect(region('Feedback to come')).toHaveTextContent(
      /With Ravi.*Ravi is writing your feedback\. It is due by tomorrow at .*We’ll email you/,
    );
    expect(screen.getByRole('heading', { name: 'Feedback to come' })).toAppearBefore(
      screen.getByRole('heading', { name: 'Sessions left' }),
    );
    expect(screen.queryByRole('region', { name: 'Past sessions' })).toBeNull();
  });

  test.each([
    ['20 minutes behind', -20],
    ['an hour ahead', 60],
    ['a day ahead', 24 * 60],
  ])('§12.45 a device whose clock is %s shows sessions at their true times', async (_, minutes) => {
    const soon = booking(6 / 60);
    const later = booking(30, { mentor: { id: 2, name: 'Ravi', institute: '' } });
    const answer = sessions({ now: inHours(0), packs: [pack()], upcoming: [soon, later] });
    takeClock();
    vi.setSystemTime(Date.now() + minutes * 60_000);
    backend.rpc('open_slots', []).rpc('my_sessions', answer);
    await showPage(page);
    await says(() => sessionOf(soon), 'in 6 minutes');
    expect(within(sessionOf(soon)).getByRole('button', { name: 'Join' })).toBeVisible();
    expect(within(sessionOf(later)).getByRole('button', { name: 'Change time' })).toBeEnabled();
  });

  test('§15.36 a member can join an interview as soon as its meeting link exists', async () => {
    const soon = booking(9 / 60);
    const user = await open({ packs: [pack()], upcoming: [soon] });
    expect(sessionOf(soon)).toHaveTextContent('Target school: IIM Bangalore.');
    expect(sessionOf(soon)).toHaveTextContent(/[ap]m India time, 45.minutes/);
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    backend.refuse('join_session', 'no_link_yet');
    await press(user, sessionOf(soon), 'Join');
    await says(() => sessionOf(soon), 'This meeting has no link yet.');
    backend.rpcNow('join_session', 'https://meet.example.com/meera');
    await press(user, sessionOf(soon), 'Join');
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://meet.example.com/meera'));
  });

  test('§15.101 a GD’s meeting opens in a new tab, and the page with the topic stays open', async () => {
    const gd = booking(9 / 60, { kind: 'gd' });
    backend.rpc('gd_room', { now: inHours(0), topic: null, people: [] });
    const user = await open({ packs: [pack()], upcoming: [gd] });
    const assign = vi.fn();
    const tab = { opener: window, location: { assign }, close: vi.fn() };
    // The button uses only these parts of a window.
    const openTab = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    backend.refuse('join_session', 'no_link_yet');
    const join = within(sessionOf(gd)).getByRole('button', { name: 'Join' });
    await user.click(join);
    await says(() => sessionOf(gd), 'This meeting has no link yet.');
    expect(tab.close).toHaveBeenCalled();
    openTab.mockClear();
    const answer = backend.forget('/rest/v1/rpc/join_session').hold('/rest/v1/rpc/join_session');
    await user.dblClick(join);
    answer('https://meet.example.com/meera');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://meet.example.com/meera'));
    expect(tab.opener).toBeNull();
    expect(openTab, 'a double click opens one tab').toHaveBeenCalledOnce();
  });

  test.each([
    ['Coming up', 'upcoming', -0.4],
    ['Past sessions', 'past', -3],
  ])(
    '§15.22 a member can report under ‘%s’ that the mentor did not join',
    async (part, list, hours) => {
      const over = booking(hours);
      const user = await open({ packs: [pack()], [list]: [over] });
      await press(user, sessionOf(over), 'My mentor did not join');
      const dialog = await screen.findByRole('dialog', { name: 'Did your mentor not join?' });
      const answer_until = inHours(72);
      const until = `You get your session back by ${shortTime(answer_until)} unless`;
      backend.answer('/rest/v1/rpc/report_no_mentor', answer_until);
      const reported = { ...over, no_mentor_reported: true, report_is_open: true, answer_until };
      changeTo({ packs: [pack()], [list]: [reported] });
      await user.click(within(dialog).getByRole('button', { name: 'My mentor did not join' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(backend.sentTo('report_no_mentor')).toEqual([{ p_booking: over.id }]);
      expect(await toast(new RegExp(`^Thank you. ${until}`))).toBeVisible();
      expect(sessionOf(over)).toHaveTextContent(until);
      await focused(() =>
        list === 'past'
          ? within(sessionOf(over)).getByRole('heading')
          : screen.getByRole('heading', { name: part }),
      );
    },
  );

  test('§15.37 a member has to choose a score to rate a session, and can change the rating later', async () => {
    const held = past({ feedback });
    const user = await open({ packs: [pack()], past: [held] });
    const shown = within(sessionOf(held));
    await user.click(shown.getByText('Rate this session'));
    await user.click(await shown.findByRole('button', { name: 'Send rating' }));
    const question = shown.getByRole('group', { name: 'How much did it help?' });
    await waitFor(() => expect(question).toHaveAccessibleDescription(/^Choose 1 to 5\./));
    expect(within(question).getByRole('radio', { name: '1' })).toHaveFocus();
    await user.click(shown.getByRole('radio', { name: '4' }));
    await user.type(shown.getByLabelText(/^Comment/), 'Honest');
    backend.answer('/rest/v1/rpc/rate_session', undefined, 204);
    changeTo({ packs: [pack()], past: [{ ...held, rating: { score: 4, word: 'Honest' } }] });
    await user.click(shown.getByRole('button', { name: 'Send rating' }));
    expect(await toast('Thank you for your rating.')).toBeVisible();
    expect(sessionOf(held)).toHaveTextContent('Your comment: Honest');
    expect(shown.queryByRole('button', { name: 'My mentor did not join' })).toBeNull();
    await user.click(shown.getByText('You gave 4 of 5'));
    expect(shown.getByRole('radio', { name: '4' })).toBeChecked();
    await user.click(shown.getByRole('radio', { name: /^5/ }));
    await user.click(shown.getByRole('button', { name: 'Send rating' }));
    const sent = [4, 5].map((p_score) => ({ p_booking: held.id, p_word: 'Honest', p_score }));
    await waitFor(() => expect(backend.sentTo('rate_session')).toEqual(sent));
  });

  test('§15.37 a rating that the member is writing stays when the last session is booked elsewhere', async () => {
    const held = past({ feedback });
    const user = await open({ packs: [pack()], past: [held] });
    await user.click(within(sessionOf(held)).getByText('Rate this session'));
    await user.type(await within(sessionOf(held)).findByLabelText(/^Comment/), 'Honest');
    await reloadWith({ packs: [pack({ remaining: 0, used: 5 })], past: [held] });
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Book a session' })).toBeNull(),
    );
    expect(within(sessionOf(held)).getByLabelText(/^Comment/)).toHaveValue('Honest');
  });

  test('§15.37 a rating that the member is writing stays when the feedback arrives', async () => {
    const held = booking(-2);
    const user = await open({ packs: [pack()], past: [held] });
    await user.click(within(sessionOf(held)).getByText('Rate this session'));
    await user.type(await within(sessionOf(held)).findByLabelText(/^Comment/), 'Honest');
    await reloadWith({ packs: [pack()], past: [{ ...held, feedback }] });
    expect(await screen.findByRole('heading', { name: 'Your feedback is here' })).toBeVisible();
    expect(within(sessionOf(held)).getByLabelText(/^Comment/)).toHaveValue('Honest');
  });

  test('§15.53 §15.22 a member can dispute a missed session until we have decided', async () => {
    const missed = past({ feedback: { ...feedback, attended: false } });
    const decided = past({
      no_mentor_reported: true,
      mentor: { id: 2, name: 'Ravi', institute: '' },
    });
    const disputed = {
      ...decided,
      id: crypto.randomUUID(),
      mentor: { id: 3, name: 'Farah', institute: '' },
      feedback: missed.feedback,
      report_is_open: true,
    };
    await open({ packs: [pack()], past: [missed, decided, disputed] });
    expect(sessionOf(disputed)).toHaveTextContent('Your mentor says they were there.');
    expect(sessionOf(disputed)).not.toHaveTextContent(/Missed|waited/);
    const shown = within(sessionOf(missed));
    expect(shown.getByText('Missed')).toBeVisible();
    expect(sessionOf(missed)).toHaveTextContent('Your mentor waited but you did not join.');
    expect(shown.queryByText(/^Rate this session$|^Read the feedback$/)).toBeNull();
    expect(shown.getByRole('button', { name: 'My mentor did not join' })).toBeVisible();
    expect(sessionOf(decided)).not.toHaveTextContent(/You told us|My mentor did not join/);
  });

  test.each([
    [
      'asked',
      'You asked for Rs 2399 back for this session on 22 November 2026 (R-2). We will decide by',
    ],
    ['paid', 'We sent your refund of Rs 2399 (R-2).'],
  ] as const)(
    '§17.62 the card of a session whose refund is %s alone says so, and to the second person without the money',
    async (state, words) => {
      const refunded = past({ refund: { number: 'R-2', state }, given_back: true });
      const request = standing({ number: 'R-2', state });
      await open({ packs: [pack({ other_refunds: [request] })], past: [refunded] });
      expect(sessionOf(refunded)).toHaveTextContent(words);
      expect(linkTo('R-2')).toBe('/dashboard/refunds?request=R-2');
      expect(within(region('Sessions left')).queryByText(/R-2|this session/)).toBeNull();
      expect(linkTo(/^Ask for a refund/)).toContain('?order=');
      const fold = screen.getByText('1 session that did not take place').closest('details');
      expect(fold?.open, 'an open refund stays in view').toBe(state === 'asked');
      await reloadWith({ packs: [pack({ role: 'second', second: null })], past: [refunded] });
      await says(() => sessionOf(refunded), 'The buyer asked for a refund of this session.');
      expect(sessionOf(refunded)).not.toHaveTextContent(/Rs|R-2/);
    },
  );

  test('§15.34 the page lists three past sessions, and the rest after ‘Show all’', async () => {
    const held = Array.from({ length: 4 }, () => past());
    const user = await open({ packs: [pack()], past: held.slice(1) });
    const listed = () => within(region('Past sessions')).getAllByRole('listitem');
    const more = () => screen.queryByRole('button', { name: /^Show all/ });
    expect([listed().length, more()]).toEqual([3, null]);
    await reloadWith({ packs: [pack()], past: held });
    const all = await screen.findByRole('button', { name: 'Show all 4' });
    expect(listed()).toHaveLength(3);
    await user.click(all);
    expect([listed().length, more()]).toEqual([4, null]);
    await waitFor(() =>
      expect(document.activeElement).toHaveAttribute('id', `past-${held[3]?.id}`),
    );
  });

  test('§15.34 a member who has no sessions left sees links to the packs', async () => {
    const usedUp = pack({ used: 5, remaining: 0 });
    const user = await open({ packs: [usedUp], past: [past({ feedback })] });
    expect(linkTo('See the packs')).toBe(`${memberPages.main}#packs`);
    expect(region('Practise again')).toHaveTextContent('two or five sessions, from Rs 699.');
    expect(region('Your packs')).not.toHaveTextContent('This pack is for two');
    await pressRead(user);
    const dialog = screen.getByRole('dialog');
    expect(linkTo('See the packs', dialog)).toBe(`${memberPages.main}#packs`);
  });

  test('§15.71 §15.88 a session whose mentor is reported missing comes first and does not count as practice', async () => {
    const reported = past({ no_mentor_reported: true, report_is_open: true, is_free: true });
    const has = { waiting: waiting({ next_time: nextTime(60) }) };
    await open({ ...has, past: [reported] });
    expect(region('Practise')).toHaveTextContent('Next open time: ');
    await reloadWith({ ...has, past: [past({ feedback }), reported] });
    expect(await screen.findByRole('region', { name: 'Practise again' })).toBeVisible();
    const [first] = within(region('Past sessions')).getAllByRole('listitem');
    expect(first).toHaveTextContent('Your mentor says they were there.');
  });

  test('§15.34 a member without a session sees the next free time, and how to get a session', async () => {
    const next_time = nextTime(60);
    const has = { waiting: waiting({ next_time }) };
    const user = await open(has);
    const shown = region('Practise');
    const { day: onDay, time } = dayAndTime(next_time.starts_at);
    expect(shown).toHaveTextContent(`Next open time: ${onDay}, ${time}, with Meera, XLRI.`);
    const toFree = `${memberPages.main}#free-interview`;
    const name = 'Choose this time';
    expect([linkTo('Get my free interview'), linkTo(name)]).toEqual([toFree, '#wanted']);
    await reloadWith({ ...has, addresses: [] });
    await waitFor(() =>
      expect(shown).toHaveTextContent('Your free mock interview is still available.'),
    );
    expect(linkTo('Verify your email')).toBe(toFree);
    expect(screen.queryByRole('link', { name }), 'not yet bookable').toBeNull();
    const interview_on = inDays(19);
    const targets = [{ institute: 'IIM Bangalore', interview_on }];
    await reloadWith({ ...has, targets, past: [past()] });
    const [day, month] = formatDay(interview_on).split(' ');
    expect(
      await screen.findByRole('region', { name: `Practise again before ${day} ${month}` }),
    ).toBeVisible();
    const gone = { state: 'used', left: 0, book_until: null } as const;
    await reloadWith({ ...has, free_interview: gone, past: [past()] });
    const link = screen.getByRole('link', { name });
    await waitFor(() => expect(link).toHaveAttribute('href', '/buy?mentor=1#times'));
    await user.click(link);
    const { slot, starts_at } = next_time;
    expect(JSON.parse(localStorage.getItem(storageKeys.chosenTime) ?? '')).toMatchObject({
      ...{ slot, kind: 'interview', starts_at },
      mentor: { id: 1, name: 'Meera' },
    });
  });

  test('§4.25 a member who has booked the last session with a mentor stays on the page', async () => {
    const left = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    history.replaceState(null, '', '/dashboard/sessions?mentor=1#book');
    const time = slot(60);
    keepTime(time);
    const own = singlePack();
    const user = await open({ packs: [own] }, [time]);
    const booked = booking(60, { order: own.order });
    backend.rpc('book_slot', booked);
    changeTo({ packs: [{ ...own, remaining: 0, booked: 1 }], upcoming: [booked] });
    await waitFor(() => expect(book()).toBeVisible());
    await user.click(book());
    await toast(/^Booked for/);
    expect(await screen.findByRole('heading', { name: 'Practise' })).toBeVisible();
    expect(left).not.toHaveBeenCalled();
    expect(location.search).toBe('');
  });

  test.each([
    ['goes on', null],
    ['links', { order: 'o', pack: 'single', failed: false }],
  ])(
    '§4.25 for a member without a session, a link to a mentor %s to that mentor’s times on /buy (order: %j)',
    async (_, payment) => {
      const left = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
      history.replaceState(null, '', '/dashboard/sessions?mentor=7#book');
      keepTime(slot(60, { mentor_id: 1 }));
      const packs = [singlePack({ remaining: 0, used: 1 })];
      await open({ packs, waiting: waiting({ payment }) });
      expect(linkTo('All times of this mentor')).toBe('/buy?mentor=7#times');
      await focusSays('Practise');
      expect(left.mock.calls).toEqual(payment ? [] : [['/buy?mentor=7#times']]);
    },
  );

  test('§15.37 §15.71 feedback opens in a dialog and is then marked as read, and its session keeps its place in the list', async () => {
    const newer = past({ mentor: { id: 2, name: 'Ravi', institute: '' } });
    const held = past({ feedback: { ...feedback, read: false } });
    const user = await open({ packs: [pack()], past: [newer, held] });
    backend.answer('/rest/v1/rpc/read_feedback', undefined, 204);
    const rated = { ...held, feedback, rating: { score: 4, word: '' } };
    changeTo({ packs: [pack()], past: [newer, rated] });
    await pressRead(user);
    const sheet = screen.getByRole('dialog', { name: 'Feedback on your mock interview' });
    expect(within(sheet).getByRole('heading', { level: 3 })).toHaveFocus();
    for (const text of ['Content4 of 5, good', 'Presence2 of 5, needs work', feedback.exercise]) {
      await says(() => sheet, String(text));
    }
    expect(
      sheet.querySelectorAll('[data-seat=filled]'),
      'the four scores add up to 14',
    ).toHaveLength(14);
    expect(sheet, 'the print names member and mentor').toHaveTextContent('For Asha Rao. From ');
    expect(backend.sentTo('read_feedback')).toEqual([{ p_booking: held.id }]);
    await says(() => sessionOf(held), 'You gave 4 of 5');
    expect(sessionOf(held).nextElementSibling, 'a session with an open dialog stays in place').toBe(
      sessionOf(newer),
    );
    await user.click(within(sheet).getByRole('link', { name: 'Book your next session' }));
    expect(sheet).not.toHaveAttribute('open');
    expect(within(sheet).getAllByText('Close'), '‘Close’ is at the top too').toHaveLength(2);
  });

  test('§15.71 a link’s feedback closes for good, and the focus goes to its session’s button', async () => {
    const held = past({ feedback });
    history.replaceState(null, '', `/dashboard/sessions?feedback=${held.id}`);
    const user = await open({ packs: [pack()], past: [held] });
    const sheet = await screen.findByRole('dialog', { name: 'Feedback on your mock interview' });
    await user.click(within(sheet).getAllByRole('button', { name: 'Close' })[0] ?? sheet);
    await focused(() => screen.getByRole('button', { name: 'Read the feedback' }));
    expect(location.search, 'a reload does not open it again').toBe('');
  });

  test('§15.97 feedback on a GD shows the GD scores', async () => {
    const user = await open({ packs: [pack()], past: [past({ kind: 'gd', feedback })] });
    await pressRead(user);
    const sheet = screen.getByRole('dialog');
    for (const text of ['Content4', 'Listening3', 'Building on others5', 'Leadership2']) {
      await says(() => sheet, text);
    }
    expect(sheet).not.toHaveTextContent('Presence');
  });

  test.each([
    ['a session in the list', {}, 1],
    ['a session behind ‘Show all’', {}, 6],
    ['a session that was returned later', { given_back: true }, 1],
  ] as const)('§15.71 a link opens the feedback on %s', async (_, news, before) => {
    const read = past({ feedback, ...news });
    history.replaceState(null, '', `/dashboard/sessions?feedback=${read.id}`);
    const others = Array.from({ length: before }, () => past());
    await open({ packs: [pack()], past: [...others, read] });
    const sheet = screen.getByRole('dialog', { name: /^Feedback/ });
    expect(sheet).toBeVisible();
    expect(sheet.closest('details:not([open])')).toBeNull();
    expect(backend.sentTo('read_feedback')).toEqual([]);
  });

  test.each(['#past', '#booking-'])(
    '§15.70 a link that ends in %s moves the focus to that part of the page',
    async (hash) => {
      const coming = booking(30);
      const id = hash === '#past' ? 'past' : `booking-${coming.id}`;
      history.replaceState(null, '', `/dashboard/sessions#${id}`);
      await open({ packs: [pack()], upcoming: [coming], past: [past()] });
      await waitFor(() => expect(document.activeElement).toHaveAttribute('id', id));
    },
  );

  test.each([
    ['loads the page', 0],
    ['is pressed on the page', 0],
    ['is pressed on the page, for a session behind ‘Show all’', 5],
  ])(
    '§15.70 ‘Rate your session’ opens the rating and moves the focus there when the link %s',
    async (how, before) => {
      const held = past({ feedback, mentor: { id: 2, name: 'Ravi', institute: '' } });
      const follow = () => {
        location.hash = `rate-${held.id}`;
      };
      if (how === 'loads the page') follow();
      await open({ past: [...Array.from({ length: before }, () => past()), held] });
      if (how !== 'loads the page') follow();
      expect(await screen.findByRole('button', { name: 'Send rating' })).toBeVisible();
      await focused(() => within(sessionOf(held)).getByText('Rate this session'));
    },
  );

  test('§4.25 ‘Book again’ opens the same mentor’s times, on /buy if no sessions are left', async () => {
    const ravi = past({ mentor: { id: 2, name: 'Ravi', institute: '' } });
    const times = [slot(60), slot(60, { mentor: 'Ravi', mentor_id: 2, institute: '' })];
    backend.rpcNow('public_mentors', [publicMentor]);
    const targets = [{ institute: 'XLRI Jamshedpur', interview_on: null }];
    const user = await open({ packs: [pack()], past: [ravi], targets }, times);
    const noTimes = 'No open mock interviews with alumni of XLRI Jamshedpur.';
    await says(() => screen.getByRole('main'), noTimes);
    await user.click(within(sessionOf(ravi)).getByRole('button', { name: 'Book again' }));
    await says(() => screen.getByRole('main'), 'Times with Ravi.');
    expect(screen.getByRole('main'), '§15.104').not.toHaveTextContent(noTimes);
    expect(screen.getByRole('heading', { name: 'Book a session' })).toHaveFocus();
    await reloadWith({ past: [ravi] });
    await says(() => screen.getByRole('main'), 'two or five sessions, from Rs 699.');
    expect(screen.queryByRole('link', { name: /^Book again/ }), 'before the feedback').toBeNull();
    const over = { ...ravi, feedback };
    await reloadWith({ past: [over] });
    const link = await screen.findByRole('link', { name: 'Book again' });
    expect(link).toHaveAttribute('href', '/buy?mentor=2#times');
    await reloadWith({ packs: [pack({ refund: standing({ state: 'approved' }) })], past: [over] });
    await says(() => region('Your packs'), 'Refund approved');
    expect(screen.queryByRole('link', { name: /^Book again/ }), '§17.62').toBeNull();
  });

  test('§15.71 past sessions with new feedback come first, and sessions that did not take place are collapsed', async () => {
    const plain = past({ mentor: { id: 2, name: 'Ravi', institute: '' } });
    const fresh = past({ feedback: { ...feedback, read: false } });
    const returned = past({ given_back: true, starts_at: inHours(-8 * 24) });
    const ended = [past({ state: 'cancelled' }), returned];
    await open({ packs: [pack()], past: [...ended, plain, fresh] });
    const headings = within(region('Past sessions')).getAllByRole('listitem', { hidden: true });
    expect(headings.map((one) => one.textContent)).toEqual([
      expect.stringContaining('Read the feedback'),
      expect.stringContaining('With Ravi'),
      expect.stringContaining('Cancelled'),
      expect.stringContaining('Returned'),
    ]);
    expect(screen.getByText('2 sessions that did not take place')).toBeVisible();
    expect(within(sessionOf(fresh)).queryByText('My mentor did not join')).toBeNull();
  });

  test('§15.71 §15.88 a session that we gave back stays in view for a week', async () => {
    const returned = past({ given_back: true, starts_at: inHours(-6 * 24) });
    await open({ packs: [pack()], past: [returned] });
    expect(within(region('Past sessions')).getByText('Returned')).toBeVisible();
    expect(screen.queryByText(/did not take place/)).toBeNull();
  });

  test('§15.34 §15.43 a GD shows how many people have joined and, once it is confirmed, that it will take place', async () => {
    const gd = (hours: number, taken: number, takes_place = false) =>
      booking(hours, { kind: 'gd', taken, minimum: 4, takes_place });
    await open({ packs: [pack()], upcoming: [gd(1, 2, true), gd(11, 2), gd(48, 3), gd(49, 4)] });
    const items = within(region('Coming up')).getAllByRole('listitem');
    for (const [place, words] of [
      'It takes place: 2 people have joined',
      '2 people have joined; we are deciding now whether it takes place',
      `3 of 4 needed so far. ${gdRule(4)}`,
      `4 people have joined, enough for it to take place. ${gdRule(4)}`,
    ].entries()) {
      expect.soft(items[place]).toHaveTextContent(words);
    }
    expect(items[0], 'it is decided').not.toHaveTextContent(/fewer/);
  });
});

test('§15.12 §15.34 the limits of a session say ‘today’ and ‘tomorrow’, and that changing it costs nothing', async () => {
  const pass = takeClock();
  const [soon, later] = [booking(26), booking(72)];
  await open({ packs: [pack()], upcoming: [soon, later] });
  for (const one of [soon, later]) {
    vi.setSystemTime(Date.parse(one.free_until) - 60_000);
    await pass(10_000);
    expect(sessionOf(one)).toHaveTextContent(
      /cancel by (today|tomorrow), [\d:]+ [ap]m and you keep the session\. It costs you nothing\./,
    );
  }
});

test('§15.31 the free interview’s row says by when to book it', async () => {
  const book_until = inDays(20);
  await open({ free_interview: { left: 5, state: 'granted', book_until } });
  expect(region('Sessions left')).toHaveTextContent(
    `The free interview is yours: book it by ${formatDay(book_until)}.`,
  );
});

test('§15.36 a session’s card says ‘Tomorrow’ without the hours until then', async () => {
  const starts_at = `${inDays(1)}T13:00:00+00:00`;
  const one = booking(30, { starts_at, ends_at: `${inDays(1)}T13:45:00+00:00` });
  await open({ packs: [pack()], upcoming: [one] });
  expect(sessionOf(one)).toHaveTextContent('TomorrowMock interview');
});

test('§15.35 each Indian time is shown with the member’s local time beside it', async () => {
  const timeZone = 'America/New_York';
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  resolved.mockReturnValue({ ...options, timeZone });
  const one = booking(60);
  history.replaceState(null, '', '/dashboard/sessions#book');
  await open({ packs: [pack()], upcoming: [one] }, [slot(60)]);
  expect(await screen.findByText(/with the time in New York next to each\./)).toBeVisible();
  expect(sessionOf(one)).toHaveTextContent(indiaTime(one.starts_at));
  expect(sessionOf(one)).toHaveTextContent(String(ownTime(one.starts_at, timeZone)));
  expect(await screen.findByRole('group', { name: /in New York/ })).toBeVisible();
});

describe('the second person', () => {
  const left = () => within(region('Sessions left'));
  const usha = { address: 'usha@example.com', state: 'named', namings_left: 2 } as const;
  const named = (second: Partial<NonNullable<SessionPack['second']>>): SessionPack =>
    pack({ second: { ...usha, replaceable: true, ...second } });

  test('§15.26 a buyer can name a second person, but not themselves', async () => {
    const five = pack();
    const user = await open({ packs: [five] });
    await user.click(left().getByRole('button', { name: 'Invite a second person' }));
    const address = await left().findByLabelText('The other person’s email');
    backend.refuse('name_second_person', 'own_address');
    await user.type(address, 'asha@example.com');
    await user.click(left().getByRole('button', { name: 'Send the invitation' }));
    await says(() => left().getByRole('alert'), 'This is your own address.');
    backend.now('/rest/v1/rpc/name_second_person', undefined, 204);
    changeTo({ packs: [{ ...named({}), order: five.order }] });
    await user.clear(address);
    await user.type(address, 'usha@example.com');
    await user.click(left().getByRole('button', { name: 'Send the invitation' }));
    const said = 'We invited usha@example.com, who has not accepted yet.';
    expect((await left().findByText(/^We invited/)).closest('p')).toHaveTextContent(said);
    expect(region('Sessions left'), 'the news comes first').toHaveTextContent(
      `Invitation sent.${said}`,
    );
    const sent = { p_order: five.order, p_address: 'usha@example.com' };
    expect(backend.sentTo('name_second_person')).toContainEqual(sent);
  });

  test('§15.24 the dashboard’s link opens the form for that pack, with the cursor in it', async () => {
    const [one, linked] = [pack(), pack()];
    history.replaceState(null, '', `/dashboard/sessions#invite-${linked.order}`);
    await open({ packs: [one, linked] });
    const address = await left().findByLabelText('The other person’s email');
    await waitFor(() => expect(address).toHaveFocus());
    expect(address.closest(`#invite-${linked.order}`), 'only for that pack').not.toBeNull();
  });

  test.each([
    [3, ''],
    [2, 'Until the second person books a session, you can invite someone else instead, once.'],
    [1, 'This is your last invitation for this pack.'],
  ])(
    '§15.26 a buyer with %i invitations reads that both can book the sessions left, and who else can be invited',
    async (namings_left, says) => {
      const user = await open({ packs: [named({ namings_left })] });
      await user.click(left().getByRole('button', { name: 'Invite someone else' }));
      const address = await left().findByLabelText('The other person’s email');
      expect(address).toHaveAccessibleDescription(
        `Either of you can book the sessions left. You each see only your own feedback.${says && ` ${says}`}`,
      );
    },
  );

  test('§15.26 a buyer who has named three people cannot name anyone else, but can resend the invitation once a day', async () => {
    const user = await open({ packs: [named({ namings_left: 0, replaceable: false })] });
    expect(region('Sessions left')).toHaveTextContent('You have already named three people.');
    expect(left().queryByRole('button', { name: 'Invite someone else' })).toBeNull();
    backend.answer('/rest/v1/rpc/name_second_person', undefined, 204);
    await user.click(left().getByRole('button', { name: 'Resend invitation' }));
    expect(await left().findByText(/We send one invitation a day\./)).toBeVisible();
  });

  test('§15.26 §15.28 a buyer can replace the second person until that person’s first booking', async () => {
    const accepted = { ...named({ state: 'accepted', replaceable: false }), other: 'Usha' };
    await open({ packs: [named({ address: null, state: 'none' }), named({}), accepted] });
    const [closed, waiting, booked] = left().getAllByRole('listitem');
    expect(closed).toHaveTextContent('The person you named has closed their account.');
    expect(closed).toHaveTextContent('Invite a second person');
    expect(waiting).toHaveTextContent('Invite someone else');
    expect(booked).toHaveTextContent(
      /^.*Usha \S+@example\.com shares this pack and books their own sessions/,
    );
    expect(booked).toHaveTextContent(
      'The other person has booked, so you can no longer invite someone else.',
    );
    expect(booked).not.toHaveTextContent('Invite someone else');
  });

  test('§15.25 an invited person has to accept the terms to accept the invitation', async () => {
    const user = await open({ invitations: [invitation] });
    await screen.findByRole('heading', { name: 'Meera has shared a pack with you' });
    await user.click(screen.getByRole('button', { name: 'Accept the invitation' }));
    const terms = screen.getByRole('checkbox', { name: /accept the Terms and Condition/ });
    const missing = 'Tick the box to accept the terms.';
    await waitFor(() => expect(terms).toHaveAccessibleDescription(missing));
    await user.click(terms);
    backend.answer('/rest/v1/rpc/accept_second_person', undefined, 204);
    const theirs = { booked: 1, used: 0, reported: 0 };
    const shared = pack({ role: 'second', other: 'Meera', booked: 1, theirs, second: null });
    changeTo({ packs: [shared] });
    expect(screen.getByText(/payments and receipts stay with/).closest('p')).toHaveTextContent(
      'payments and receipts stay with Meera, who will see your first name. The invitation went to your address asha@example.com.',
    );
    await user.click(screen.getByRole('button', { name: 'Accept the invitation' }));
    const accepted = 'You now share Meera’s pack: 4 sessions left for the two of you.';
    expect(await toast(accepted)).toBeVisible();
    await focused(() => screen.getByRole('heading', { name: 'Sessions left' }));
    expect(region('Sessions left')).toHaveTextContent('Shared with you by Meera');
    expect(region('Sessions left')).toHaveTextContent('1 booked by Meera');
    expect(region('Sessions left')).not.toHaveTextContent(
      /Invite a second person|Ask for a refund/,
    );
  });

  test('§15.25 a member who has accepted the terms in force is not asked to accept them again', async () => {
    const old = { ...invitation, order: 'another', terms: '2026-10-01' };
    const user = await open({ invitations: [{ ...invitation, terms: '2026-11-01' }, old] });
    const [now, earlier] = await screen.findAllByRole('listitem', { name: /has shared a pack/ });
    if (!now || !earlier) throw new Error('an invitation is missing');
    expect(within(earlier).getByRole('checkbox')).not.toBeChecked();
    expect(within(now).queryByRole('checkbox')).toBeNull();
    expect(now).toHaveTextContent(
      /The Terms and Condition .*that you have accepted apply to this pack too\./,
    );
    backend.answer('/rest/v1/rpc/accept_second_person', undefined, 204);
    changeTo({ packs: [pack({ role: 'second', other: 'Meera', second: null })] });
    await user.click(within(now).getByRole('button', { name: 'Accept the invitation' }));
    expect(await toast(/^You now share Meera’s pack/)).toBeVisible();
    const sent = { p_order: invitation.order, p_terms: true };
    expect(backend.sentTo('accept_second_person')).toEqual([sent]);
  });

  test('§15.63 an invited person can turn the invitation down, and the buyer sees it', async () => {
    const user = await open({ invitations: [invitation] });
    expect(region('Your schools').querySelector('details')).not.toHaveAttribute('open');
    await user.click(await screen.findByRole('button', { name: 'No, thank you' }));
    const asked = await screen.findByRole('dialog', { name: 'Turn down this invitation?' });
    expect(asked).toHaveTextContent(
      'The pack then shows Meera that you do not want to share it. You can be invited again.',
    );
    backend.answer('/rest/v1/rpc/decline_second_person', undefined, 204);
    changeTo({});
    await user.click(within(asked).getByRole('button', { name: 'Turn it down' }));
    const answered = () => screen.getByText(/^You turned down the invitation/).closest('p');
    await focused(() => answered());
    expect(answered()).toHaveAttribute('role', 'status');
    expect(answered()).toHaveTextContent(
      'We show Meera that you do not want to share the pack. You can be invited again.',
    );
    expect(backend.sentTo('decline_second_person')).toEqual([{ p_order: invitation.order }]);
    await reloadWith({ packs: [named({ state: 'declined' })] });
    const row = (await screen.findByText(/turned down your invitation/)).closest('li');
    expect(row).toHaveTextContent('usha@example.com turned down your invitation.');
    expect(row).toHaveTextContent('Invite someone else');
    expect(left().queryByRole('button', { name: 'Resend invitation' })).toBeNull();
  });

  test('§15.25 a member is not told a name or a number that there is not', async () => {
    const user = await open({ invitations: [{ ...invitation, from: null, sessions: 0 }] });
    expect((await screen.findByText(/receipts stay with/)).closest('p')).toHaveTextContent(
      'receipts stay with the buyer, who will see your first name. The invitation',
    );
    await user.click(screen.getByRole('checkbox', { name: /accept the Terms/ }));
    backend.answer('/rest/v1/rpc/accept_second_person', undefined, 204);
    changeTo({ packs: [pack({ role: 'second', second: null })] });
    await user.click(screen.getByRole('button', { name: 'Accept the invitation' }));
    expect(await toast('You now share this pack.')).toBeVisible();
    expect(left().getByText('Shared with you')).toBeVisible();
  });

  test('§15.25 a member who accepts an invitation that is no longer open is told that it is closed', async () => {
    const user = await open({ invitations: [invitation] });
    await user.click(await screen.findByRole('checkbox', { name: /accept the Terms/ }));
    backend.refuse('accept_second_person', 'no_invitation');
    changeTo({});
    await user.click(screen.getByRole('button', { name: 'Accept the invitation' }));
    await toast('This invitation is no longer open. Ask the person who bought the pack.');
    expect(screen.queryByRole('heading', { name: /has shared a pack with you/ })).toBeNull();
  });

  test('§15.30 §15.62 only members without a pack are asked about an invitation, and have to verify their address first', async () => {
    const user = await open({ packs: [], addresses: [] });
    await user.click(screen.getByText('Were you invited to share a pack?'));
    expect(screen.getByRole('button', { name: 'Verify your email' })).toBeVisible();
    await reloadWith({ packs: [pack()], addresses: [] });
    await waitFor(() => expect(screen.queryByText(/Were you invited/)).toBeNull());
  });

  test('§15.76 the link in an invitation email shows the invitation', async () => {
    const fragment = `#invitation=${mailedToken}`;
    sessionStorage.setItem(storageKeys.addressLink, fragment);
    const opened = { state: 'done', address: 'asha@example.com', wanted: null, verified: true };
    const answer = backend.hold('/rest/v1/rpc/redeem_link');
    await open({ packs: [], addresses: [] });
    expect(await screen.findByText('Opening your invitation')).toBeVisible();
    expect(screen.queryByText(/Were you invited/), 'until the answer').toBeNull();
    changeTo({ packs: [], invitations: [invitation] });
    answer(opened);
    await screen.findByRole('heading', { name: 'Meera has shared a pack with you' });
    expect(screen.getByText(/4 sessions left for the two of you/)).toBeVisible();
    const sent = { p_purpose: 'second_person_named', p_token: mailedToken };
    await waitFor(() => expect(backend.sentTo('redeem_link')).toEqual([sent]));
    await waitFor(() => expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull());
  });

  test.each([
    ['link_not_valid', /no longer open/, mailedToken],
    ['other_account', /opened in another account/, mailedToken],
    ['only a part', hints.linkIncomplete, '0123'],
  ])('§15.76 an invitation link refused as %s shows the reason', async (word, reason, token) => {
    sessionStorage.setItem(storageKeys.addressLink, `#invitation=${token}`);
    backend.refuse('redeem_link', word);
    await open({ packs: [], addresses: [] });
    expect(await screen.findByText(reason)).toBeVisible();
    expect(await screen.findByText(/Were you invited/)).toBeVisible();
  });
});

describe('files for a session', () => {
  test('§15.23 §18.17 §18.96 a member can add a file of up to 4 MB, and is told why a file was refused or failed to upload', async () => {
    const one = booking(90);
    const user = await open({ packs: [pack()], upcoming: [one] });
    backend.answer(endpoints.file, refusal('internal', 'That did not work.'), 500);
    const input = screen.getByLabelText('Add your CV');
    await user.upload(input, disguised);
    expect(await screen.findByText(fileRefusals.wrongType)).toHaveRole('alert');
    await user.upload(input, unreadable());
    expect(await screen.findByText(unreadableFile)).toHaveRole('alert');
    expect(backend.fileCalls).toEqual([]);
    await user.upload(input, letter);
    expect(await screen.findByText(/^That did not work\./)).toHaveAttribute('role', 'alert');

    const kept = sessionFile({ purpose: 'form', size: largestFile });
    backend.now(endpoints.file, { success: true, id: kept.id });
    const read = backend.sentTo('my_sessions').length;
    const answer = backend.forget('/rest/v1/rpc/my_sessions').hold('/rest/v1/rpc/my_sessions');
    await user.selectOptions(screen.getByLabelText('Type of file'), 'Application form');
    await user.upload(screen.getByLabelText('Add your application form'), readableOnce());
    await waitFor(() => expect(backend.sentTo('my_sessions')).toHaveLength(read + 1));
    expect(
      screen.queryByText(/^Application form added/),
      'the list does not have the file yet',
    ).toBeNull();
    answer(sessions({ packs: [pack()], upcoming: [{ ...one, files: [kept] }] }));
    await screen.findByText(/^Application form added\. .* open it from one day before/);
    expect(screen.getByText('Application form, 4.0 MB')).toBeVisible();
    expect(screen.getByLabelText('Type of file')).toHaveValue('cv');
    expect(screen.getByText('Add your CV')).toBeVisible();
    expect(backend.fileCalls.at(-1)?.path).toContain(`booking=${one.id}&purpose=form`);
  });

  test('§15.23 a session without a CV can take the one of another session, and the next file offered is one that is missing', async () => {
    const cv = sessionFile({ purpose: 'cv' });
    const [first, second] = [booking(90, { files: [cv] }), booking(200)];
    const user = await open({ packs: [pack()], upcoming: [first, second] });
    const files = () => screen.getAllByText(/^(Files for your mentor|Your CV is missing)/);
    const card = (at: number) => within(files()[at]?.closest('details') ?? document.body);
    expect(card(0).getByLabelText('Add another file')).toBeInTheDocument();
    expect(card(0).getByLabelText('Type of file')).toHaveValue('form');
    expect(card(0).queryByRole('button', { name: 'Use the same CV' })).toBeNull();
    const expectMissingFirst = () => {
      const [one = document.body, other = document.body] = screen.getAllByText('Add to calendar');
      const [hadCv = document.body, hasCv = document.body] = files();
      expect(one, '§15.36').toAppearBefore(hadCv);
      expect(hasCv, '§15.36 stays first once the CV is there').toAppearBefore(other);
    };
    expectMissingFirst();
    await user.click(screen.getByText('Your CV is missing: use your last one?'));
    backend.answer(endpoints.file, { success: true, id: 'copy' });
    changeTo({ packs: [pack()], upcoming: [first, { ...second, files: [{ ...cv, id: 'copy' }] }] });
    await user.click(card(1).getByRole('button', { name: 'Use the same CV' }));
    expect(await card(1).findByText(/^CV added\./)).toBeVisible();
    expect(backend.fileCalls.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(backend.fileCalls[0]?.path).toContain(`file=${cv.id}`);
    expect(backend.fileCalls[1]?.path).toContain(`booking=${second.id}&purpose=cv`);
    await focusSays('Files for your mentor (1 of 3)');
    expectMissingFirst();
  });

  test('§15.23 ‘Add your CV’ elsewhere leads to the session’s files, which are then unfolded', async () => {
    const [first, second] = [booking(90), booking(200)];
    history.replaceState(null, '', `#files-${second.id}`);
    await open({ packs: [pack()], upcoming: [first, second] });
    await focusSays('Your CV is missing');
    const files = document.activeElement?.closest('details');
    expect(files).toHaveAttribute('open');
    expect(files?.closest('li')).toHaveAccessibleName('Mock interview');
    expect(document.activeElement).toHaveAttribute('id', `files-${second.id}`);
  });

  test('§15.23 a member can add three files to a session, and can download and delete them afterwards', async () => {
    const files = (['cv', 'form', 'essay'] as const).map((purpose) => sessionFile({ purpose }));
    const [next, over] = [booking(90, { files }), past({ state: 'cancelled', files })];
    const user = await open({ packs: [pack()], upcoming: [next], past: [over, past()] });
    expect(screen.queryByLabelText(/^Add your/)).toBeNull();
    expect(screen.getAllByText('Files for your mentor')).toHaveLength(2);
    const old = within(region('Past sessions'));
    await user.click(old.getByText('1 cancelled session'));
    await user.click(old.getByText('Files for your mentor'));
    expect(old.getAllByRole('button', { name: /^Download / })).toHaveLength(3);
    backend.answer(endpoints.file, { success: true });
    changeTo({ packs: [pack()], past: [{ ...over, files: files.slice(1) }] });
    await user.click(old.getByRole('button', { name: 'Delete CV' }));
    expect(await old.findByText('CV deleted.')).toBeVisible();
    await focusSays('Files for your mentor (2 of 3)');
    expect(old.getAllByRole('button', { name: /^Delete / })).toHaveLength(2);
    expect(screen.queryByLabelText(/^Add your/), 'a past session takes no more files').toBeNull();
  });
});

describe('a group discussion', () => {
  const gd = (hours: number, changes: Partial<Booking> = {}) =>
    booking(hours, { kind: 'gd', taken: 4, minimum: 4, ...changes });
  const group = () => screen.findByRole('region', { name: 'Your group' });
  const topicSays = (words: string) =>
    says(
      () => within(screen.getByRole('region', { name: 'Your group' })).getByRole('status'),
      words,
    );
  const room = (now: number, topic: string | null = null, people: string[] = []) => ({
    now: new Date(now).toISOString(),
    topic,
    people,
  });

  test('§15.101 a GD’s topic appears when the server’s clock reaches the start, followed by two minutes to think', async () => {
    const pass = takeClock();
    const soon = gd(9 / 60);
    const start = Date.parse(soon.starts_at);
    // This device’s clock is 30 seconds behind.
    vi.setSystemTime(start - 40_000);
    backend.answerBy('/rest/v1/rpc/gd_room', () => {
      const now = Date.now() + 30_000;
      const body =
        now < start ? room(now, null, ['Ravi']) : room(now, 'Is merit luck?', ['Ravi', 'Meena']);
      return { status: 200, body };
    });
    await open({ packs: [pack()], upcoming: [soon] });
    const timer = async () => within(await group()).findByRole('timer');
    await waitFor(async () => expect(await timer()).toHaveTextContent('The topic appears in 0:10'));
    expect(await group()).toHaveTextContent('With you: Ravi.');
    await pass(8_000);
    expect(screen.queryByText(/^Is merit luck|^Your mentor will name/)).toBeNull();
    await pass(2_500);
    await topicSays('Is merit luck?');
    expect(await timer()).toHaveTextContent(/^(2:00|1:5\d) to think$/);
    expect(await group()).toHaveTextContent('With you: Ravi, Meena.');
    await pass(lengthOf('gd think'));
    expect(await timer()).toHaveTextContent('Thinking time is over.');
  });

  test('§15.101 the page asks again right away if a reply sent before the start arrives after the start', async () => {
    const pass = takeClock();
    const soon = gd(9 / 60);
    const start = Date.parse(soon.starts_at);
    vi.setSystemTime(start - 5_000);
    backend.answerBy('/rest/v1/rpc/gd_room', () => {
      if (Date.now() >= start) return { status: 200, body: room(Date.now(), 'Is merit luck?') };
      // The request takes seconds and the answer arrives right away.
      vi.advanceTimersByTime(start + 50 - Date.now());
      return { status: 200, body: room(start - 50) };
    });
    await open({ packs: [pack()], upcoming: [soon] });
    await pass(1_000);
    await topicSays('Is merit luck?');
  });

  test('§15.101 the page asks again when a GD’s room cannot be loaded, and says so when a GD does not have a topic yet', async () => {
    const pass = takeClock();
    const running = gd(-1 / 60);
    backend.answer('/rest/v1/rpc/gd_room', { message: 'no' }, 500).rpc('gd_room', room(Date.now()));
    await open({ packs: [pack()], upcoming: [running] });
    expect(await within(await group()).findByRole('alert')).toHaveTextContent(
      'we will keep trying',
    );
    await pass(3_500);
    await topicSays('Your mentor will name the topic.');
    expect(within(await group()).queryByRole('alert')).toBeNull();
  });

  test('§15.101 the page stops checking a GD that has ended by the server’s clock, and does not report it as unreachable', async () => {
    const pass = takeClock();
    // This device’s clock is 60 seconds behind.
    const ending = gd(-0.7, { ends_at: new Date(Date.now() + 72_000).toISOString() });
    let asked = 0;
    backend.answerBy('/rest/v1/rpc/gd_room', () => {
      asked += 1;
      const now = Date.now() + 60_000;
      return now < Date.parse(ending.ends_at)
        ? { status: 200, body: room(now, 'Is merit luck?') }
        : { status: 400, body: { code: 'P0001', message: 'booking_has_ended' } };
    });
    await open({ packs: [pack()], upcoming: [ending] });
    await topicSays('Is merit luck?');
    await pass(16_000);
    expect(within(await group()).queryByRole('alert')).toBeNull();
    expect(asked).toBe(2);
    await pass(20_000);
    expect(asked).toBe(2);
  });

  test('§15.101 a member’s notes on a GD stay on the device after the GD', async () => {
    const running = gd(-1 / 60);
    backend.rpc('gd_room', room(Date.now(), 'Is merit luck?'));
    const user = await open({ packs: [pack()], upcoming: [running] });
    await user.type(within(await group()).getByLabelText('Your notes'), 'Effort counts too');
    expect(localStorage.getItem(storageKeys.gdNotes)).toContain('Effort counts too');
    const ended = { state: 'held', ends_at: inHours(-0.01), topic: 'Is merit luck?' } as const;
    const over = { ...running, ...ended };
    await reloadWith({ packs: [pack()], past: [over, past({ kind: 'gd' })] });
    await user.click(await screen.findByText('Your notes', { selector: 'summary' }));
    expect(screen.getByText('Effort counts too')).toBeVisible();
    expect(region('Feedback to come')).toHaveTextContent('Topic: Is merit luck?');
  });

  test('§15.100 ticking the box shows the member’s first name to the group, and unticking hides it', async () => {
    const coming = gd(48);
    const user = await open({ packs: [pack()], upcoming: [coming] });
    const tick = within(await group()).getByRole<HTMLInputElement>('checkbox', {
      name: /Show my first name/,
    });
    expect(tick).not.toBeChecked();
    backend.answer('/rest/v1/rpc/show_name', undefined, 204);
    changeTo({ packs: [pack()], upcoming: [{ ...coming, shows_name: true }] });
    const { mySessions } = await import('../../src/features/bookings/my-sessions-store.ts');
    const shown: boolean[] = [];
    const watch = async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        await Promise.resolve();
        shown.push(tick.checked);
      }
    };
    const stop = mySessions.$data.listen(() => void watch());
    await user.click(tick);
    await waitFor(() => expect(shown.length).toBeGreaterThanOrEqual(20));
    stop();
    expect(new Set(shown), 'the box does not flicker').toEqual(new Set([true]));
    expect(tick).toBeChecked();
    backend.forget('/rest/v1/rpc/show_name').refuse('show_name', 'no_such_booking');
    await user.click(tick);
    await says(() => screen.getByRole('main'), 'This booking no longer exists.');
    const sent = [true, false].map((p_shown) => ({ p_booking: coming.id, p_shown }));
    expect(backend.sentTo('show_name')).toEqual(sent);
  });
});

describe('the member’s schools', () => {
  const bangalore = { institute: 'IIM Bangalore', interview_on: inDays(19) };
  const schools = () => within(region('Your schools'));

  test('§15.104 §15.105 a member can add and remove schools, enter interview dates, and see how many days are left', async () => {
    const has = {
      packs: [pack()],
      targets: [bangalore, { institute: 'XLRI', interview_on: null }],
    };
    const user = await open({ ...has, upcoming: [booking(48)] });
    const on = formatDay(bangalore.interview_on).replace(/ \d+$/, '');
    const countdown = `IIM Bangalore interview on ${on}, in 19 days: time for one more mock`;
    expect(await schools().findByText(countdown)).toBeVisible();
    backend.rpc('set_target', null).rpc('remove_target', null);
    await user.click(schools().getByRole('button', { name: 'Add date of XLRI' }));
    const date = await schools().findByLabelText(/^Interview date/);
    expect(date).toHaveFocus();
    expect(itemOf(date)).toHaveTextContent('XLRI');
    expect(date).toHaveAttribute('min', inDays(0));
    fireEvent.change(date, { target: { value: inDays(9) } });
    const status = schools().getByRole('status');
    await press(user, region('Your schools'), 'Save date');
    await focusSays('Date saved.');
    expect(itemOf(screen.getByText('Date saved.'))).toHaveTextContent('XLRI');
    expect(backend.sentTo('set_target')).toEqual([
      { p_institute: 'XLRI', p_interview_on: inDays(9) },
    ]);
    changeTo({ ...has, targets: [bangalore] });
    await press(user, region('Your schools'), 'Remove XLRI');
    await says(() => status, 'XLRI is removed.');
    expect(status, 'the same element, so that the words are announced').toBeVisible();
    expect(schools().queryByRole('button', { name: /XLRI/ })).toBeNull();
  });

  test('§15.104 §15.106 the link in the season’s timeline opens ‘Your schools’ if the member has neither a pack nor a session left', async () => {
    history.replaceState(null, '', '/dashboard/sessions#schools');
    const free_interview = { left: 5, state: 'used', book_until: null } as const;
    await open({ free_interview, past: [past({ is_free: true, order: null })] });
    expect(await schools().findByRole('checkbox', { name: 'IIM Bangalore' })).toBeVisible();
    await focused(() => screen.getByRole('heading', { name: 'Your schools' }));
  });

  test('§15.34 the member’s schools are below the picker, or below the last session once there is nothing left to book', async () => {
    await open({ packs: [pack()] });
    const heading = (name: string) => screen.getByRole('heading', { name });
    expect(heading('Book a session'), 'before the first school').toAppearBefore(
      heading('Your schools'),
    );
    await reloadWith({ packs: [pack({ remaining: 0, used: 5 })], past: [past()] });
    await screen.findByRole('heading', { name: 'Past sessions' });
    for (const later of ['Your packs', 'Your schools']) {
      expect(heading('Past sessions')).toAppearBefore(heading(later));
    }
  });

  test('§15.104 a new member finds the list of schools folded to one line', async () => {
    await open({});
    expect(await schools().findByText('Add your target schools')).toBeVisible();
    expect(
      schools().getByRole('checkbox', { name: 'IIM Bangalore', hidden: true }),
    ).not.toBeVisible();
  });

  test('§15.104 a press on a well-known school saves it, and its interview date can follow', async () => {
    const user = await open({ packs: [pack()] });
    const folded = await schools().findByText('Add your target schools');
    expect(schools().getByText('IIM Calcutta'), 'the picker is near').not.toBeVisible();
    await user.click(folded);
    backend.refuse('set_target', 'too_many_targets');
    await user.click(schools().getByRole('checkbox', { name: 'IIM Calcutta' }));
    await alerts(
      region('Your schools'),
      'IIM Calcutta: You have named five schools. Remove one first.',
    );
    const answer = backend.forget('/rest/v1/rpc/set_target').hold('/rest/v1/rpc/set_target');
    changeTo({ packs: [pack()], targets: [{ institute: 'IIM Calcutta', interview_on: null }] });
    const calcutta = schools().getByRole('checkbox', { name: 'IIM Calcutta' });
    await user.click(calcutta);
    expect(calcutta, 'before the answer').toBeChecked();
    answer(null);
    await says(() => schools().getByRole('status'), 'IIM Calcutta is saved.');
    expect(backend.sentTo('set_target').at(-1)).toEqual({ p_institute: 'IIM Calcutta' });
    expect(calcutta).toBeChecked();
    expect(calcutta).toHaveFocus();
    expect(calcutta, 'nothing slides under the finger').toAppearBefore(schools().getByRole('list'));
    expect(schools().getByText('IIM Lucknow'), 'the chooser stays open').toBeVisible();
    const date = await schools().findByLabelText(/^Interview date at IIM Calcutta/);
    expect(itemOf(date)).toHaveTextContent('IIM Calcutta');
    fireEvent.change(date, { target: { value: inDays(9) } });
    await press(user, region('Your schools'), 'Save date');
    await focusSays('Date saved.');
    expect(backend.sentTo('set_target').at(-1)).toMatchObject({ p_interview_on: inDays(9) });
    await user.click(schools().getByRole('button', { name: 'Add date of IIM Calcutta' }));
    expect(await schools().findByLabelText(/^Interview date at IIM Calcutta/)).toHaveFocus();
    const before = backend.sentTo('set_target').length;
    await press(user, region('Your schools'), 'Save date');
    await focusSays('IIM Calcutta is saved.');
    expect(backend.sentTo('set_target'), 'another tab may have saved a date').toHaveLength(before);
    backend.rpc('remove_target', null);
    changeTo({ packs: [pack()] });
    await user.click(calcutta);
    await says(() => schools().getByRole('status'), 'IIM Calcutta is removed.');
    expect(calcutta).not.toBeChecked();
    expect(calcutta).toHaveFocus();
  });

  test('§15.104 presses that follow while a school is being saved fill their buttons and are saved after it', async () => {
    const user = await open({ packs: [pack()] });
    await user.click(await schools().findByText('Add your target schools'));
    const button = (name: string) => schools().getByRole('checkbox', { name });
    const path = '/rest/v1/rpc/set_target';
    const answer = backend.hold(path);
    const now = { packs: [pack()], targets: [{ institute: 'IIM Ahmedabad', interview_on: null }] };
    await user.click(button('IIM Ahmedabad'));
    await user.click(button('IIM Calcutta'));
    await user.click(button('XLRI Jamshedpur'));
    const names = ['IIM Ahmedabad', 'IIM Calcutta', 'XLRI Jamshedpur'];
    for (const name of names) expect(button(name), 'before the answer').toBeChecked();
    expect(backend.sentTo('set_target'), 'one at a time').toHaveLength(1);
    backend.forget(path).refuse('set_target', 'target_not_valid').answer(path, null);
    changeTo(now);
    backend.rpc('my_sessions', sessions(now));
    const both = [...now.targets, { institute: 'XLRI Jamshedpur', interview_on: null }];
    backend.rpc('my_sessions', sessions({ ...now, targets: both }));
    answer(null);
    const said = schools().getByRole('status');
    await says(() => said, 'XLRI Jamshedpur is saved.');
    expect(said, 'near the buttons').toAppearBefore(schools().getByRole('list'));
    expect(backend.sentTo('set_target')).toEqual(names.map((p_institute) => ({ p_institute })));
    await alerts(
      region('Your schools'),
      'IIM Calcutta: Enter the school, and a date from today to two years ahead.',
    );
    expect(names.map((name) => button(name).matches(':checked'))).toEqual([true, false, true]);
    expect(button('XLRI Jamshedpur')).toHaveFocus();
    const date = await schools().findByLabelText(/^Interview date/);
    expect(itemOf(date), 'the form that opened first').toHaveTextContent('IIM Ahmedabad');
  });

  test('§15.104 a school that a second press has removed again leaves the date question to the next', async () => {
    const user = await open({ packs: [pack()] });
    await user.click(await schools().findByText('Add your target schools'));
    const button = (name: string) => schools().getByRole('checkbox', { name });
    const path = '/rest/v1/rpc/set_target';
    const answer = backend.hold(path);
    backend.rpc('remove_target', null);
    const kept = { packs: [pack()], targets: [{ institute: 'IIM Calcutta', interview_on: null }] };
    await user.click(button('IIM Ahmedabad'));
    await user.click(button('IIM Ahmedabad'));
    await user.click(button('IIM Calcutta'));
    backend.forget(path).answer(path, null);
    changeTo(kept);
    answer(null);
    const date = await schools().findByLabelText(/^Interview date/);
    expect(itemOf(date)).toHaveTextContent('IIM Calcutta');
  });

  test('§15.104 the chooser closes once five schools are saved', async () => {
    const targets = ['A', 'B', 'C', 'D'].map((institute) => ({ institute, interview_on: null }));
    const user = await open({ packs: [pack()], targets });
    await user.click(await schools().findByText('Add a school'));
    const answer = backend.hold('/rest/v1/rpc/set_target');
    await user.click(schools().getByRole('checkbox', { name: 'IIM Calcutta' }));
    await user.click(schools().getByRole('checkbox', { name: 'IIM Lucknow' }));
    backend.forget('/rest/v1/rpc/set_target').refuse('set_target', 'too_many_targets');
    changeTo({
      packs: [pack()],
      targets: [...targets, { institute: 'IIM Calcutta', interview_on: null }],
    });
    answer(null);
    const refusal = 'IIM Lucknow: You have named five schools. Remove one first.';
    await alerts(region('Your schools'), refusal);
    expect(schools().getByRole('alert'), 'outside the chooser').toBeVisible();
    expect(await schools().findByLabelText(/^Interview date at IIM Calcutta/)).toHaveFocus();
    expect(schools().getByText('IIM Lucknow')).not.toBeVisible();
  });

  test('§15.104 the form refuses a sixth school, and does not send a school without a name', async () => {
    const user = await open({ packs: [pack()] });
    await user.click(await schools().findByText('Add your target schools'));
    await user.click(schools().getByRole('checkbox', { name: 'Another school' }));
    const name = await schools().findByLabelText('Target school');
    await press(user, region('Your schools'), 'Save school');
    expect(name).toHaveAccessibleDescription(/Enter the school\./);
    await user.type(name, 'FMS Delhi');
    backend.refuse('set_target', 'too_many_targets');
    await press(user, region('Your schools'), 'Save school');
    await alerts(region('Your schools'), 'You have named five schools. Remove one first.');
    expect(backend.sentTo('set_target')).toEqual([{ p_institute: 'FMS Delhi' }]);
  });
});

describe('progress', () => {
  const scored = (hours: number, content: 2 | 4 | 5, changes: Partial<Booking> = {}) =>
    booking(hours, {
      feedback: { ...feedback, content, exercise: `After ${content}` },
      ...changes,
    });
  const rowsOf = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));

  test('§15.97 §15.98 scores appear in charts and tables, separately for interviews and GDs', async () => {
    const [first, second] = [scored(-96, 2), scored(-48, 4)];
    const gds = [scored(-72, 5, { kind: 'gd' }), scored(-99, 4, { kind: 'gd' })];
    await open({ packs: [pack()], past: [second, ...gds, first, past()] });
    const progress = within(region('Your progress'));
    expect(await progress.findAllByRole('figure')).toHaveLength(2);
    expect(progress.getAllByRole('figure')[0]).toHaveTextContent(
      `Mock interviews, 2 with feedbackScores from 1 to 5. First session: ${formatDay(first.starts_at)}. Latest: ${formatDay(second.starts_at)}.Content 2 → 4Structure 3 → 3`,
    );
    const charts = progress.getAllByRole('img').map((one) => one.getAttribute('aria-label'));
    expect(charts).toEqual([
      'Content: 2, 4 of 5',
      'Structure: 3, 3 of 5',
      'Communication: 5, 5 of 5',
      'Presence: 2, 2 of 5',
      'Content: 4, 5 of 5',
      'Listening: 3, 3 of 5',
      'Building on others: 5, 5 of 5',
      'Leadership: 2, 2 of 5',
    ]);
    expect(progress.getAllByRole('table').map(rowsOf)[0]).toEqual([
      ['Day', 'Content', 'Structure', 'Communication', 'Presence'],
      [formatDay(first.starts_at), '2', '3', '5', '2'],
      [formatDay(second.starts_at), '4', '3', '5', '2'],
    ]);
  });

  test('§15.99 the latest exercise appears on the next session, or under ‘Your exercise’ if the member has not booked a session', async () => {
    const held = [scored(-48, 4), scored(-96, 2, { kind: 'gd' })];
    const unread = [past(), past({ feedback: { ...feedback, attended: false } })];
    await open({ packs: [pack()], past: unread });
    expect(screen.queryByRole('region', { name: 'Your exercise' })).toBeNull();
    await reloadWith({ packs: [pack()], past: held });
    await screen.findByRole('region', { name: 'Your exercise' });
    expect(region('Your exercise')).toHaveTextContent(
      'To practise before next timeAfter 4From Meera',
    );
    expect(region('Your exercise')).not.toHaveTextContent('After 2');
    expect(linkTo('See the session', region('Your exercise'))).toBe(`#past-${held[0]?.id}`);
    expect(
      screen.queryByRole('figure'),
      '§15.98 one feedback of each kind draws no chart',
    ).toBeNull();
    const [next, later] = [
      booking(48),
      booking(72, { mentor: { id: 2, name: 'Ravi', institute: '' } }),
    ];
    await reloadWith({ packs: [pack()], past: held, upcoming: [next, later] });
    await waitFor(() => expect(region('Coming up')).toHaveTextContent('After 4'));
    const heading = screen.getByRole('heading', { name: 'To practise before next time' });
    expect(heading, 'the dashboard links to it').toHaveAttribute('id', 'exercise');
    expect(sessionOf(later)).not.toHaveTextContent('After 4');
    expect(
      screen.queryByRole('region', { name: 'Your exercise' }),
      'the exercise appears only on the next session',
    ).toBeNull();
  });

  test('§15.103 a member can tick off an exercise and add a note on the next session, and a refusal does not change anything', async () => {
    const held = scored(-48, 4);
    const upcoming = [booking(48)];
    const user = await open({ packs: [pack()], past: [held], upcoming });
    const exercise = within(await screen.findByRole('form', { name: 'Your exercise' }));
    await user.click(exercise.getByText('Add a note for your next mentor'));
    await user.type(exercise.getByLabelText('Your note'), 'Ninety seconds!');
    backend.answer('/rest/v1/rpc/do_exercise', { message: 'no_such_booking' }, 400);
    await user.click(exercise.getByRole('checkbox', { name: 'Done' }));
    expect(await exercise.findByRole('alert')).not.toBeEmptyDOMElement();
    expect(exercise.getByRole('checkbox', { name: 'Done' })).not.toBeChecked();
    backend.rpc('do_exercise', null);
    const note = { exercise_done_at: inHours(0), exercise_note: 'Ninety seconds!' };
    const done = { ...held, feedback: { ...held.feedback, ...note } as Booking['feedback'] };
    changeTo({ packs: [pack()], past: [done], upcoming });
    await user.click(exercise.getByRole('checkbox', { name: 'Done' }));
    const name = `Done on ${formatDay(inHours(0))}`;
    const box = await screen.findByRole('checkbox', { name });
    expect(box).toBeChecked();
    expect(box, 'nothing folds under the finger').toBeVisible();
    expect(region('Coming up')).toHaveTextContent('Your note: Ninety seconds!');
    expect(backend.sentTo('do_exercise').at(-1)).toEqual({
      p_booking: held.id,
      p_done: true,
      p_note: 'Ninety seconds!',
    });
  });

  test('§15.99 an exercise that is already done is folded to one line', async () => {
    const held = scored(-48, 4);
    const noted = { ...feedback, exercise_done_at: inHours(-2), exercise_note: 'Ninety seconds!' };
    const user = await open({ past: [{ ...held, feedback: noted }], upcoming: [booking(48)] });
    const line = await screen.findByText(`Exercise done on ${formatDay(inHours(-2))}, with a note`);
    const from = within(region('Coming up')).getByText('To practise before next time');
    expect(from).not.toBeVisible();
    await user.click(line);
    expect(from).toBeVisible();
  });

  test('§15.103 ‘Save note’ replaces the editor with a confirmation, and ‘Done’ alone does not mention the note', async () => {
    const held = past({ feedback });
    const upcoming = [booking(48)];
    const user = await open({ packs: [pack()], past: [held], upcoming });
    const exercise = within(await screen.findByRole('form', { name: 'Your exercise' }));
    const answer = (exercise_done_at: string | null, exercise_note: string) => {
      const news = { ...feedback, exercise_done_at, exercise_note };
      changeTo({ packs: [pack()], past: [{ ...held, feedback: news }], upcoming });
    };
    backend.rpc('do_exercise', null);
    await user.click(exercise.getByText('Add a note for your next mentor'));
    await user.type(exercise.getByLabelText('Your note'), 'Ninety seconds! ');
    answer(null, 'Ninety seconds!');
    await user.click(exercise.getByRole('button', { name: 'Save note' }));
    expect(await exercise.findByText('Saved. Your next mentor will read your note.')).toBeVisible();
    expect(exercise.getByLabelText('Your note')).not.toBeVisible();
    await focused(() => exercise.getByText('Change your note'));
    answer(inHours(0), 'Ninety seconds!');
    await user.click(exercise.getByRole('checkbox', { name: 'Done' }));
    const said = await exercise.findByText('Marked as done.');
    expect(said, 'announced, because the box and its label show it').toHaveClass('sr-only');
    expect(said).toHaveRole('status');
  });
});
