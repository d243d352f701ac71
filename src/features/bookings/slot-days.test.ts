import { expect, test } from 'vitest';
import { slot as sampleSlot } from '../../../tests/components/support/samples/bookings.ts';
import type { Slot } from './my-sessions-schema.ts';
import { seatsText, slotDays } from './slot-days.ts';

const slot = (starts_at: string, changes: Partial<Slot> = {}) =>
  sampleSlot(0, { starts_at, ...changes });

test('times are grouped by their day in Indian time', () => {
  const days = slotDays([
    slot('2026-11-24T03:30:00Z'),
    slot('2026-11-24T18:00:00Z'),
    slot('2026-11-24T18:45:00Z'),
  ]);
  expect(days.map(({ name, slots }) => [name, slots.length])).toEqual([
    ['Tuesday 24 November', 2],
    ['Wednesday 25 November', 1],
  ]);
});

test('§15.104 of the mentors who are free at the same time, those from the member’s target schools come first', () => {
  const [first, second] = ['2026-11-24T03:30:00Z', '2026-11-24T05:30:00Z'];
  const slots = [
    slot(first, { institute: 'XLRI Jamshedpur' }),
    slot(second),
    slot(second, { institute: 'IIM Bangalore' }),
  ];
  const days = slotDays(slots, [{ institute: 'iim bangalore', interview_on: null }]);
  const [day] = days;
  expect(day?.slots.map(({ institute }) => institute)).toEqual([
    'XLRI Jamshedpur',
    'IIM Bangalore',
    'IIM Ahmedabad',
  ]);
});

test('§15.14 a GD shows how many seats are taken and how many members it needs', () => {
  const gd = slot('2026-11-24T03:30:00Z', { kind: 'gd', seats: 10, minimum: 4, taken: 3 });
  expect(seatsText(gd)).toBe('3 of 10 seats taken. It takes place with 4 or more.');
  expect(seatsText({ ...gd, taken: 4 })).toBe('4 of 10 seats taken');
  expect(seatsText(slot('2026-11-24T03:30:00Z'))).toBeUndefined();
});
