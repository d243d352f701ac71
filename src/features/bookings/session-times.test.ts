import { expect, test } from 'vitest';
import { calendarLeaf, nearDay, timeUntil } from './session-times.ts';

const evening = '2026-11-24T13:00:00+00:00';

test('§15.35 the calendar icon shows the date in Indian time', () => {
  expect(calendarLeaf(evening)).toEqual({ weekday: 'Tue', day: '24', month: 'Nov' });
});

test('‘Today’ and ‘Tomorrow’ change at midnight in Indian time', () => {
  const now = Date.parse('2026-11-24T18:00:00Z');
  expect(nearDay('2026-11-24T18:29:00Z', now)).toBe('Today');
  expect(nearDay('2026-11-24T18:31:00Z', now)).toBe('Tomorrow');
  expect(nearDay('2026-11-26T18:31:00Z', now)).toBeUndefined();
});

// The session is at 6:30 pm in India, so its day begins 18 and a half hours earlier.
test.for([
  [72 * 60, 'in 3 days'],
  [66 * 60 + 31, 'in 3 days'],
  [66 * 60 + 29, 'in 2 days'],
  [42 * 60 + 31, 'in 2 days'],
  [42 * 60 + 29, 'in 42 hours'],
  [60, 'in 1 hour'],
  [59, 'in 59 minutes'],
  [0, 'now'],
] as const)(
  '§12.46 %d minutes before a session, the page says that it starts %s',
  ([minutes, text]) => {
    expect(timeUntil(evening, Date.parse(evening) - minutes * 60_000)).toBe(text);
  },
);
