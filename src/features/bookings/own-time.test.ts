import { expect, onTestFinished, test, vi } from 'vitest';
import { ownTime, placeOf } from './own-time.ts';

const evening = '2026-11-24T13:00:00+00:00';

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
  'Atlantic/Reykjavik',
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

test('§15.35 local time is shown for every time zone that this runtime knows, except Iceland’s and those with Indian time', () => {
  const places = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
  const unsaid = places.filter((zone) => !zone.startsWith('Etc/') && !ownTime(evening, zone));
  expect(unsaid).toEqual(['Asia/Calcutta', 'Asia/Colombo', 'Atlantic/Reykjavik']);
});

test('a time zone’s place is named without its continent', () => {
  expect(placeOf('Europe/London')).toBe('London');
  expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(placeOf('UTC')).toBe('UTC');
});
