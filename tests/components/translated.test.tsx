/** Pages that a browser translates keep working, and show the same as untranslated pages. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lengthOf } from '../../src/domain/periods.ts';
import type { Booking, MySessions } from '../../src/features/bookings/my-sessions-schema.ts';
import { translate } from '../translate.ts';
import { Backend } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { island, signedIn } from './support/island.tsx';
import { fillIn, showPage, takeClock } from './support/page.tsx';
import { profilePage } from './support/profile-page.tsx';
import {
  emailChange,
  groupConsent,
  losesNothing,
  myConsents,
  myEmail,
  nothingYet,
  profile,
} from './support/samples/account.ts';
import {
  betterOffer,
  booking,
  everySession,
  feedback,
  invitation,
  keepTime,
  nextTime,
  pack,
  sessions,
  slot,
  waiting,
} from './support/samples/bookings.ts';
import { everyLoan, inGroup, noLoan } from './support/samples/loans.ts';
import {
  earlierGiven,
  feedbackSession,
  given,
  listedSession,
  memberOf,
  ownPage,
  publicMentor,
  token,
} from './support/samples/mentor.ts';
import { inDays, inHours } from './support/samples/moments.ts';
import { order, paidOrder, seller } from './support/samples/packs.ts';
import { everyRefund, refundPack, refunds, request, standing } from './support/samples/refunds.ts';

function translated(widens = false): void {
  const observer = translate(widens);
  onTestFinished(() => observer.disconnect());
}

const rpc = (name: string) => `/rest/v1/rpc/${name}`;
const profiles = '/rest/v1/profiles';
const address = 'ravi@example.com';
const reference = 'pay_29QQoUBi66xm2f';

/** A pack for two whose second person has been named or has accepted. */
function shared(state: 'named' | 'accepted') {
  const second = { address, state, namings_left: 2, replaceable: true };
  return sessions({ packs: [pack({ order: 'for two', second })] });
}

/** The answer of `my_sessions` for a member whose only session is this one, after it has taken place. */
const after = (changes: Partial<NonNullable<Booking['feedback']>>) =>
  sessions({ packs: [pack()], past: [booking(-48, { feedback: { ...feedback, ...changes } })] });

/** The answer of `my_sessions` for a member who can neither book nor get a free interview, and waits for something. */
const waitsFor = (what: Partial<MySessions['waiting']>) =>
  sessions({
    packs: [pack({ remaining: 0 })],
    free_interview: { left: 0, state: 'none', book_until: null },
    waiting: waiting(what),
  });

const text = {
  id: 1,
  kind: 'cv',
  title: 'One page is enough',
  body: '# Start\n\nHello',
  is_sample: true,
  changed_at: '2026-11-01T10:00:00Z',
};

const shown = () => screen.getByRole('main').textContent;
const says = (words: string | RegExp) =>
  waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(words));

type Walk = {
  page: () => Promise<ReactElement>;
  /** The request for the page’s data, and how the page sends it again. */
  path: string;
  again: () => Promise<unknown>;
  /** Replies that the page receives one after the other. */
  answers: readonly unknown[];
  /** Names, numbers and addresses that must stay as they are. */
  keeps: readonly string[];
};

const sessionsAgain = async () =>
  (await import('../../src/features/bookings/my-sessions-store.ts')).mySessions.refresh();
const sessionsPage = async () => {
  const { YourSessions } = await import('../../src/features/bookings/YourSessions.tsx');
  return (
    <YourSessions
      organiser={{ name: 'AdmitCircle', email: 'help@example.com' }}
      hasFreeCard={false}
      terms="2026-11-01"
    />
  );
};
const loan = { title: 'MBA Loan', art: '/loan.svg' };
const dashboard = async () => {
  const { YourDashboard } = await import('../../src/features/next/YourDashboard.tsx');
  return <YourDashboard heading="Your packs" {...{ seller, loan }} />;
};
const free = slot(60);

const walks: Record<string, Walk> = {
  'the sessions': {
    page: () => {
      // Once open, the picker stays open, so it has to be open in the first state too.
      history.replaceState(null, '', '#book');
      return sessionsPage();
    },
    path: rpc('my_sessions'),
    again: sessionsAgain,
    answers: [
      everySession(),
      sessions(),
      sessions({ packs: [pack()], upcoming: [booking(20)] }),
      sessions({ packs: [pack()], upcoming: [booking(50, { institute: null })] }),
      shared('named'),
      shared('accepted'),
      // Without a school, the form for the first one would open and stay open.
    ].map((has) => ({ ...has, targets: everySession().targets })),
    keeps: ['Meera', 'R-1', 'R-2', 'asha@example.com', address],
  },
  'the times': {
    page: () => {
      keepTime(free);
      // The store may still hold the time as the last walk left it.
      dispatchEvent(new StorageEvent('storage'));
      history.replaceState(null, '', '#book');
      return sessionsPage();
    },
    path: rpc('open_slots'),
    again: async () => (await import('../../src/features/bookings/bookings.ts')).refreshSlots(),
    answers: [[free], [slot(80, { mentor: 'Ravi' })], [free, slot(90)]],
    keeps: ['Meera', 'Ravi'],
  },
  'the next step': {
    page: dashboard,
    path: rpc('my_sessions'),
    again: sessionsAgain,
    answers: [
      sessions(),
      everySession(),
      after({ read: false }),
      after({}),
      after({ exercise_done_at: inHours(-1) }),
      sessions({ packs: [pack()], upcoming: [booking(0.1)] }),
      sessions({ packs: [pack()], upcoming: [booking(50)] }),
      sessions({ packs: [pack()] }),
      sessions({ invitations: [invitation] }),
      sessions({ claimable: everySession().claimable }),
      waitsFor({ refund: standing({ number: 'R-3' }) }),
      waitsFor({ refund: standing({ number: 'R-3', state: 'paying' }) }),
      waitsFor({ refund: standing({ number: 'R-3', state: 'more_needed' }) }),
      waitsFor({ payment: { order: 'order', pack: 'single', failed: false } }),
      waitsFor({ payment: { order: 'order', pack: 'single', failed: true } }),
      waitsFor({ loan: 'with_lender', lender: 'A Bank' }),
      waitsFor({ loan: 'to choose', better: betterOffer({ answer: 'declined' }) }),
      waitsFor({ next_time: nextTime(30, { mentor: 'Arjun', institute: null }) }),
      waitsFor({}),
    ],
    keeps: ['Asha', 'Meera', 'Arjun', 'R-3', 'City Bank'],
  },
  'the orders': {
    page: dashboard,
    path: '/rest/v1/orders',
    again: async () => (await import('../../src/features/packs/orders-store.ts')).refreshOrders(),
    answers: [
      [],
      [order()],
      [paidOrder(reference)],
      [paidOrder(reference, { status: 'refunded' }), order({ status: 'attempted' })],
    ],
    keeps: [reference, 'Asha Rao', 'asha@example.com'],
  },
  'the loan': {
    page: island('loans/YourLoan'),
    path: rpc('my_loan'),
    again: async () => (await import('../../src/features/loans/loan-store.ts')).myLoan.refresh(),
    answers: [everyLoan(), noLoan(), inGroup()],
    keeps: ['asha@example.com'],
  },
  'the refunds': {
    page: island('refunds/YourRefunds'),
    path: rpc('my_refunds'),
    again: async () =>
      (await import('../../src/features/refunds/refunds-store.ts')).myRefunds.refresh(),
    answers: [
      everyRefund(),
      refunds(),
      refunds(refundPack()),
      refunds(refundPack({ requests: [request()] }), refundPack({ order: 'other' })),
    ],
    keeps: ['R-10007', reference, 'Meera'],
  },
  'the profile': {
    page: profilePage,
    path: profiles,
    again: async () =>
      (await import('../../src/features/account/profile-store.ts')).refreshProfile(),
    answers: [profile, { ...profile, firstname: 'Ravi' }],
    keeps: ['Asha Rao', 'Ravi Rao', 'asha@example.com'],
  },
  'the account’s email': {
    page: island('personal-data/ChangeEmail'),
    path: rpc('my_email'),
    again: async () =>
      (await import('../../src/features/personal-data/email-store.ts')).accountEmail.refresh(),
    answers: [
      myEmail,
      { ...myEmail, change: emailChange },
      { ...myEmail, change: { ...emailChange, old_confirmed: true } },
    ],
    keeps: ['asha@example.com', 'new@example.com'],
  },
  'the verified addresses': {
    page: island('addresses/Addresses'),
    path: rpc('my_sessions'),
    again: sessionsAgain,
    answers: [nothingYet, sessions(), sessions({ addresses: ['asha@example.com', address] })],
    keeps: ['asha@example.com', address],
  },
  'the consents': {
    page: island('personal-data/AgreedTo'),
    path: rpc('my_consents'),
    again: async () =>
      (await import('../../src/features/personal-data/consents-store.ts')).consents.refresh(),
    answers: [
      myConsents,
      { ...myConsents, loan: [groupConsent] },
      { ...myConsents, terms: [], loan: [{ ...groupConsent, taken_back_at: inHours(-1) }] },
    ],
    keeps: [],
  },
  'what closing the account ends': {
    page: island('personal-data/CloseAccount'),
    path: rpc('what_closing_ends'),
    again: async () =>
      (await import('../../src/features/personal-data/closing-store.ts')).closing.refresh(),
    answers: [
      losesNothing,
      {
        ...losesNothing,
        ...{ free_interview: true, files: 2, lenders: ['A Bank'] },
        bought: [
          {
            order: 'an-order',
            pack: 'single',
            gives: 69_900,
            until: '2026-12-19',
            refunded: false,
          },
        ],
      },
    ],
    keeps: [],
  },
  'the preparation room': {
    page: island('material/PreparationRoom'),
    path: rpc('my_material'),
    again: async () =>
      (await import('../../src/features/material/material-store.ts')).myRoom.refresh(),
    answers: [
      { has_pack: true, items: [] },
      { has_pack: false, items: [text, { ...text, id: 2, body: null }] },
      { has_pack: true, items: [text] },
    ],
    keeps: [],
  },
  'the mentors': {
    page: async () => {
      const { AllMentors } = await import('../../src/features/public-mentors/AllMentors.tsx');
      return <AllMentors none="No one yet" />;
    },
    path: rpc('public_mentors'),
    again: () => {
      vi.setSystemTime(Date.now() + 61_000);
      dispatchEvent(new Event('online'));
      return Promise.resolve();
    },
    answers: [[publicMentor], [], [publicMentor, { ...publicMentor, id: 2, name: 'Ravi' }]],
    keeps: ['Farah', 'Ravi'],
  },
  'a mentor’s page': {
    page: () => {
      history.replaceState(null, '', `#${token}`);
      return island('mentor-pages/OwnPage')();
    },
    path: endpoints.mentor,
    again: async () =>
      (await import('../../src/features/mentor-pages/own-page-store.ts')).ownPage.refresh(),
    answers: [
      ownPage(),
      ownPage({ coming: [listedSession(20)], paused_until: inDays(9), has_left: false }),
      ownPage({
        waiting: [{ kind: 'interview', members: 2 }],
        past: [
          {
            ...listedSession(-50),
            feedback: null,
            outcome: null,
            said: [{ score: 4, word: 'Honest' }],
          },
        ],
        free: [listedSession(70, { members: [] })],
      }),
    ],
    keeps: ['Meera', 'Asha'],
  },
  'a mentor’s feedback': {
    page: () => {
      history.replaceState(null, '', `#${token}`);
      return island('mentor-pages/FeedbackPage')();
    },
    path: endpoints.feedback,
    again: async () =>
      (await import('../../src/features/mentor-pages/feedback-store.ts')).feedbackLink.refresh(),
    answers: [
      feedbackSession(memberOf('Asha')),
      feedbackSession(memberOf('Asha', { feedback: given, earlier: [earlierGiven()] })),
      feedbackSession(memberOf('Asha'), memberOf('Ravi')),
      feedbackSession(),
    ],
    keeps: ['Asha', 'Ravi'],
  },
};

test.each(Object.entries(walks))(
  '§12.54 on a translated page, %s can change between all states, and names and numbers stay as they are',
  async (_, { page, path, again, answers, keeps }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const backend = signedIn()
      .answer(profiles, profile)
      .answer('/rest/v1/orders', [])
      .rpc('my_sessions', sessions({ packs: [pack()] }))
      .rpc('open_slots', [])
      .rpc('my_email', myEmail)
      .rpc('wants_announcements', true)
      .rpc('public_mentors', []);
    const plain = (words: string) => words.normalize('NFKC');
    /** Waits until every request is answered and the text stays as it is. */
    const settle = async () => {
      let before: string | undefined;
      await waitFor(() => {
        const [last, now] = [before, shown()];
        before = now;
        expect(backend.open).toBe(0);
        expect(now).toBe(last);
      });
    };
    /** The page’s text in each state in turn, and in the first state again. */
    const wordsOf = async (expected: readonly string[] = []) => {
      backend.now(path, answers[0]);
      const { unmount } = await showPage(page);
      const words: string[] = [];
      for (const [index, answer] of [...answers, answers[0]].entries()) {
        backend.now(path, answer);
        const asked = backend.sent(path).length;
        await act(again);
        await waitFor(() => expect(backend.sent(path).length).toBeGreaterThan(asked));
        const wanted = expected[index];
        if (wanted !== undefined) await waitFor(() => expect(plain(shown())).toBe(plain(wanted)));
        else {
          // React may draw the answer some time after it has arrived.
          await waitFor(() => expect(shown()).not.toBe(words.at(-1)));
          await settle();
        }
        words.push(shown());
      }
      // A request that is still open would reach the next test.
      await waitFor(() => expect(backend.open).toBe(0));
      unmount();
      return words;
    };
    // The first time, parts of the page load at any moment.
    await wordsOf();
    const untranslated = await wordsOf();
    expect(new Set(untranslated).size).toBe(answers.length);
    translated(true);
    const widened = await wordsOf(untranslated);
    for (const word of keeps) {
      const numbers = (all: readonly string[]) => all.map((words) => words.split(word).length - 1);
      expect(Math.max(...numbers(untranslated)), word).toBeGreaterThan(0);
      expect(numbers(widened), word).toEqual(numbers(untranslated));
    }
  },
);

test('§12.54 on a translated page, the pack cards show a member price that arrives late', async () => {
  const release = signedIn().answer(profiles, profile).hold('/rest/v1/rpc/my_prices');
  translated();
  await showPage(async () => {
    const { PackCards } = await import('../../src/features/packs/PackCards.tsx');
    return <PackCards siteName="AdmitCircle" onDashboard />;
  });
  await says(/You save Rs/);
  act(() => release([{ pack: 'single', code: 'ALL', amount: 62_900 }]));
  await says('Member price. You save Rs 370');
});

test('§12.54 on a translated page, a GD’s room counts down, shows the topic and ends', async () => {
  const pass = takeClock();
  translated();
  const soon = booking(9 / 60, { kind: 'gd' });
  const start = Date.parse(soon.starts_at);
  vi.setSystemTime(start - 10_000);
  signedIn()
    .answer(profiles, profile)
    .rpc('open_slots', [])
    .rpc('public_mentors', [])
    .rpc('my_sessions', sessions({ packs: [pack()], upcoming: [soon] }))
    .answerBy('/rest/v1/rpc/gd_room', () => ({
      status: 200,
      body: {
        now: new Date().toISOString(),
        topic: Date.now() < start ? null : 'Is merit luck?',
        people: ['Ravi'],
      },
    }));
  await showPage(sessionsPage);
  await says(/The topic appears in 0:0/);
  const timer = within(screen.getByRole('main')).getByRole('timer');
  await pass(12_000);
  await says('Is merit luck?');
  expect(timer).toHaveTextContent(/^1:5\d to think$/);
  await pass(lengthOf('gd think'));
  expect(timer).toHaveTextContent(/^Thinking time is over\.$/);
});

test('§12.54 on a translated page, the calculator’s figures follow its fields', async () => {
  new Backend();
  const inputs = [
    ['Interest rate', '5'],
    ['Interest rate', '1'],
    ['Study', '0'],
    ['Grace', '0'],
    ['Interest rate', 'five'],
    ['Interest rate', '12'],
    ['Study', '24'],
  ] as const;
  /** Leaves out what only screen readers announce, because that waits until nothing has changed for a moment. */
  const figures = () =>
    [...screen.getByRole('main').querySelectorAll('.emi-page > :not([role=status])')]
      .map(({ textContent }) => textContent)
      .join('\n');
  /** The page’s text after each change of a field. */
  const wordsOf = async (expected: readonly string[] = []) => {
    history.replaceState(null, '', '/emi');
    const { user, unmount } = await showPage(async () => {
      const { EmiCalculator } = await import('../../src/features/emi/EmiCalculator.tsx');
      return <EmiCalculator />;
    });
    await says('Of every Rs 100 you pay back, Rs 53 is interest.');
    const words: string[] = [];
    for (const [index, [label, text]] of inputs.entries()) {
      const input = screen.getByRole('textbox', { name: label });
      await user.clear(input);
      await user.type(input, text);
      await user.tab();
      if (expected[index]) await waitFor(() => expect(figures()).toBe(expected[index]));
      words.push(figures());
    }
    unmount();
    return words;
  };
  const untranslated = await wordsOf();
  expect(new Set(untranslated).size).toBe(inputs.length);
  translated();
  expect(await wordsOf(untranslated)).toEqual(untranslated);
});

test('§12.54 on a translated page, the password rule counts the missing characters', async () => {
  signedIn().answer(profiles, profile);
  translated();
  const { user } = await showPage(async () => {
    const { PasswordForm } = await import('../../src/features/account/PasswordForm.tsx');
    return <PasswordForm />;
  });
  await fillIn(user, 'New password', 'abcd');
  await says(/characters: \d+ more/);
  await fillIn(user, 'New password', 'correct horse battery');
  await says('Long enough');
});

test('§12.54 on a translated page, an answer opened before the page’s scripts load stays open', async () => {
  const { Faq } = await import('../../src/features/faq/Faq.tsx');
  const island = (
    <Faq questions={['Who pays?', 'When?']} answer0={<p>You.</p>} answer1={<p>Today.</p>} />
  );
  // React starts over only if the words differ.
  translated(true);
  const container = document.createElement('main');
  document.body.append(container);
  container.innerHTML = renderToString(island);
  await waitFor(() => expect(container.innerHTML).toContain('<font'));
  const answers = () => [...container.querySelectorAll('details')];
  answers()[1]?.setAttribute('open', '');
  const anew = vi.fn();
  render(island, { container, hydrate: true, onRecoverableError: anew });
  expect(anew).toHaveBeenCalledOnce();
  expect(answers().map(({ open }) => open)).toEqual([false, true]);
});
