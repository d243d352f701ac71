import { expect, test } from 'vitest';
import { canJoin, canReport, hasStarted, isFree, outcomeOf } from './booking-states.ts';
import type { Booking } from '../my-sessions/sessions-schema.ts';

const start = Date.parse('2026-11-24T13:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;

const booking: Booking = {
  id: 'b',
  slot: 's',
  kind: 'interview',
  starts_at: '2026-11-24T13:00:00+00:00',
  ends_at: '2026-11-24T13:45:00+00:00',
  minutes: 45,
  mentor: { name: 'Meera', institute: 'IIM Ahmedabad' },
  state: 'booked',
  reason: null,
  sequence: 0,
  order: 'o',
  is_free: false,
  institute: '',
  free_until: '2026-11-23T13:00:00+00:00',
  join_from: '2026-11-24T12:50:00+00:00',
  given_back: false,
  no_mentor_reported: false,
  feedback: null,
  rating: null,
  files: [],
};

test('§15.12 a session comes back until exactly 24 hours before its start', () => {
  expect(isFree(booking, start - day)).toBe(true);
  expect(isFree(booking, start - day + 1)).toBe(false);
});

test('§15.36 the meeting is open from ten minutes before the start to the end', () => {
  expect(canJoin(booking, start - 10 * minute - 1)).toBe(false);
  expect(canJoin(booking, start - 10 * minute)).toBe(true);
  expect(canJoin(booking, start + 45 * minute - 1)).toBe(true);
  expect(canJoin(booking, start + 45 * minute)).toBe(false);
  expect(hasStarted(booking, start - 1)).toBe(false);
  expect(hasStarted(booking, start)).toBe(true);
});

test('§15.22 a missing mentor is reported from a quarter of an hour on, for three weeks, and once', () => {
  expect(canReport(booking, start + 15 * minute - 1)).toBe(false);
  expect(canReport(booking, start + 15 * minute)).toBe(true);
  expect(canReport({ ...booking, state: 'held' }, start + 21 * day)).toBe(true);
  expect(canReport({ ...booking, state: 'held' }, start + 21 * day + 1)).toBe(false);
  expect(canReport({ ...booking, no_mentor_reported: true }, start + day)).toBe(false);
  expect(canReport({ ...booking, state: 'cancelled' }, start + day)).toBe(false);
});

test.for([
  [{ state: 'cancelled' }, 'came back'],
  [{ state: 'late' }, 'was used'],
  [{ state: 'late', given_back: true }, 'gave this session back'],
  [{ state: 'called_off', reason: 'mentor' }, 'mentor could not come'],
  [{ state: 'called_off', reason: 'too_few' }, 'Too few people'],
  [{ state: 'called_off', reason: 'refunded' }, 'its share of the price was refunded'],
] as const)('what became of %j is said', ([changes, words]) => {
  expect(outcomeOf({ ...booking, ...changes }).text).toContain(words);
});

test('a session that was held needs no sentence', () => {
  expect(outcomeOf({ ...booking, state: 'held' })).toEqual({ label: 'Held' });
});
