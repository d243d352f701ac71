/** The next step, on the dashboard and above ‘Your sessions’. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { indiaDay, shortTime } from '../../src/domain/words/dates.ts';
import { toPaise } from '../../src/domain/words/money.ts';
import { sayTime } from '../../src/domain/bookings/say-time.ts';
import { single } from '../samples/packs.ts';
import type { MySessions, Slot } from '../../src/features/bookings/my-sessions-schema.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import type { Backend } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { member, session, show, shownBefore, signedIn } from './support/island.tsx';
import {
  booking,
  feedback,
  invitation,
  keepTime,
  nextTime,
  pack,
  sessionFile,
  sessions,
  slot,
  waiting,
} from './support/samples/bookings.ts';
import { showPage } from './support/page.tsx';
import { profile } from './support/samples/account.ts';
import { inHours } from './support/samples/moments.ts';
import { order, paidOrder, seller } from './support/samples/packs.ts';
import { standing } from './support/samples/refunds.ts';
import { itemOf, linkTo, region, says } from './support/screen.ts';

const loan = { title: 'MBA Loan', art: '/loan.svg' };
const dashboard = async () => {
  const { YourDashboard } = await import('../../src/features/next/YourDashboard.tsx');
  return <YourDashboard heading="Your packs" {...{ seller, loan }} />;
};
const sessionsPage = async () => {
  const { NextStep } = await import('../../src/features/next/NextStep.tsx');
  return <NextStep page="sessions" />;
};

let backend: Backend;
beforeEach(() => {
  backend = signedIn().answer('/rest/v1/profiles', profile);
});

async function open(now: Partial<MySessions>, page: 'dashboard' | 'sessions' = 'dashboard') {
  backend.rpc('my_sessions', sessions(now)).answer('/rest/v1/orders', []);
  const { user } = await show(page === 'dashboard' ? dashboard : sessionsPage);
  await waitFor(() => expect(screen.queryByText(/^Finding your next step/)).toBeNull());
  return user;
}

/** Keeps a free time as if the member had chosen it on another page. */
function chooseFree(changes: Partial<Slot> = {}): Slot {
  const time = slot(60, changes);
  keepTime(time);
  backend.rpc('open_slots', [time]);
  return time;
}

const used = { left: 5, state: 'used', book_until: null } as const;
const said = ({ mentor: name, ...time }: Slot) => sayTime({ ...time, mentor: { name } }).join('');

test('§15.72 a new member is welcomed and can start with the loan or the free interview', async () => {
  const user = await open({});
  const welcome = 'Welcome, Asha. Your email is verified. Where shall we start?';
  expect(screen.getByRole('main')).toHaveTextContent(welcome);
  const loan = region('MBA Loan');
  expect(loan).toHaveTextContent('Lenders compete for everyone who starts the same year as you');
  expect(linkTo('Apply for loan', loan)).toBe('/dashboard/loan');
  const free = { left: 1, state: 'granted', book_until: '2026-12-31T18:29:59+00:00' } as const;
  backend.answer(endpoints.freeInterview, { success: true, free });
  backend.rpcNow('my_sessions', sessions({ free_interview: free }));
  const interview = within(region('Free mock interview'));
  await user.click(interview.getByRole('button', { name: 'Get my free interview' }));
  await screen.findByRole('link', { name: 'Book your free interview' });
  expect(linkTo('Book your free interview')).toBe('/dashboard/sessions#book-free');
  expect(screen.queryByText(/^Welcome/)).toBeNull();
});

test('§15.72 §16.11 the welcome says that the member’s own loan request has not been sent yet', async () => {
  const { loanDraft } = await import('../../src/features/loans/loan-kept.ts');
  loanDraft.keep('someone-else', {});
  await open({});
  expect(linkTo('Apply for loan', region('MBA Loan'))).toBe('/dashboard/loan');
  cleanup();
  loanDraft.keep(member.id, {});
  await open({});
  expect(region('MBA Loan')).toHaveTextContent('Your request has not been sent yet.');
  expect(linkTo('Finish your request', region('MBA Loan'))).toBe('/dashboard/loan#request-form');
});

test('§6.19 after a new password cleared a member’s details, the dashboard says so and links to their forms until the member has entered a name', async () => {
  backend.now('/rest/v1/profiles', { ...profile, firstname: '', lastname: '' });
  await open({});
  expect(screen.queryByText(/^We cleared/), 'the sign-up had a name').toBeNull();
  cleanup();
  vi.resetModules();
  const nameless = { ...member, user_metadata: {} };
  localStorage.setItem(storageKeys.session, JSON.stringify({ ...session, user: nameless }));
  backend.forget('/auth/v1/user').answer('/auth/v1/user', nameless);
  await open({});
  await says(() => screen.getByRole('main'), 'Welcome. Your email is verified.');
  const said = 'We cleared the name, phone number and loan request that were saved before';
  await says(() => screen.getByRole('main'), said);
  expect(linkTo('Add your name and number')).toBe('/dashboard/profile');
  expect(linkTo('Start a loan request')).toBe('/dashboard/loan');
});

test.each([
  ['the welcome on a first visit', {}, 'Book your first session', 'Welcome'],
  ['a toast afterwards', { packs: [pack()] }, 'Welcome', 'Book your first session'],
])('§15.78 the dashboard says once that the email is verified, in %s', async (_, now, not, is) => {
  history.replaceState(null, '', '/dashboard/main#verified');
  backend.rpc('my_sessions', sessions(now)).answer('/rest/v1/orders', []);
  await showPage(dashboard);
  await screen.findByText(new RegExp(`^${is}`));
  expect(screen.queryByText(new RegExp(`^${not}`))).toBeNull();
  expect(await screen.findAllByText(/Your email is verified\./)).toHaveLength(1);
  expect(location.hash, 'a reload does not say it again').toBe('');
});

test.each([
  ['the first step’s card if the email is not verified', [], /One step left: verify your email/],
  ['the page otherwise', ['asha@example.com'], /sent to both addresses/],
])('§18.84 a pending email change is explained once, by %s', async (_, addresses, by) => {
  await open({ addresses, changing_to: 'new@example.com' });
  const address = await screen.findByText('new@example.com');
  const says = address.closest(addresses.length > 0 ? 'p' : 'section');
  expect(says).toHaveTextContent(
    'You log in with asha@example.com for now. Your change to new@example.com waits',
  );
  expect(says).toHaveTextContent(by);
  expect(linkTo('Send again or cancel')).toBe('/dashboard/settings#change-email');
});

test.each([[[]], [['asha@example.com']]])(
  '§4.28 §15.32 the free interview’s card names the time that the visitor chose, with these addresses verified: %j',
  async (addresses) => {
    const time = chooseFree();
    await open({ addresses, waiting: waiting({ next_time: nextTime(30) }) });
    const card = region(
      addresses.length > 0 ? 'Free mock interview' : 'One step left: verify your email',
    );
    const says = `Your time: ${said(time)}. We do not hold the seat.`;
    expect(card).toHaveTextContent(says);
    expect(card).not.toHaveTextContent('Next open time');
    expect(screen.queryByRole('link', { name: 'Book it with a pack' })).toBeNull();
  },
);

test('§4.28 §15.32 the free interview’s card names the next open time if the visitor chose a GD, and the dashboard names the GD above the packs', async () => {
  const gd = chooseFree({ kind: 'gd' });
  await open({ addresses: ['asha@example.com'], waiting: waiting({ next_time: nextTime(30) }) });
  expect(region('Free mock interview')).toHaveTextContent('Next open time: ');
  const book = screen.getByRole('link', { name: 'Book it with a pack' });
  expect(book).toHaveAttribute('href', '#packs');
  expect(book.closest('.notice')).toHaveTextContent(
    `Your time: ${said(gd)}. We do not hold the seat.`,
  );
});

test.each<[string, string, Partial<MySessions>]>([
  ['waits to be added', '', { claimable: [{ id: 'order', pack: 'single', amount: 69900 }] }],
  ['waits for a verified email', '#pack=&reference=pay_1', {}],
])(
  '§4.28 §15.75 while a paid pack %s, the dashboard names the chosen time below it, without a button',
  async (_, hash, now) => {
    const time = chooseFree();
    history.replaceState(null, '', `/dashboard/main${hash}`);
    backend.answer('/api/paymentStatus', { status: 'paid' });
    backend.rpc('ask_address_proof', { address: 'asha@example.com', state: 'sent' });
    await open({ addresses: [], ...now });
    const waits = await screen.findByText(/You can book it once your pack is added/);
    const notice = within(waits.closest<HTMLElement>('.notice') ?? waits);
    expect(waits.closest('p')).toHaveTextContent(`Your time: ${said(time)}. `);
    expect(notice.getAllByRole('link').map((one) => one.textContent)).toEqual(['Change the time']);
    await waitFor(() => expect(backend.sentTo('ask_address_proof')).toHaveLength(hash ? 1 : 0));
    history.replaceState(null, '', '/dashboard/main');
  },
);

test('§4.28 §15.75 the dashboard says that a visitor’s payment has not arrived yet, above the time chosen for it', async () => {
  chooseFree();
  history.replaceState(null, '', '/dashboard/main#pack=&reference=pay_1');
  backend.answer('/api/paymentStatus', { status: 'pending' });
  await open({ addresses: [] });
  const card = await screen.findByRole('region', { name: 'Your payment has not arrived yet' });
  expect(card).toHaveTextContent('do not pay again');
  expect(screen.getByText(/You can book it once your pack is added/)).toBeVisible();
  history.replaceState(null, '', '/dashboard/main');
});

test.each([[[]], [['asha@example.com']]])(
  '§4.28 §15.32 while a payment is open, only the free interview’s card offers it, not the chosen time, with these addresses verified: %j',
  async (addresses) => {
    chooseFree();
    const payment = { order: 'order', pack: single.id, failed: false };
    await open({ addresses, waiting: waiting({ payment }) });
    expect(await screen.findByText(/You can book it once your payment arrives/)).toBeVisible();
    expect(screen.queryByText(/^Take it as|^Verify your email to take it/)).toBeNull();
    const card = region('Free mock interview');
    const offer = addresses.length > 0 ? 'Get my free interview' : 'asha@example.com';
    await waitFor(() => expect(card).toHaveTextContent(offer));
  },
);

test('§4.28 §15.75 a pack in another account does not keep the member from booking a chosen time', async () => {
  chooseFree({ kind: 'gd' });
  history.replaceState(null, '', '/dashboard/main#pack=&reference=pay_1');
  backend.answer('/api/paymentStatus', { status: 'paid', owned: true });
  await open({ addresses: [] });
  expect(await screen.findByText(/This pack is already in another account/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Book it with a pack' })).toBeVisible();
  history.replaceState(null, '', '/dashboard/main');
});

test.each([
  ['interview', 'Your time: ', ', has gone'],
  ['gd', 'Your time: ', '. It has gone: choose another.'],
] as const)(
  '§4.28 the dashboard says that a chosen time (%s) has gone',
  async (kind, before, after) => {
    const time = slot(60, { kind });
    keepTime(time);
    backend.rpc('open_slots', [{ ...time, taken: time.seats }]);
    await open({ addresses: ['asha@example.com'], waiting: waiting({ next_time: nextTime(30) }) });
    const gone = await screen.findByText(/has gone/);
    const says = gone.closest('p');
    expect(says).toHaveTextContent(`${before}${said(time)}${after}`);
    expect(says?.textContent.includes('Next open time')).toBe(kind === 'interview');
    expect(screen.queryByText(/We do not hold the seat/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Book it with a pack' })).toBeNull();
    const kept: unknown = JSON.parse(localStorage.getItem(storageKeys.chosenTime) ?? '');
    expect(kept, 'the next page knows it from the start').toMatchObject({ isGone: true });
  },
);

test('§15.105 the first visit leads to the target schools, and counts down once an interview has a date', async () => {
  backend.answer('/rest/v1/orders', []);
  backend.rpc('my_sessions', sessions({}));
  await show(dashboard);
  const add = await screen.findByRole('link', { name: 'Add your target schools' });
  expect(add).toHaveAttribute('href', '/dashboard/sessions#schools');
  expect(add.closest('p')).toHaveTextContent(/, and we mark the times with their alumni\.$/);
  const interview_on = indiaDay(Date.now() + 12 * 86_400_000);
  const targets = [{ institute: 'IIM Bangalore', interview_on }];
  backend.rpcNow('my_sessions', sessions({ targets }));
  const { mySessions } = await import('../../src/features/bookings/my-sessions-store.ts');
  mySessions.refresh();
  expect(
    await screen.findByText('IIM Bangalore interview in 12 days: time for one mock.'),
  ).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add your target schools' })).toBeNull();
  expect(screen.getByText(/^Welcome/)).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Your season' })).toBeNull();
});

test('§15.106 a member who has started preparing sees the season’s timeline instead of an empty list of packs', async () => {
  backend.answer('/rest/v1/orders', []);
  const free = { left: 5, state: 'used', book_until: null } as const;
  backend.rpc('my_sessions', sessions({ free_interview: free, past: [booking(-48)] }));
  await show(dashboard);
  const season = within(await screen.findByRole('navigation', { name: 'Your season' }));
  expect(season.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Free interview Done',
    'Practice 1\u00a0done',
    'Exercise With your first feedback',
    'Loan Join the group',
    'Target schools Add yours',
  ]);
  expect(screen.queryByRole('heading', { name: 'Free mock interview' })).toBeNull();
});

test('§15.32 the next step offers the free interview with the number left, and the packs do not offer it again', async () => {
  backend.answer('/rest/v1/orders', []);
  const free = { left: 5, state: 'none', book_until: null } as const;
  backend.rpc('my_sessions', sessions({ free_interview: free, past: [booking(-48)] }));
  await show(dashboard);
  await waitFor(() => expect(document.querySelector('[data-no-packs]')).not.toBeNull());
  expect(screen.getByRole('button', { name: 'Get my free interview' })).toBeVisible();
  expect(region('Free mock interview')).toHaveTextContent('5 of 1000 are left.');
});

test.each([
  ['none', false],
  ['not counted', true],
  ['chosen', true],
  ['disbursed', true],
] as const)(
  '§2.36 the dashboard replaces the loan’s offer if the loan is %s: %s',
  async (loan, is) => {
    backend.answer('/rest/v1/orders', []);
    backend.rpc('my_sessions', sessions({ packs: [pack()], waiting: waiting({ loan }) }));
    await show(dashboard);
    const season = await screen.findByRole('navigation', { name: 'Your season' });
    expect(season.hasAttribute('data-loan')).toBe(is);
  },
);

test('§4.28 §15.70 the next step offers the time that the member chose before paying', async () => {
  const time = slot(60);
  keepTime(time);
  const has = pack();
  backend.rpc('open_slots', [time]);
  await open({ packs: [has] });
  const next = region('Book your first session');
  expect(next).toHaveTextContent(`Your time: ${said(time)}. We do not hold the seat.`);
  expect(linkTo('Change the time', next)).toBe('/mentors');
  expect(linkTo('Check and book this time', next)).toBe(`/dashboard/sessions#book-${has.order}`);
});

test('§4.28 §15.70 below another step, a link leads to the time that the member has chosen and can book', async () => {
  const time = slot(60);
  keepTime(time);
  backend.rpc('open_slots', [time]);
  await open({ packs: [pack()], upcoming: [booking(30)] });
  expect(
    linkTo(`Book your time: ${said(time)}`.replace(' am', '\u00a0am').replace(' pm', '\u00a0pm')),
  ).toBe('/dashboard/sessions#book');
  expect(screen.queryByRole('link', { name: 'Change the time' })).toBeNull();
});

test('§4.28 §15.52 a GD that only a pack can book is not offered for the free interview', async () => {
  chooseFree({ kind: 'gd' });
  const free_interview = { left: 3, state: 'granted', book_until: '2099-01-01' } as const;
  await open({ packs: [pack()], free_interview });
  const next = region('Your free interview is waiting');
  expect(within(next).queryByRole('link', { name: 'Check and book this time' })).toBeNull();
  expect(linkTo(/^Book your time: GD/, next)).toBe('/dashboard/sessions#book');
});

test('§4.28 §15.70 the next step says that the chosen time has gone, and no longer offers it', async () => {
  const time = slot(60);
  keepTime(time);
  backend.rpc('open_slots', [{ ...time, taken: time.seats }]);
  await open({ packs: [pack()] });
  const next = await screen.findByRole('region', { name: 'Your time has gone. Choose another' });
  expect(next).toHaveTextContent(
    `${said(time)} was taken before you booked it. Super Value Pack: 5 of 5 left.`,
  );
  expect(within(next).getByRole('link', { name: 'See other times' })).toBeVisible();
  expect(within(next).queryByRole('link', { name: 'Change the time' })).toBeNull();
});

test('§4.26 a chosen time that the member has booked on another device is forgotten', async () => {
  const time = slot(60);
  keepTime(time);
  backend.rpc('open_slots', []);
  await open({ packs: [pack()], upcoming: [booking(60, { starts_at: time.starts_at })] });
  await waitFor(() => expect(localStorage.getItem(storageKeys.chosenTime)).toBeNull());
  expect(screen.queryByText(/has gone/)).toBeNull();
});

test('§15.105 the dashboard begins with the countdown to the next interview, which replaces the question for schools', async () => {
  backend.answer('/rest/v1/orders', []);
  const interview_on = indiaDay(Date.now() + 12 * 86_400_000);
  const targets = [{ institute: 'IIM Bangalore', interview_on }];
  backend.rpc('my_sessions', sessions({ past: [booking(-48)], targets }));
  await show(dashboard);
  const [first] = await screen.findAllByRole('link');
  expect(first).toHaveTextContent('See the packs');
  expect(first).toHaveAttribute('href', '/dashboard/main#packs');
  expect(first?.closest('p')).toHaveTextContent(
    'IIM Bangalore interview in 12 days: time for one more mock. See the packs',
  );
  expect(screen.queryByText('Target schools')).toBeNull();
  const { mySessions } = await import('../../src/features/bookings/my-sessions-store.ts');
  const links: [Partial<MySessions>, string, string][] = [
    [{ packs: [pack()], targets }, 'Book a mock', '/dashboard/sessions#book'],
    [{ upcoming: [booking(30)], targets }, 'See your schools', '/dashboard/sessions#schools'],
  ];
  for (const [has, name, href] of links) {
    backend.rpcNow('my_sessions', sessions(has));
    mySessions.refresh();
    await waitFor(() => expect(linkTo(name)).toBe(href));
  }
});

test('§16.24 §15.106 the loan card says that less was paid out than the member asked for', async () => {
  const sums = { loan_amount: toPaise(20_00_000), loan_asked: toPaise(25_00_000) };
  await open({ waiting: waiting({ loan: 'disbursed', lender: 'A Bank', ...sums }) });
  expect(within(region('MBA Loan')).getByRole('paragraph').textContent).toBe(
    'A Bank has paid out Rs\u00a020\u00a0lakh of the Rs\u00a025\u00a0lakh you asked for.',
  );
});

test.each([
  ['not counted', null, 'is saved. It counts once your email is verified.', 'See your request'],
  ['in group', null, 'is in the group.', 'See your request'],
  ['none fits', null, 'does not fit any offer yet.', 'See why'],
  [
    'one offer',
    null,
    'A loan offer fits your amount and term. See what it costs.',
    'See the offer',
  ],
  ['to choose', null, 'You have loan offers to choose from', 'Compare offers'],
  ['with_lender', 'A Bank', 'Step 2 of 4: A Bank has your request', 'See your loan'],
  [
    'disbursed',
    'A Bank',
    'A Bank has paid out your loan of Rs\u00a020\u00a0lakh.',
    'See your loan',
  ],
] as const)(
  '§2.36 §15.106 the loan card shows the state of a loan that is %s, after the member’s packs',
  async (state, lender, said, label) => {
    const loan_amount = toPaise(20_00_000);
    await open({ packs: [pack()], waiting: waiting({ loan: state, lender, loan_amount }) });
    const card = region('MBA Loan');
    expect(linkTo(label, card)).toBe('/dashboard/loan');
    const request = 'Your request for Rs\u00a020\u00a0lakh ';
    expect(within(card).getByRole('paragraph').textContent).toContain(
      /^is|^does/.test(said) ? `${request}${said}` : said,
    );
    expect(region('Your packs').compareDocumentPosition(card)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  },
);

test.each([
  ['one offer', 'A loan offer fits your amount and term', 'See the offer', 'One offer'],
  ['to choose', 'You have loan offers to choose from', 'Compare offers', 'Offers to compare'],
  ['with_lender', 'A Bank has your request', 'See your loan', 'Step 2 of 4: with the lender'],
] as const)(
  '§15.70 §15.106 the loan card is left out if the next step is about the loan that is %s',
  async (state, title, label, short) => {
    await open({ waiting: waiting({ loan: state, lender: 'A Bank' }), free_interview: used });
    expect(linkTo(label, region(title))).toBe('/dashboard/loan');
    expect(linkTo(`Loan ${short}`)).toBe('/dashboard/loan');
    expect(screen.queryByRole('region', { name: 'MBA Loan' })).toBeNull();
  },
);

const why = 'The reason given: No income. One other offer is open.';
const more = 'The reason given: No income. 2 other offers are open.';
const none =
  'The reason given: No income. No other lender is left to ask for now. You can change your request.';

test.each([
  [{ free_interview: used }, 'A Bank declined', more, 'Compare offers', 2],
  [{ packs: [pack()] }, 'MBA Loan', `A Bank declined. ${more}`, 'Compare offers', 2],
  [{ free_interview: used }, 'A Bank declined', why, 'See the other offer', 1],
  [{ packs: [pack()] }, 'MBA Loan', `A Bank declined. ${why}`, 'See the other offer', 1],
  [{ free_interview: used }, 'A Bank declined', none, 'See your loan', 0],
  [{ packs: [pack()] }, 'MBA Loan', `A Bank declined. ${none}`, 'See your loan', 0],
])(
  '§15.70 §15.106 the dashboard says that a lender declined (%#)',
  async (has, title, said, label, others) => {
    const declined = { lender: 'A Bank', withdrew: null, reason: 'No income', others };
    const loan = others === 1 ? 'one offer' : 'to choose';
    await open({ ...has, waiting: waiting({ loan, declined }) });
    const card = region(title);
    expect(card).toHaveTextContent(said);
    expect(screen.getByRole('main')).not.toHaveTextContent('You have loan offers to choose from');
    expect(linkTo(label, card)).toBe('/dashboard/loan');
    const short = ['Declined', 'Another offer', 'Other offers'][others] ?? '';
    expect(linkTo(`Loan ${short}`)).toBe('/dashboard/loan');
  },
);

const withdrawals: [Partial<MySessions>, 'offer' | 'loan', string, string][] = [
  [
    { free_interview: used },
    'offer',
    'A Bank withdrew its offer',
    'No other lender is left to ask for now.',
  ],
  [{ packs: [pack()] }, 'loan', 'MBA Loan', 'A Bank withdrew the loan that it had sanctioned.'],
];

test.each(withdrawals)(
  '§15.70 §15.106 the dashboard says that a lender withdrew its offer or a sanctioned loan (%#)',
  async (has, withdrew, title, says) => {
    const declined = { lender: 'A Bank', withdrew, reason: null, others: 0 };
    await open({ ...has, waiting: waiting({ loan: 'to choose', declined }) });
    expect(region(title)).toHaveTextContent(says);
    expect(linkTo(`Loan ${withdrew === 'loan' ? 'Loan' : 'Offer'} withdrawn`)).toBe(
      '/dashboard/loan',
    );
  },
);

test('§15.70 §15.36 a member can join an open session from the dashboard', async () => {
  const user = await open({ packs: [pack()], upcoming: [booking(0.1)] });
  backend.refuse('join_session', 'booking_has_ended');
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
  expect(backend.sentTo('join_session')).toHaveLength(1);
});

test.each<Partial<MySessions>>([
  { packs: [pack()], upcoming: [booking(0.1)] },
  { packs: [pack()], upcoming: [booking(30)] },
  { packs: [pack()] },
  { invitations: [invitation] },
  { past: [booking(-2)] },
  { waiting: waiting({ refund: standing() }) },
  { waiting: waiting({ loan: 'to choose' }), free_interview: used },
  { waiting: waiting({ loan: 'sanctioned', lender: 'A Bank' }), free_interview: used },
])(
  '§15.70 the sessions page repeats no step that its own sections show, and has none about the loan (%#)',
  async (now) => {
    await open(now, 'sessions');
    const { mySessions } = await import('../../src/features/bookings/my-sessions-store.ts');
    await waitFor(() => expect(mySessions.$data.get().data).toBeDefined());
    expect(screen.queryByRole('region')).toBeNull();
  },
);

test('§15.70 the sessions page shows new feedback first, even before a loan request that does not count', async () => {
  const held = booking(-48, { feedback: { ...feedback, read: false } });
  const has = { packs: [pack()], past: [held], waiting: waiting({ loan: 'not counted' }) };
  await open(has, 'sessions');
  expect(linkTo('Read your feedback')).toBe(`/dashboard/sessions?feedback=${held.id}`);
});

test('§4.28 the dashboard keeps naming a chosen GD while the free interview is to be booked', async () => {
  const gd = chooseFree({ kind: 'gd' });
  const free_interview = { left: 9, state: 'granted', book_until: '2099-01-21' } as const;
  await open({ free_interview });
  expect(region('Your free interview is waiting')).not.toHaveTextContent(said(gd));
  expect(screen.getByText(/A GD needs a pack\.$/).closest('p')).toHaveTextContent(said(gd));
});

test('§4.28 §15.70 while practice is the next step, a chosen time is shown in its place', async () => {
  chooseFree({ kind: 'gd' });
  await open({ free_interview: used, past: [booking(-96)] });
  const book = await screen.findByRole('link', { name: 'Book it with a pack' });
  expect(book).not.toHaveClass('button-quiet');
  expect(screen.queryByRole('region', { name: /^Practise before/ })).toBeNull();
});

test('§4.28 §15.70 a chosen time comes before the rating of a past session', async () => {
  const time = slot(60);
  keepTime(time);
  backend.rpc('open_slots', [time]);
  await open({
    free_interview: used,
    past: [booking(-48, { feedback: { ...feedback, exercise: null } })],
  });
  const rate = screen.getByRole('heading', { name: /^How was your/ });
  const book = await screen.findByRole('link', { name: 'Book it with a pack' });
  expect(book.compareDocumentPosition(rate) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('§4.28 §15.32 the sessions page names a chosen interview once, in the free interview’s card', async () => {
  const time = slot(60);
  keepTime(time);
  backend.rpc('open_slots', [time]);
  await open({ addresses: ['asha@example.com'] }, 'sessions');
  const card = region('Free mock interview');
  expect(card).toHaveTextContent(`Your time: ${said(time)}. We do not hold the seat.`);
  expect(linkTo('Change the time', card)).toBe('/mentors');
  expect(screen.queryByText('Take it as your free interview')).toBeNull();
});

test('§15.70 while another session is booked, the dashboard links to the cancelled one, and the sessions page begins with it', async () => {
  const own = pack();
  const cancelled = booking(24, { state: 'called_off', reason: 'mentor', order: own.order });
  const has = {
    packs: [own],
    upcoming: [booking(96)],
    past: [cancelled],
    waiting: waiting({ returned: cancelled.id }),
  };
  await open(has);
  expect(screen.getByRole('link', { name: 'See your session' })).toBeVisible();
  const news = itemOf(screen.getByText(/^Cancelled: /));
  expect(news).toHaveTextContent(/, with Meera\. See the session$/);
  expect(linkTo('See the session', news)).toBe(`/dashboard/sessions#past-${cancelled.id}`);
  cleanup();
  await open(has, 'sessions');
  expect(await screen.findByRole('region', { name: /^Mock interview cancelled: / })).toBeVisible();
});

test('§15.70 the sessions page leaves the question about a session to that session’s card, also once the exercise is done', async () => {
  const over = booking(-48, { feedback });
  await open({ past: [over] }, 'sessions');
  const { mySessions } = await import('../../src/features/bookings/my-sessions-store.ts');
  const done = { ...feedback, exercise_done_at: new Date().toISOString() };
  backend.rpcNow('my_sessions', sessions({ past: [{ ...over, feedback: done }] }));
  mySessions.refresh();
  await waitFor(() =>
    expect(mySessions.$data.get().data?.past[0]?.feedback?.exercise_done_at).toBeTruthy(),
  );
  expect(screen.queryByRole('region', { name: /^How was your/ })).toBeNull();
});

test.each(['dashboard', 'sessions'] as const)(
  '§15.70 the %s page begins by saying that the mentor cancelled a session',
  async (page) => {
    const own = pack();
    const cancelled = booking(24, { state: 'called_off', reason: 'mentor', order: own.order });
    const has = { packs: [own], past: [cancelled], waiting: waiting({ returned: cancelled.id }) };
    await open(has, page);
    const card = await screen.findByRole('region', {
      name: /^Mock interview cancelled: /,
    });
    expect(card).toHaveTextContent('You have your session back.');
    expect(linkTo('Book another time', card)).toBe(`/dashboard/sessions#book-${own.order}`);
  },
);

test.each([
  ['Read your feedback', { feedback: { ...feedback, read: false } }],
  ['See the exercise', { feedback }],
])('§15.70 the dashboard keeps the next session in sight above ‘%s’', async (label, changes) => {
  const coming = booking(96, { files: [sessionFile({ purpose: 'cv' })] });
  await open({ past: [booking(-48, changes)], upcoming: [coming] });
  expect(linkTo(label)).toMatch(/feedback=|#exercise$/);
  const next = itemOf(screen.getByText(/^Next session: /));
  expect(next).toHaveTextContent(`${shortTime(coming.starts_at)}, with Meera, IIM Ahmedabad.`);
  expect(linkTo('See the session', next)).toBe(`/dashboard/sessions#booking-${coming.id}`);
});

test('§15.70 above ‘See the exercise’, the dashboard says that the next session’s CV is missing', async () => {
  const coming = booking(96);
  await open({ past: [booking(-48, { feedback })], upcoming: [coming] });
  const next = itemOf(screen.getByText(/^Next session: /));
  expect(next).toHaveTextContent('IIM Ahmedabad. Your CV is missing.');
  expect(linkTo('Add your CV', next)).toBe(`/dashboard/sessions#files-${coming.id}`);
});

test.each<Partial<MySessions>>([{ upcoming: [booking(96)] }, { packs: [pack()] }])(
  '§15.70 below a session, booked or to book, the card links to the rating of the last one (%#)',
  async (has) => {
    const over = booking(-48, { feedback: { ...feedback, exercise: null } });
    await open({ past: [over], ...has });
    expect(linkTo('Rate your session with Meera')).toBe(`/dashboard/sessions#rate-${over.id}`);
  },
);

test.each([
  [{ packs: [pack({ order: 'own' })] }, 'Book your next session', '#book-own'],
  [
    { free_interview: { left: 5, state: 'granted', book_until: inHours(90) } as const },
    'Book your free interview',
    '#book-free',
  ],
])(
  '§15.70 below feedback and an exercise, the card links to what can be booked (%#)',
  async (has, label, hash) => {
    for (const read of [true, false]) {
      await open({ past: [booking(-48, { feedback: { ...feedback, read } })], ...has });
      expect(linkTo(label)).toBe(`/dashboard/sessions${hash}`);
      cleanup();
    }
  },
);

test('§15.70 the exercise is no longer the next step once the session after it is over', async () => {
  const rating = { score: 5, word: '' };
  const earlier = { ...feedback, first_given_at: inHours(-40) };
  await open({ past: [booking(-2), booking(-48, { feedback: earlier, rating })] });
  expect(linkTo('See your session')).toMatch(/#past-/);
});

test('§15.70 an exercise that came after the last session ended is the next step', async () => {
  const given = { ...feedback, first_given_at: inHours(-1) };
  await open({ past: [booking(-2), booking(-48, { feedback: given })] });
  expect(linkTo('See the exercise')).toMatch(/#exercise$/);
});

test('§15.72 until the email is verified, the first card names the step and the next open time, and the page has no button for the loan', async () => {
  await open({ addresses: [], waiting: waiting({ next_time: nextTime(30) }) });
  expect(screen.getByRole('link', { name: 'Apply for loan' })).not.toHaveClass('button');
  expect(screen.getByRole('main')).toHaveTextContent('Welcome, Asha.');
  expect(screen.queryByText(/Where shall we start/)).toBeNull();
  const free = region('One step left: verify your email');
  expect(free).toHaveTextContent(/We sent a link to asha@example\.com\..+Next open time: /);
  expect(free, 'until then, nothing that the member cannot use').not.toHaveTextContent('are left');
});

test('§15.62 a member whose loan request waits for a verified email is asked once, in the next step', async () => {
  backend.answer('/rest/v1/orders', []);
  backend.rpc(
    'my_sessions',
    sessions({ addresses: [], waiting: waiting({ loan: 'not counted' }) }),
  );
  backend.rpc('ask_address_proof', { address: 'asha@example.com', state: 'sent' });
  const { user } = await show(dashboard);
  const card = await screen.findByRole('region', { name: 'One step left: verify your email' });
  expect(card).toHaveTextContent(
    'Your loan request counts towards the group’s total as soon as asha@example.com is verified.',
  );
  expect(within(card).queryByRole('link', { name: 'Verify your email' })).toBeNull();
  const season = screen.getByRole('navigation', { name: 'Your season' });
  expect(season).toHaveTextContent('Free interview After you verify');
  expect(linkTo(/Free interview/, season)).toBe('/dashboard/main#free-interview');
  const free = region('Free mock interview');
  expect(free).toHaveTextContent('You can get it as soon as your email is verified.');
  expect(within(free).queryByRole('button')).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Send the link again' }));
  expect(await within(card).findByText(/^The link is on its way/)).toBeVisible();
});

test('§15.31 the next step says on both pages why the free interview was refused, and no other card does', async () => {
  const refused = { state: 'had_phone', left: 3, book_until: null } as const;
  const why =
    'Someone with your phone number has already taken the free interview. If you share that number, save your own and ask again. If that is wrong, write to us.';
  const title = 'No free interview for this phone number';
  await open({ free_interview: refused, past: [booking(-2000)] }, 'sessions');
  expect(region(title)).toHaveTextContent(why);
  expect(linkTo('save your own')).toBe('/dashboard/profile');
  expect(linkTo('write to us')).toBe('/contact#write-to-us');
  cleanup();
  backend.answer('/rest/v1/orders', []);
  await show(dashboard);
  expect(await screen.findByRole('region', { name: title })).toHaveTextContent(why);
  expect(screen.getAllByText(/already taken the free interview/)).toHaveLength(1);
  expect(region(title).querySelector('#free-interview')).not.toBeNull();
});

test('§15.38 the pack in the next step has no second ‘Book a session’ in its own row', async () => {
  const [one, other] = [paidOrder('pay_1'), paidOrder('pay_2')];
  backend.answer('/rest/v1/orders', [one, other]);
  const packs = [
    pack({ order: one.id, valid_until: '2999-01-01' }),
    pack({ order: other.id, valid_until: '2999-02-01' }),
  ];
  backend.rpc('my_sessions', sessions({ packs }));
  await show(dashboard);
  const links = await screen.findAllByRole('link', { name: 'Book a session' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [one, other].map(({ id }) => `/dashboard/sessions#book-${id}`),
  );
});

test('§15.70 §8.28 the next step explains the unpaid order and has its button, and a link to the order leads there', async () => {
  const failedAt = inHours(-0.5);
  const [reported] = paidOrder('pay_9').payments;
  const payments = reported ? [{ ...reported, status: 'failed', created_at: failedAt }] : [];
  const failed = order({ status: 'attempted', updated_at: failedAt, payments });
  backend.answer('/rest/v1/orders', [failed]);
  const payment = { order: failed.id, pack: failed.pack, failed: true };
  backend.rpc('my_sessions', sessions({ waiting: waiting({ payment }) }));
  await show(dashboard);
  const next = await screen.findByRole('region', { name: /did not go through$/ });
  expect(next).toHaveTextContent('your bank returns it within 5 to 7 working days');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled());
  const again = within(next).getByRole('button', { name: 'Try again' });
  expect(again).not.toHaveClass('button-quiet');
  expect(within(next).queryByRole('link')).toBeNull();
  expect(next.querySelector(`h2#order-${failed.id}`)).not.toBeNull();
  const row = screen.getByRole('listitem');
  expect(row).toHaveTextContent(/Payment failed.*Rs 699, 1 session/);
  expect(within(row).queryByRole('button')).toBeNull();
  expect(row).not.toHaveTextContent('did not go through');
});

test.each([
  ['asked', 'See your request', 'You asked for Rs\u00a02399 back on 22 November 2026'],
  ['more_needed', 'Answer the request', 'We need your answer for your refund'],
] as const)(
  '§15.70 §17.62 a refund request that is %s is named in the next step, and only there has a link',
  async (state, label, title) => {
    const bought = paidOrder('pay_1');
    backend.answer('/rest/v1/orders', [bought]);
    const refund = standing({ state });
    const packs = [pack({ order: bought.id, refund: standing({ state }) })];
    backend.rpc('my_sessions', sessions({ packs, waiting: waiting({ refund }) }));
    await show(dashboard);
    await screen.findByRole('button', { name: 'Receipt' });
    const href = `/dashboard/refunds?request=${refund.number}`;
    const links = screen.getAllByRole('link').filter((link) => link.getAttribute('href') === href);
    expect(links.map(({ textContent }) => textContent)).toEqual([label]);
    expect(region(title)).toContainElement(links[0] ?? null);
    const card = screen.getByRole('button', { name: 'Receipt' }).closest('li');
    expect(card).toHaveTextContent('On hold, so you cannot book with it');
    expect(card, 'said once').not.toHaveTextContent('you asked for');
  },
);

test('§8.21 a member can add a pack that was paid for without an account', async () => {
  const offered = order({ status: 'paid' });
  const { id, pack: bought, amount } = offered;
  const user = await open({ claimable: [{ id, pack: bought, amount }] });
  backend.answer('/rest/v1/rpc/claim_order', { code: '42501', message: 'no' }, 403);
  const add = screen.getByRole('button', { name: 'Add to my packs' });
  expect(screen.getByRole('listitem')).toHaveTextContent(single.name);
  await user.click(add);
  expect(await screen.findByText(/^That did not work\./)).toHaveAttribute('role', 'alert');

  backend.rpcNow('claim_order', offered);
  backend.rpcNow('my_sessions', sessions({ packs: [pack()] }));
  await user.click(add);
  expect(await screen.findByRole('link', { name: 'Book a session' })).toBeVisible();
});

test.each([
  ['once if it is the next step', {}],
  ['quietly if another step comes first', { upcoming: [booking(30)] }],
])('§8.21 the dashboard offers a pack that was paid for without an account %s', async (_, now) => {
  const { id, pack: bought, amount } = order({ status: 'paid' });
  backend.rpc('my_sessions', sessions({ claimable: [{ id, pack: bought, amount }], ...now }));
  backend.answer('/rest/v1/orders', []);
  await show(dashboard);
  const add = await screen.findByRole('button', { name: 'Add to my packs' });
  expect(add.classList.contains('button-quiet')).toBe('upcoming' in now);
});

test('§12.59 a member can join a session only once fresh data has loaded, and a changed next step is announced', async () => {
  shownBefore('practice', sessions({ packs: [pack()], upcoming: [booking(0.1)] }));
  const answer = backend.hold('/rest/v1/rpc/my_sessions');
  backend.answer('/rest/v1/orders', []);
  await show(dashboard);
  expect(screen.getByRole('button', { name: 'Checking ...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  answer(sessions({ packs: [pack()] }));
  const now = await screen.findByRole('heading', { name: 'Book your first session' });
  expect(now).toBeVisible();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Book your first session',
  );
});
