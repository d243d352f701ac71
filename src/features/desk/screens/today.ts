import { screenOfMatter } from '../../../domain/desk/matter-screens.ts';
import { capitalized } from '../../../domain/words/capitalized.ts';
import { slotColumns, toMember } from './common.ts';
import { column, list, screenAddress, textOf, type DeskScreen, type Row } from '../desk-screen.ts';

/**
 * The list that an operator must be allowed to read to settle a matter on this screen; undefined if the screen is not
 * only for owners.
 */
const ownersOnly = (screen: string) => {
  const lists: Record<string, string> = {
    money: 'open_refunds',
    loan: 'open_choices',
    people: 'operators',
  };
  const has = lists[screen];
  return has !== undefined && { has };
};

/** The link from a row to the screen that it names. */
const toScreen = (row: Row) => {
  const screen = textOf(row['screen']);
  return {
    label: capitalized(screen),
    href: screenAddress(screen),
    ...ownersOnly(screen),
  };
};

const isAll = ({ subject }: Row) => subject === 'all';

/** What waits for an operator, by the name in operations.waiting. */
const waitingWords = {
  refund: 'Refunds to decide or to pay',
  mistake: 'Payments to return',
  dispute: 'Disputes at the bank',
  event: 'Events to review',
  no_mentor: 'Reports that a mentor did not join',
  feedback: 'Sessions without feedback',
  free: 'Free interviews to give or decline',
  choice: 'Loan choices to send',
  rate_match: 'Better offers to answer',
  stop: 'Lenders that must stop',
  message: 'Messages to answer or settle',
  mail: 'Mails that did not arrive',
  factor: 'Authenticators to approve',
};

/** What is new, by the name in operations.news. */
const newWords = {
  sale: 'Packs sold',
  member: 'Members signed up',
  booking: 'Sessions booked',
  free: 'Free interviews given',
  rating: 'Ratings',
  refund: 'Refunds asked for',
  request: 'Loan requests',
  choice: 'Loan choices',
  message: 'Messages',
};

export const today: DeskScreen = {
  name: 'today',
  label: 'Today',
  lists: () => [
    list('health', 'Late or urgent', 'Nothing is late.', {
      quiet: true,
      compact: true,
      hides: isAll,
      columns: [column('note', 'What')],
      leadsTo: (row) => {
        const screen = screenOfMatter(textOf(row['subject']));
        return screen
          ? { label: 'Go there', href: screenAddress(screen), ...ownersOnly(screen) }
          : undefined;
      },
    }),
    list(
      'waiting',
      'Waiting for you',
      (rows) => (rows('health').every(isAll) ? 'All is well. You are done.' : 'Nothing else.'),
      {
        compact: true,
        columns: [
          column('what', 'What', waitingWords),
          column('found', 'Count', 'most'),
          column('oldest', 'Since', 'day'),
        ],
        leadsTo: toScreen,
      },
    ),
    list('news', 'New since your last visit', 'Nothing new.', {
      compact: true,
      columns: [
        column('what', 'What', newWords),
        column('found', 'Count', 'most'),
        column('latest', 'Latest', 'day'),
      ],
      leadsTo: toScreen,
    }),
    list('agenda', 'Today and tomorrow', 'Nobody has booked a session for today or tomorrow.', {
      look: 'agenda',
      columns: slotColumns,
    }),
    list('weeks', 'The last eight weeks', 'Nothing yet.', {
      look: 'charts',
      file: 'weeks',
      columns: [
        column('week', 'Week of', 'day'),
        column('received', 'Sales', 'rupees'),
        column('sign_ups', 'Sign-ups'),
        column('sessions', 'Sessions held'),
        column('free_interviews', 'Free interviews'),
      ],
    }),
    list('money_week', 'The last two weeks', 'Nothing yet.', {
      file: 'days',
      folded: true,
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
