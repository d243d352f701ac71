import { expect, test } from 'vitest';
import {
  betterOffer,
  booking,
  feedback,
  pack,
  sessions,
  waiting,
} from '../../../tests/components/support/samples/bookings.ts';
import { standing } from '../../../tests/components/support/samples/refunds.ts';
import { indiaDay } from '../../domain/words/dates.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { seasonOf } from './season.ts';

const now = Date.now();
const proven = { isProven: true, hasDraft: false };
const states = (changes: Partial<MySessions>) =>
  seasonOf(sessions(changes), now, proven).map(({ state }) => state);
const hrefs = (changes: Partial<MySessions>) =>
  seasonOf(sessions(changes), now, proven).map(({ href }) => href);

test('§15.106 a new member has not taken any of the season’s four steps', () => {
  const steps = seasonOf(sessions(), now, proven);
  expect(steps.map(({ name }) => name)).toEqual([
    ...['Free interview', 'Practice', 'Exercise', 'Loan'],
    'Target schools',
  ]);
  expect(steps.map(({ state }) => state)).toEqual([
    'Get yours',
    'From Rs 699',
    'After your first session',
    'Join the group',
    'Add yours',
  ]);
  expect(new Set(steps.map(({ progress }) => progress))).toEqual(new Set(['open']));
});

test('§15.106 each step of the season’s timeline shows its state and links to its page', () => {
  const held = booking(-48, { feedback });
  const has = {
    free_interview: { left: 5, state: 'used', book_until: null },
    packs: [pack({ remaining: 3, used: 1, booked: 1 })],
    past: [held],
    upcoming: [booking(48)],
    waiting: waiting({ loan: 'with_lender', lender: 'A Bank' }),
  } as const satisfies Partial<MySessions>;
  expect(states(has).slice(0, 4)).toEqual([
    'Done',
    '1\u00a0done, 1\u00a0booked, 3\u00a0left',
    'To do',
    'Step 2 of 4: with the lender',
  ]);
  expect(hrefs(has).slice(0, 4)).toEqual([
    '/dashboard/sessions',
    '/dashboard/sessions',
    '/dashboard/sessions#exercise',
    '/dashboard/loan',
  ]);
  const exercise = (changes: Partial<typeof feedback>) =>
    seasonOf(
      sessions({ past: [booking(-48, { feedback: { ...feedback, ...changes } })] }),
      now,
      proven,
    )[2];
  expect(exercise({})).toMatchObject({ state: 'To do', progress: 'open' });
  expect(exercise({ read: false })?.href, 'before it is on the page').toMatch(/\?feedback=/);
  expect(exercise({ exercise_note: 'One minute' })).toMatchObject({ progress: 'begun' });
  expect(exercise({ exercise_done_at: new Date(now).toISOString() })).toMatchObject({
    state: 'Done',
    progress: 'done',
    href: expect.stringMatching(/feedback=/) as unknown,
  });
});

test('§15.106 §15.88 a session whose mentor did not join, by the member’s report, is not counted as held', () => {
  const past = [booking(-48), booking(-72, { report_is_open: true })];
  expect(states({ past })[1]).toBe('1\u00a0done, 1\u00a0reported');
  const free_interview = { left: 5, state: 'used', book_until: null } as const;
  const free = booking(-2, { is_free: true, report_is_open: true });
  expect(states({ free_interview, past: [free] })[0]).toBe('Mentor reported absent');
});

test('§15.106 a session that the member cancelled too late is counted beside the others, and one that we gave back is not', () => {
  const past = [booking(-48), booking(-72, { state: 'late' })];
  const packs = [pack({ used: 2, remaining: 3 })];
  expect(states({ past, packs })[1]).toBe('1\u00a0done, 1\u00a0cancelled, 3\u00a0left');
  const again = [booking(-48), booking(-72, { state: 'late', given_back: true })];
  expect(states({ past: again, packs })[1]).toBe('1\u00a0done, 3\u00a0left');
});

test('§15.106 practice says that none is left once all packs are used up, and not while one is on hold', () => {
  const past = [booking(-48)];
  const usedUp = pack({ sold: 1, used: 1, remaining: 0 });
  expect(states({ past, packs: [usedUp] })[1]).toBe('1\u00a0done, none\u00a0left');
  const late = booking(-48, { state: 'late' });
  expect(states({ past: [late], packs: [usedUp] })[1]).toBe('1\u00a0cancelled, none\u00a0left');
  const theirs = pack({
    used: 4,
    booked: 1,
    remaining: 0,
    theirs: { used: 3, booked: 1, reported: 0 },
  });
  expect(states({ past, packs: [theirs] })[1]).toBe(
    '1\u00a0done, 4\u00a0taken by others, none\u00a0left',
  );
  const onHold = pack({ refund: standing() });
  expect(states({ past, packs: [usedUp, onHold] })[1]).toBe('1\u00a0done');
});

test('§15.106 §15.28 on a pack for two, the other person’s sessions are counted apart', () => {
  const shared = pack({
    remaining: 1,
    used: 2,
    booked: 2,
    other: 'Usha',
    theirs: { used: 1, booked: 1, reported: 0 },
  });
  const has = { past: [booking(-48)], upcoming: [booking(48)], packs: [shared] };
  const own = '1\u00a0done, 1\u00a0booked, 2\u00a0taken by ';
  expect(states(has)[1]).toEqual([own, 'Usha', ', 1\u00a0left']);
  const unnamed = { ...shared, other: null };
  expect(states({ ...has, packs: [unnamed] })[1]).toBe(`${own}others, 1\u00a0left`);
});

test('§15.106 a free interview that the member cancelled too late is not called done', () => {
  const free_interview = { left: 5, state: 'used', book_until: null } as const;
  const late = booking(-48, { is_free: true, state: 'late' });
  expect(states({ free_interview, past: [late] })[0]).toBe('Cancelled: counts as used');
  // We gave that one back.
  const again = [booking(-2, { is_free: true }), { ...late, given_back: true }];
  expect(states({ free_interview, past: again })[0]).toBe('Done');
});

test('§15.106 §15.99 the exercise in the timeline is the one from the feedback that came last', () => {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const done = { ...feedback, first_given_at: ago(60), exercise_done_at: ago(30) };
  const recent = booking(-48, { feedback: done });
  const earlier = booking(-96, { feedback: { ...feedback, first_given_at: ago(10) } });
  const past = [recent, earlier];
  expect(seasonOf(sessions({ past }), now, proven)[2]).toMatchObject({
    state: 'To do',
  });
});

test('§15.106 the exercise comes with the first feedback, or with the next if the last has none', () => {
  const without = booking(-48, { feedback: { ...feedback, exercise: null } });
  expect(states({ past: [booking(-2)] })[2]).toBe('With your first feedback');
  expect(states({ past: [booking(-2), without] })[2]).toBe('With your next feedback');
});

test('§15.106 a member without practice sees the lowest price, with a link to the packs', () => {
  expect(seasonOf(sessions({}), now, proven)[1]).toMatchObject({
    state: 'From Rs 699',
    href: '/dashboard/main#packs',
  });
});

test('§15.106 practice is done once no session is left or booked', () => {
  const practice = (changes: Partial<MySessions>) =>
    seasonOf(sessions({ past: [booking(-48)], ...changes }), now, proven)[1]?.progress;
  expect(practice({ packs: [pack({ used: 1, remaining: 4 })] })).toBe('begun');
  expect(practice({ upcoming: [booking(48)] })).toBe('begun');
  expect(practice({ packs: [pack({ used: 5, remaining: 0 })] })).toBe('done');
  expect(practice({ packs: [pack({ status: 'refunded' })] }), 'refunded, not used').toBe('begun');
});

test('§15.106 returned and cancelled sessions do not count as completed', () => {
  const past = [booking(-48, { given_back: true }), booking(-72, { state: 'cancelled' })];
  expect(states({ past }).slice(1, 3)).toEqual(['From Rs 699', 'After your first session']);
});

test('§15.106 a session that the member missed does not count as done', () => {
  const missed = { feedback: { ...feedback, attended: false } };
  const packs = [pack({ used: 1, remaining: 4 })];
  expect(states({ past: [booking(-48, missed)], packs }).slice(1, 3)).toEqual([
    '1\u00a0missed, 4\u00a0left',
    'After your first session',
  ]);
});

test('§15.106 the free interview has its own step in the timeline and does not count as practice', () => {
  const free = { is_free: true, order: null };
  expect(states({ past: [booking(-48, free)] })[1]).toBe('From Rs 699');
  expect(states({ upcoming: [booking(48, free)] })[1]).toBe('From Rs 699');
  expect(states({ past: [booking(-48, free), booking(-24)] })[1]).toBe('1\u00a0done');
});

test('§15.105 the timeline asks for a target school, then for the interview date, until the page counts down', () => {
  const line = (targets: MySessions['targets']) => states({ targets })[4];
  const institute = 'IIM Bangalore';
  expect(line([])).toBe('Add yours');
  expect(line([{ institute, interview_on: null }])).toBe('Add interview date');
  const inTwelveDays = indiaDay(now + 12 * 86_400_000);
  expect(line([{ institute, interview_on: inTwelveDays }])).toBeUndefined();
  expect(line([{ institute, interview_on: indiaDay(now - 86_400_000) }])).toBe('See your schools');
});

test.each(['declined', 'had_phone', 'had_address'] as const)(
  '§15.106 a free interview that was refused (%s) is not a link, because the page says why',
  (state) => {
    const [free] = seasonOf(
      sessions({ free_interview: { left: 3, state, book_until: null } }),
      now,
      proven,
    );
    expect(free).toMatchObject({ state: 'Not given', href: undefined });
  },
);

test('§15.106 until the email is verified, the free interview leads to its card', () => {
  const [free] = seasonOf(sessions(), now, { ...proven, isProven: false });
  expect(free).toMatchObject({ state: 'After you verify', href: '/dashboard/main#free-interview' });
});

test('§15.106 while a better offer waits for our answer, the loan’s step says when it is due', () => {
  const loan = (changes: Parameters<typeof betterOffer>[0], at: string) => {
    const better = betterOffer({ answer_by: '2026-12-07', ...changes });
    const has = sessions({ waiting: waiting({ loan: 'to choose', better }) });
    return seasonOf(has, Date.parse(at), proven)[3];
  };
  const open = { href: '/dashboard/loan#better-offer', progress: 'begun' };
  expect(loan({}, '2026-12-07T18:00:00Z')).toMatchObject({
    state: 'Better offer: our answer by 7\u00a0December',
    ...open,
  });
  expect(loan({}, '2026-12-07T19:00:00Z')).toMatchObject({
    state: 'Better offer: our answer is late',
    ...open,
  });
  expect(loan({ answer: 'declined' }, '2026-12-07T18:00:00Z')).toMatchObject({
    state: 'Offers to compare',
    href: '/dashboard/loan',
  });
});

test('§15.106 §16.11 a loan request that has not been sent is to be finished', () => {
  const loan = (asked: MySessions['waiting']['loan']) =>
    seasonOf(sessions({ waiting: waiting({ loan: asked }) }), now, {
      ...proven,
      hasDraft: true,
    })[3];
  expect(loan('none')).toMatchObject({
    state: 'Finish your request',
    progress: 'begun',
    href: '/dashboard/loan#request-form',
  });
  expect(loan('in group')).toMatchObject({ state: 'In the group' });
});
