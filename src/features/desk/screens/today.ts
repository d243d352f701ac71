import { screenAddress, textOf, type DeskList, type DeskScreen } from '../desk-screen.ts';

/** The screen on which a matter is settled, by how its subject begins. */
const places: readonly (readonly [RegExp, string])[] = [
  [/^(?:refund|dispute|event|webhooks)/, 'money'],
  [/^(?:feedback|no mentor|free interviews)/, 'sessions'],
  [/^(?:choice|rate match|lender stop)/, 'loan'],
  [/^(?:messages|mails)/, 'messages'],
];

export const today: DeskScreen = {
  name: 'today',
  label: 'Today',
  lists: (): readonly DeskList[] => [
    {
      list: 'health',
      title: 'What waits for you',
      empty: 'All is well. You are done.',
      without: ({ subject }) => subject === 'all',
      columns: [{ name: 'note', label: 'What' }],
      leadsTo: (row) => {
        const place = places.find(([subject]) => subject.test(textOf(row['subject'])))?.[1];
        return place ? { label: 'Go there', href: screenAddress(place) } : undefined;
      },
    },
    {
      list: 'money_week',
      title: 'The last two weeks',
      empty: 'Nothing yet.',
      file: 'weeks',
      compact: true,
      columns: [
        { name: 'day', label: 'Day', kind: 'day' },
        { name: 'orders', label: 'Sold' },
        { name: 'received', label: 'Received', kind: 'rupees' },
        { name: 'refunded', label: 'Returned', kind: 'rupees' },
        { name: 'sign_ups', label: 'Sign-ups' },
        { name: 'page_views', label: 'Views' },
      ],
    },
    {
      list: 'page_views_by_week',
      title: 'Page views by week',
      empty: 'Nothing yet.',
      file: 'page-views',
      folded: true,
      columns: [
        { name: 'week', label: 'Week of', kind: 'day' },
        { name: 'path', label: 'Page' },
        { name: 'views', label: 'Views' },
      ],
    },
    {
      list: 'jobs',
      title: 'Scheduled work',
      empty: 'Nothing has run yet.',
      folded: true,
      columns: [
        { name: 'job', label: 'Job' },
        { name: 'finished_at', label: 'Last finished', kind: 'moment' },
        { name: 'is_alive', label: 'On time', kind: 'yes' },
      ],
    },
  ],
};
