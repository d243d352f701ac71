import { expect, test } from 'vitest';
import { countdown, targetNamed } from './targets.ts';

// Half past eleven at night in India, where the next day is half an hour away.
const now = Date.parse('2026-11-27T18:00:00Z');
const bangalore = (interview_on: string | null) => ({ institute: 'IIM Bangalore', interview_on });

test.each([
  ['2026-12-16', 'IIM Bangalore interview in 19 days'],
  ['2026-12-04', 'IIM Bangalore interview in 7 days'],
  ['2026-11-29', 'IIM Bangalore interview in 2 days'],
  ['2026-11-28', 'IIM Bangalore interview tomorrow'],
  ['2026-11-27', 'IIM Bangalore interview today'],
  ['2027-03-31', 'IIM Bangalore interview in 124 days'],
  ['2026-11-26', undefined],
  [null, undefined],
])('§15.105 the countdown to an interview on %s counts days in Indian time', (day, said) => {
  expect(countdown(bangalore(day), now)).toBe(said);
});

test('§15.104 a target school is found by its name, regardless of capitals and spaces', () => {
  const targets = [bangalore(null)];
  expect(targetNamed(targets, ' iim  BANGALORE')).toBe(targets[0]);
  expect(targetNamed(targets, 'IIM B')).toBeUndefined();
});
