import { expect, test } from 'vitest';
import {
  booking as sampleBooking,
  feedback,
  sessions,
} from '../../../tests/components/support/samples/bookings.ts';
import {
  canJoin,
  canReport,
  hasStarted,
  isFree,
  isFreeInterviewOver,
  outcomeOf,
  splitByEnd,
} from './booking-states.ts';

const start = Date.parse('2026-11-24T13:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const endOfDay21 = '2026-12-15T18:29:59Z';

const booking = sampleBooking(1, {
  id: 'b',
  starts_at: '2026-11-24T13:00:00+00:00',
  ends_at: '2026-11-24T13:45:00+00:00',
  free_until: '2026-11-23T13:00:00+00:00',
  join_from: '2026-11-24T12:50:00+00:00',
});

test('§15.12 cancelling up to exactly 24 hours before the start returns the session to the pack', () => {
  expect(isFree(booking, start - day)).toBe(true);
  expect(isFree(booking, start - day + 1)).toBe(false);
});

test('§15.36 a member can join the meeting from ten minutes before the start until the end', () => {
  expect(canJoin(booking, start - 10 * minute - 1)).toBe(false);
  expect(canJoin(booking, start - 10 * minute)).toBe(true);
  expect(canJoin(booking, start + 45 * minute - 1)).toBe(true);
  expect(canJoin(booking, start + 45 * minute)).toBe(false);
  expect(hasStarted(booking, start - 1)).toBe(false);
  expect(hasStarted(booking, start)).toBe(true);
});

test('§15.22 a member can report a missing mentor once, from 15 minutes after the start until the 21st day', () => {
  expect(canReport(booking, start + 15 * minute - 1)).toBe(false);
  expect(canReport(booking, start + 15 * minute)).toBe(true);
  const held = { ...booking, state: 'held' as const };
  expect(canReport(held, start + 21 * day)).toBe(true);
  const refund = { number: 'R-1', state: 'asked' } as const;
  expect(canReport({ ...held, refund }, start + day), 'one remedy for a session').toBe(false);
  expect(canReport(held, Date.parse(endOfDay21)), 'the last second of the 21st day in India').toBe(
    true,
  );
  expect(canReport(held, Date.parse(endOfDay21) + 1000)).toBe(false);
  expect(canReport({ ...held, given_back: true }, start + day)).toBe(false);
  expect(canReport({ ...held, rating: { score: 4, word: '' } }, start + day)).toBe(false);
  expect(canReport({ ...booking, no_mentor_reported: true }, start + day)).toBe(false);
  expect(canReport({ ...booking, state: 'cancelled' }, start + day)).toBe(false);
});

test('a session that ends while the page is open moves to the top of the past sessions', () => {
  const older = { ...booking, id: 'older', state: 'held' as const };
  const later = { ...booking, id: 'later', ends_at: '2026-11-24T13:46:00+00:00' };
  const all = sessions({ upcoming: [booking, later], past: [older] });
  const { upcoming, past } = splitByEnd(all, start + 45 * minute);
  expect(upcoming.map(({ id }) => id)).toEqual(['later']);
  expect(past.map(({ id, state }) => [id, state])).toEqual([
    ['b', 'held'],
    ['older', 'held'],
  ]);
});

test('§15.31 cancelling the free interview passes it to another member once its booking period is over', () => {
  const free = { left: 1, state: 'booked' as const, book_until: '2026-11-24T13:00:00Z' };
  expect(isFreeInterviewOver(free, start - 1)).toBe(false);
  expect(isFreeInterviewOver(free, start)).toBe(true);
  expect(isFreeInterviewOver({ ...free, book_until: null }, start)).toBe(false);
});

test.for([
  [{ state: 'cancelled' }, 'have your session back'],
  [{ state: 'late' }, 'counts as used'],
  [{ state: 'late', reason: 'refund_asked' }, 'so the session counts as used'],
  [{ state: 'late', given_back: true }, 'returned this session'],
  [{ state: 'called_off', reason: 'mentor' }, 'mentor could not make it'],
  [{ state: 'called_off', reason: 'too_few' }, 'Too few people'],
  [{ state: 'called_off', reason: 'refunded' }, 'we refunded the session'],
  [{ state: 'called_off', reason: 'pack_ended' }, 'we ended the pack'],
  [{ state: 'called_off', reason: 'refund_asked' }, 'a refund of the pack was requested'],
] as const)('the outcome of %j is explained in words', ([changes, words]) => {
  expect(outcomeOf({ ...booking, ...changes }, start + day).text).toContain(words);
});

test('§17.5 a session cancelled by a refund is never described as cancelled by the member, and a completed session needs no explanation', () => {
  const { label, text } = outcomeOf({ ...booking, state: 'late', reason: 'refund_asked' }, start);
  expect(`${label} ${text}`).toContain('A refund of the pack was requested');
  expect(`${label} ${text}`).not.toMatch(/you cancelled/i);
  expect(outcomeOf({ ...booking, state: 'held' }, start + 22 * day)).toEqual({
    label: 'Took place',
  });
});

test('§15.53 a session is ‘Over’ while the member can report that the mentor did not join, and while a report is open', () => {
  const held = { ...booking, state: 'held' as const };
  expect(outcomeOf(held, start + day)).toEqual({ label: 'Over' });
  expect(outcomeOf({ ...held, feedback }, start + day)).toEqual({ label: 'Took place' });
  const reported = { ...held, no_mentor_reported: true };
  expect(outcomeOf({ ...reported, report_is_open: true }, start + day)).toEqual({
    label: 'Reported: no mentor',
  });
  expect(outcomeOf(reported, start + day)).toEqual({ label: 'Took place' });
});
