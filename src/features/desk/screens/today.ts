import { screenOfMatter } from '../../../domain/desk/matter-screens.ts';
import { toMember } from './common.ts';
import { column, list, textOf, type DeskScreen } from '../desk-screen.ts';

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
      hides: ({ subject }) => subject === 'all',
      columns: [column('note', 'What')],
      leadsTo: (row) => {
        const href = screenOfMatter(textOf(row['subject']));
        return href ? { label: 'Go there', href, ...ownersOnly(href) } : undefined;
      },
    }),
    list('money_week', 'The last two weeks', 'Nothing yet.', {
      file: 'weeks',
      compact: true,
      columns: [
        column('day', 'Day', 'day'),
        column('orders', 'Sold'),
        column('received', 'Received', 'rupees'),
        column('refunded', 'Returned', 'rupees'),
        column('sign_ups', 'Sign-ups'),
        column('page_views', 'Views'),
      ],
    }),
    list('page_views_by_week', 'Page views by week', 'Nothing yet.', {
      file: 'page-views',
      folded: true,
      columns: [column('week', 'Week of', 'day'), column('path', 'Page'), column('views', 'Views')],
    }),
    list('referrals', 'Referral codes', 'Nobody gave a code yet.', {
      file: 'referral-codes',
      folded: true,
      columns: [
        column('code', 'Code'),
        column('member', 'Whose'),
        column('joined', 'Joined with it'),
        column('latest', 'Latest', 'moment'),
      ],
      leadsTo: toMember,
    }),
    list('blocked_loads', 'What browsers blocked', 'Nothing.', {
      folded: true,
      columns: [
        column('day', 'Day', 'day'),
        column('page', 'Page'),
        column('directive', 'Rule'),
        column('source', 'From'),
        column('callers', 'Visitors'),
      ],
    }),
    list('jobs', 'Scheduled work', 'Nothing has run yet.', {
      folded: true,
      columns: [
        column('job', 'Job'),
        column('finished_at', 'Last finished', 'moment'),
        column('is_alive', 'On time', 'yes'),
      ],
    }),
  ],
};
