import { expect, test } from 'vitest';
import {
  booking,
  feedback,
  pack,
  sessions,
  waiting,
} from '../../../tests/components/support/samples/bookings.ts';
import { indiaDay } from '../../domain/words/dates.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { schoolLine, seasonOf } from './season.ts';

const now = Date.now();
const states = (changes: Partial<MySessions>) =>
  seasonOf(sessions(changes), now).map(({ state }) => state);
const hrefs = (changes: Partial<MySessions>) =>
  seasonOf(sessions(changes), now).map(({ href }) => href);

test('§15.106 the season’s timeline begins with four open steps', () => {
  const steps = seasonOf(sessions(), now);
  expect(steps.map(({ name }) => name)).toEqual(['Free interview', 'Practice', 'Exercise', 'Loan']);
  expect(steps.map(({ state }) => state)).toEqual([
    'Ask for yours',
    'Not started',
    'Comes with your feedback',
    'Not started',
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
  expect(states(has)).toEqual(['Done', '1 done, 1 booked, 3 left', 'To do', 'With A Bank']);
  expect(hrefs(has)).toEqual([
    '/dashboard/sessions',
    '/dashboard/sessions',
    `/dashboard/sessions?feedback=${held.id}`,
    '/dashboard/loan',
  ]);
  const did = { ...feedback, exercise_done_at: new Date(now).toISOString() };
  expect(states({ past: [booking(-48, { feedback: did })] })[2]).toBe('Done');
});

test('§15.106 returned and cancelled sessions do not count as completed', () => {
  const past = [booking(-48, { given_back: true }), booking(-72, { state: 'cancelled' })];
  expect(states({ past })[1]).toBe('Not started');
});

test('§15.106 the free interview has its own step in the timeline and does not count as practice', () => {
  const free = { is_free: true, order: null };
  expect(states({ past: [booking(-48, free)] })[1]).toBe('Not started');
  expect(states({ upcoming: [booking(48, free)] })[1]).toBe('Not started');
  expect(states({ past: [booking(-48, free), booking(-24)] })[1]).toBe('1 done');
});

test('§15.105 the timeline asks for a target school, then for the interview date, and then counts down', () => {
  const line = (targets: MySessions['targets']) => schoolLine(sessions({ targets }), now);
  const institute = 'IIM Bangalore';
  expect(line([])).toBe('What are your target schools?');
  expect(line([{ institute, interview_on: null }])).toBe('IIM Bangalore: when is the interview?');
  const inTwelveDays = indiaDay(now + 12 * 86_400_000);
  expect(line([{ institute, interview_on: inTwelveDays }])).toMatch(
    /^IIM Bangalore in 12 days: one/,
  );
  expect(line([{ institute, interview_on: indiaDay(now - 86_400_000) }])).toBe('Your schools');
});
