/** Pages that a browser translates keep working, and show the same as untranslated pages. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lengthOf } from '../../src/domain/periods.ts';
import { translate } from '../translate.ts';
import { Backend } from './support/backend.ts';
import { signedIn } from './support/island.tsx';
import { fillIn, showPage, takeClock } from './support/page.tsx';
import { profile } from './support/samples/account.ts';
import { booking, everySession, pack, sessions } from './support/samples/bookings.ts';
import { everyLoan, inGroup, noLoan } from './support/samples/loans.ts';
import { everyRefund, refundPack, refunds } from './support/samples/refunds.ts';

function translated(): void {
  const observer = translate();
  onTestFinished(() => observer.disconnect());
}

/** A pack for two whose second person has been named or has accepted. */
function shared(state: 'named' | 'accepted') {
  const second = { address: 'ravi@example.com', state, namings_left: 2, replaceable: true };
  return sessions({ packs: [pack({ order: 'for two', second })] });
}

const shown = () => screen.getByRole('main').textContent;
const says = (words: string | RegExp) =>
  waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(words));

/** Each page, how it loads its data again, and answers that change into each other. */
const pages = {
  my_sessions: {
    page: async () => {
      const { YourSessions } = await import('../../src/features/bookings/YourSessions.tsx');
      return <YourSessions organiser={{ name: 'AdmitCircle', email: 'help@example.com' }} />;
    },
    again: async () =>
      (await import('../../src/features/bookings/my-sessions-store.ts')).mySessions.refresh(),
    answers: [
      everySession(),
      sessions(),
      sessions({ packs: [pack()], upcoming: [booking(20)] }),
      sessions({ packs: [pack()], upcoming: [booking(50, { institute: null })] }),
      shared('named'),
      shared('accepted'),
    ],
  },
  my_loan: {
    page: async () => {
      const { YourLoan } = await import('../../src/features/loans/YourLoan.tsx');
      return <YourLoan />;
    },
    again: async () => (await import('../../src/features/loans/loan-store.ts')).myLoan.refresh(),
    answers: [everyLoan(), noLoan(), inGroup()],
  },
  my_refunds: {
    page: async () => {
      const { YourRefunds } = await import('../../src/features/refunds/YourRefunds.tsx');
      return <YourRefunds />;
    },
    again: async () =>
      (await import('../../src/features/refunds/refunds-store.ts')).myRefunds.refresh(),
    answers: [everyRefund(), refunds(), refunds(refundPack())],
  },
};

test.each(Object.entries(pages))(
  '§12.54 on a translated page, %s changes correctly between all its states',
  async (name, { page, again, answers }) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const backend = signedIn().answer('/rest/v1/profiles', profile).rpc('open_slots', []);
    /** The page’s text in each state in turn, and in the first state again. */
    const wordsOf = async (expected: readonly string[] = []) => {
      backend.rpcNow(name, answers[0]);
      const { unmount } = await showPage(page);
      const words: string[] = [];
      for (const [index, answer] of [...answers, answers[0]].entries()) {
        backend.rpcNow(name, answer);
        const asked = backend.sentTo(name).length;
        await act(again);
        await waitFor(() => expect(backend.sentTo(name).length).toBeGreaterThan(asked));
        await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
        if (expected[index]) await waitFor(() => expect(shown()).toBe(expected[index]));
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
    translated();
    expect(await wordsOf(untranslated)).toEqual(untranslated);
  },
);

test('§12.54 on a translated page, the pack cards show a member price that arrives late', async () => {
  const release = signedIn().answer('/rest/v1/profiles', profile).hold('/rest/v1/rpc/my_prices');
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
    .answer('/rest/v1/profiles', profile)
    .rpc('open_slots', [])
    .rpc('my_sessions', sessions({ packs: [pack()], upcoming: [soon] }))
    .answerBy('/rest/v1/rpc/gd_room', () => ({
      status: 200,
      body: {
        now: new Date().toISOString(),
        topic: Date.now() < start ? null : 'Is merit luck?',
        people: ['Ravi'],
      },
    }));
  await showPage(pages.my_sessions.page);
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
  signedIn().answer('/rest/v1/profiles', profile);
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
