import { expect, onTestFinished, test, vi } from 'vitest';
import { calendarLeaf, nearDay, ownTime, placeOf, timeUntil } from './session-times.ts';

const evening = '2026-11-24T13:00:00+00:00';

test('§15.35 the calendar icon shows the date in Indian time', () => {
  expect(calendarLeaf(evening)).toEqual({ weekday: 'Tue', day: '24', month: 'Nov' });
});

test.for(['Asia/Kolkata', 'Asia/Calcutta', 'Asia/Colombo'])(
  '§15.35 the member’s local time is not shown in %s, where clocks show Indian time',
  (zone) => {
    expect(ownTime(evening, zone)).toBeUndefined();
  },
);

test.for([
  ['Europe/London', '2026-10-24T13:00:00Z', '2:00 pm'],
  ['Europe/London', '2026-10-26T13:00:00Z', '1:00 pm'],
  ['America/New_York', '2026-10-31T13:00:00Z', '9:00 am'],
  ['America/New_York', '2026-11-02T13:00:00Z', '8:00 am'],
  ['Australia/Sydney', '2026-10-03T04:00:00Z', '2:00 pm'],
  ['Australia/Sydney', '2026-10-04T04:00:00Z', '3:00 pm'],
  ['Asia/Kathmandu', '2026-11-24T13:00:00Z', '6:45 pm'],
] as const)(
  '§15.35 a member in %s sees the session at %s as %s, with that day’s daylight saving time',
  (row) => {
    const [zone, timestamp, time] = row;
    expect(ownTime(timestamp, zone)).toBe(`${time} in ${placeOf(zone)}`);
  },
);

test('§15.35 the member’s local date is shown if it differs from the date in Indian time', () => {
  expect(ownTime('2026-11-24T04:00:00Z', 'America/Los_Angeles')).toBe(
    'Monday 23 November, 8:00 pm in Los Angeles',
  );
});

test.for([
  '',
  'undefined',
  'UTC',
  'GMT',
  'Etc/UTC',
  'Etc/Unknown',
  'europe/london',
  'Mars/Olympus_Mons',
])('§15.35 only Indian time is shown if the browser’s time zone is ‘%s’', (zone) => {
  expect(ownTime(evening, zone)).toBeUndefined();
});

test.for([
  [
    'throws',
    () => {
      throw new RangeError('Unsupported time zone');
    },
  ],
  ['does not name a zone', () => ({ timeZone: undefined })],
] as const)('§15.35 only Indian time is shown if Intl %s', ([, answer]) => {
  // No browser should give this answer, so the types exclude it.
  const wrong = answer as Intl.DateTimeFormat['resolvedOptions'];
  const options = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockImplementation(wrong);
  onTestFinished(() => options.mockRestore());
  expect(ownTime(evening)).toBeUndefined();
});

test('§15.35 local time is shown for every time zone that this runtime knows, except those with Indian time', () => {
  const places = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
  const unsaid = places.filter((zone) => !zone.startsWith('Etc/') && !ownTime(evening, zone));
  expect(unsaid).toEqual(['Asia/Calcutta', 'Asia/Colombo']);
});

test('a time zone’s place is named without its continent', () => {
  expect(placeOf('Europe/London')).toBe('London');
  expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(placeOf('UTC')).toBe('UTC');
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
