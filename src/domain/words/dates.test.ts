import { expect, test } from 'vitest';
import {
  formatMoment,
  indiaDate,
  indiaDay,
  indiaTime,
  sessionTime,
  longTime,
  shortTime,
  dayAndTime,
} from './dates.ts';

test.for([
  ['2026-11-27T04:30:00+00:00', 'Friday, 27 November 2026', '10:00 am'],
  ['2026-11-26T18:30:00Z', 'Friday, 27 November 2026', '12:00 am'],
  ['2026-11-27T12:05:00+05:30', 'Friday, 27 November 2026', '12:05 pm'],
] as const)('§15.35 the timestamp %s is on %s, at %s in Indian time', ([timestamp, date, time]) => {
  expect(indiaDate(timestamp)).toBe(date);
  expect(indiaTime(timestamp)).toBe(time);
});

test('§15.35 a session’s time is shown with its time zone', () => {
  expect(sessionTime('2026-11-27T04:30:00Z', '2026-11-27T05:15:00Z')).toBe(
    'Friday, 27 November 2026, 10:00 am to 10:45 am (India time)',
  );
});

test('a day begins at midnight in Indian time', () => {
  expect(indiaDay(Date.parse('2026-11-24T18:29:59Z'))).toBe('2026-11-24');
  expect(indiaDay(Date.parse('2026-11-24T18:30:00Z'))).toBe('2026-11-25');
});

test('a timestamp is printed in Indian time', () => {
  expect(formatMoment('2026-11-20T20:04:00Z')).toBe('21 November 2026, 1:34 am (India time)');
});

test('§15.35 a session’s time is shown in Indian time, whatever time zone the timestamp uses', () => {
  const evening = '2026-11-24T13:00:00+00:00';
  expect(dayAndTime(evening)).toEqual({ time: '6:30 pm', day: 'Tuesday 24 November' });
  expect(longTime(evening)).toBe('Tuesday 24 November, 6:30 pm');
  expect(dayAndTime('2026-11-24T18:30:00+05:30')).toEqual(dayAndTime(evening));
});

test('dates and times in Indian time match the browser’s own formatter on every day of a year', () => {
  const zone = { timeZone: 'Asia/Kolkata' } as const;
  const intl = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-IN', { ...options, ...zone });
  const long = intl({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const short = intl({ weekday: 'short', day: 'numeric', month: 'short' });
  const time = intl({ hour: 'numeric', minute: '2-digit', hour12: true });
  const hours = Array.from({ length: 370 * 4 }, (_, nth) =>
    Date.UTC(2027, 11, 30, nth * 6, 7 * nth),
  );
  for (const moment of hours) {
    const timestamp = new Date(moment).toISOString();
    const at = time.format(moment).replaceAll(/\s+/g, ' ').toLowerCase();
    expect(indiaDate(timestamp)).toBe(long.format(moment));
    expect(shortTime(timestamp)).toBe(`${short.format(moment).replace(',', '')}, ${at}`);
  }
});

test('a value that is not a time breaks that part of the page instead of printing a wrong date', () => {
  expect(() => indiaDate('never')).toThrow(RangeError);
  expect(() => indiaTime('')).toThrow(RangeError);
});
