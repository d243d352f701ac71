import { expect, test } from 'vitest';
import { indiaDate, indiaTime, sessionTime } from './session-time.ts';

test.for([
  ['2026-11-27T04:30:00+00:00', 'Friday, 27 November 2026', '10:00 am'],
  ['2026-11-26T18:30:00Z', 'Friday, 27 November 2026', '12:00 am'],
  ['2026-11-27T12:05:00+05:30', 'Friday, 27 November 2026', '12:05 pm'],
] as const)('§15.35 %s is %s, %s in India', ([timestamp, date, time]) => {
  expect(indiaDate(timestamp)).toBe(date);
  expect(indiaTime(timestamp)).toBe(time);
});

test('§15.35 a session has its zone beside its time', () => {
  expect(sessionTime('2026-11-27T04:30:00Z', '2026-11-27T05:15:00Z')).toBe(
    'Friday, 27 November 2026, 10:00 am to 10:45 am (India time)',
  );
});
