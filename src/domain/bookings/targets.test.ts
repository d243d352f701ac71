import { expect, test } from 'vitest';
import { countdown, targetNamed } from './targets.ts';

// Half past eleven at night in India, where the next day is half an hour away.
const now = Date.parse('2026-11-27T18:00:00Z');
const bangalore = (interview_on: string | null) => ({ institute: 'IIM Bangalore', interview_on });
const mock = (starts_at: string, kind: 'interview' | 'gd' = 'interview') => ({ kind, starts_at });
const none = { upcoming: [], past: [] };

test.each([
  ['2026-12-16', 'IIM Bangalore interview on 16 December, in 19 days: time for two mocks'],
  ['2026-12-04', 'IIM Bangalore interview on 4 December, in 7 days: time for one mock'],
  ['2026-11-29', 'IIM Bangalore interview on 29 November, in 2 days: time for one mock'],
  ['2026-11-28', 'IIM Bangalore interview tomorrow'],
  ['2026-11-27', 'IIM Bangalore interview today'],
  ['2027-03-31', 'IIM Bangalore interview on 31 March, in 124 days'],
  ['2026-11-26', undefined],
  [null, undefined],
])('§15.105 the countdown to an interview on %s counts days in Indian time', (day, said) => {
  expect(countdown(bangalore(day), none, now)).toBe(said);
});

test('§15.105 the countdown suggests fewer mocks if the member has already booked some before the interview', () => {
  const say = (...upcoming: ReturnType<typeof mock>[]) =>
    countdown(bangalore('2026-12-16'), { ...none, upcoming }, now);
  const before = mock('2026-12-15T18:29:00Z');
  expect(say(before)).toBe(
    'IIM Bangalore interview on 16 December, in 19 days: time for one more mock',
  );
  expect(say(before, before, before)).toBe('IIM Bangalore interview on 16 December, in 19 days');
  const all = 'IIM Bangalore interview on 16 December, in 19 days: time for two more mocks';
  expect(
    say(mock('2026-12-15T18:31:00Z')),
    'a mock on the day of the interview in India does not count',
  ).toBe(all);
  expect(say(mock('2026-12-01T10:00:00Z', 'gd'))).toBe(all.replace(' more', ''));
  const had = (state: string) => [{ kind: 'interview' as const, state }];
  const after = (state: string) =>
    countdown(bangalore('2026-12-16'), { ...none, past: had(state) }, now);
  expect(after('held')).toBe(all);
  expect(after('cancelled'), 'a cancelled mock is not one').toBe(all.replace(' more', ''));
});

test('§15.105 the countdown does not tell a member who has more sessions left for how many mocks there is time', () => {
  const say = (left: number) => countdown(bangalore('2026-12-16'), { ...none, left }, now, true);
  expect(say(2)).toBe('IIM Bangalore interview in 19 days: time for two mocks');
  expect(say(3)).toBe('IIM Bangalore interview in 19 days');
});

test('§15.105 beside its date, the countdown does not repeat the date', () => {
  expect(countdown(bangalore('2026-12-16'), none, now, true)).toBe(
    'IIM Bangalore interview in 19 days: time for two mocks',
  );
});

test('§15.104 a target school is found by its name, regardless of capitals and spaces', () => {
  const targets = [bangalore(null)];
  expect(targetNamed(targets, ' iim  BANGALORE')).toBe(targets[0]);
  expect(targetNamed(targets, 'IIM B')).toBeUndefined();
});
