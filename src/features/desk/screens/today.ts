import { screenOfMatter } from '../../../domain/desk/matter-screens.ts';
import { toMember } from './common.ts';
import { list, textOf, type DeskScreen } from '../desk-screen.ts';

/** The list that an operator must be allowed to read to settle a matter on this screen, if it is for owners only. */
const ownersOnly = (href: string) =>
  href.endsWith('money')
    ? { has: 'open_refunds' }
    : href.endsWith('loan') && { has: 'open_choices' };

export const today: DeskScreen = {
  name: 'today',
  label: 'Today',
  lists: () => [
    list('health', 'Waiting for you', 'All is well. You are done.', {
      without: ({ subject }) => subject === 'all',
      columns: [{ name: 'note', label: 'What' }],
      leadsTo: (row) => {
        const href = screenOfMatter(textOf(row['subject']));
        return href ? { label: 'Go there', href, ...ownersOnly(href) } : undefined;
      },
    }),
    list('money_week', 'The last two weeks', 'Nothing yet.', {
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
    }),
    list('page_views_by_week', 'Page views by week', 'Nothing yet.', {
      file: 'page-views',
      folded: true,
      columns: [
        { name: 'week', label: 'Week of', kind: 'day' },
        { name: 'path', label: 'Page' },
        { name: 'views', label: 'Views' },
      ],
    }),
    list('referrals', 'Referral codes', 'Nobody gave a code yet.', {
      file: 'referral-codes',
      folded: true,
      columns: [
        { name: 'code', label: 'Code' },
        { name: 'member', label: 'Whose' },
        { name: 'joined', label: 'Joined with it' },
        { name: 'latest', label: 'Latest', kind: 'moment' },
      ],
      leadsTo: toMember,
    }),
    list('blocked_loads', 'What browsers blocked', 'Nothing.', {
      folded: true,
      columns: [
        { name: 'day', label: 'Day', kind: 'day' },
        { name: 'page', label: 'Page' },
        { name: 'directive', label: 'Rule' },
        { name: 'source', label: 'From' },
        { name: 'callers', label: 'Visitors' },
      ],
    }),
    list('jobs', 'Scheduled work', 'Nothing has run yet.', {
      folded: true,
      columns: [
        { name: 'job', label: 'Job' },
        { name: 'finished_at', label: 'Last finished', kind: 'moment' },
        { name: 'is_alive', label: 'On time', kind: 'yes' },
      ],
    }),
  ],
};
