import { expect, test } from 'vitest';
import { googleCalendarLink, memberNote } from './google-calendar.ts';

test('§15.96 the Google Calendar link has the session’s time in UTC, the session’s page both as the location and in the details, and says that the entry does not follow changes', () => {
  const page = 'https://admitcircle.example/dashboard/sessions';
  const link = new URL(
    googleCalendarLink({
      title: 'Mock interview with Meera & others',
      startsAt: '2026-11-27T18:30:00+05:30',
      endsAt: '2026-11-27T19:15:00+05:30',
      page,
    }),
  );
  expect(link.origin).toBe('https://calendar.google.com');
  expect(Object.fromEntries(link.searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Mock interview with Meera & others',
    dates: '20261127T130000Z/20261127T134500Z',
    details: `${memberNote}\n${page}\nThis entry does not update itself. If you change or cancel the session, do the same here.`,
    location: page,
  });
});
