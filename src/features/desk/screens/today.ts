import { screenOfMatter } from '../../../domain/desk/matter-screens.ts';
import { slotColumns, toMember } from './common.ts';
import { find } from './find.ts';
import { loan } from './loan.ts';
import { mentors } from './mentors.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import { people } from './people.ts';
import { sessions } from './sessions.ts';
import { words } from './site-texts.ts';
import { column, list, screenAddress, textOf, type DeskScreen, type Row } from '../desk-screen.ts';

/**
 * The list that an operator must be allowed to read to settle a matter on this screen; undefined if the screen is open
 * to more than owners.
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

const others = [find, sessions, mentors, money, loan, messages, words, people];

/** The link to a screen, with its label in the bar. */
const toScreen = (screen: string) => ({
  label: `Go to ${others.find(({ name }) => name === screen)?.label ?? 'its screen'}`,
  href: screenAddress(screen),
  ...ownersOnly(screen),
});

const isAll = ({ subject }: Row) => subject === 'all';

/** Labels for what is waiting for an operator, by the name in operations.waiting. */
const waitingWords = {
  refund: 'Refunds to decide or pay',
  mistake: 'Payments to refund',
  dispute: 'Bank disputes',
  event: 'Payment notifications to check',
  no_mentor: 'Reports that a mentor did not join',
  feedback: 'Sessions without feedback',
  free: 'Free interview requests to approve or decline',
  choice: 'Loan choices to send to lenders',
  rate_match: 'Better offers to answer',
  stop: 'Lenders that must stop using a member’s details',
  message: 'Messages to answer or resolve',
  mail: 'Emails that did not arrive',
  factor: 'Authenticators to approve',
};

/** What each scheduled job does. */
const jobWords = {
  reconcile: 'Ask Razorpay about unconfirmed payments',
  watch: 'Look for problems and report them',
  mail: 'Send emails',
  sessions: 'Cancel and return sessions, and tell waiting members about open times',
  refunds: 'Pay refunds',
  loans: 'Publish loan figures, and mail new offers',
  retention: 'Erase what we no longer keep',
};

/** Labels for what is new, by the name in operations.news. */
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
  purpose: 'See what needs you, what is new and how the last weeks went.',
  lists: () => [
    list('health', 'Late or urgent', 'Nothing is late.', {
      quiet: true,
      compact: true,
      hides: isAll,
      columns: [column('note', 'What')],
      leadsTo: (row) => {
        const screen = screenOfMatter(textOf(row['subject']));
        return screen === undefined ? undefined : toScreen(screen);
      },
    }),
    list(
      'waiting',
      'Waiting for you',
      (rows) =>
        rows('health').every(isAll) ? 'All is well. You are done.' : 'Nothing else waits.',
      {
        compact: true,
        columns: [
          column('what', 'What', waitingWords),
          column('found', 'Count', 'most'),
          column('oldest', 'Since', 'day'),
        ],
        leadsTo: (row) => toScreen(textOf(row['screen'])),
      },
    ),
    list('news', 'New since your last visit', 'Nothing new.', {
      compact: true,
      columns: [
        column('what', 'What', newWords),
        column('found', 'Count', 'most'),
        column('latest', 'Latest', 'day'),
      ],
      leadsTo: (row) => toScreen(textOf(row['screen'])),
    }),
    list('agenda', 'Today and tomorrow', 'No one has booked a session for today or tomorrow.', {
      look: 'agenda',
      columns: slotColumns,
    }),
    list('weeks', 'The last eight weeks', 'No figures yet.', {
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
    list('money_week', 'The last two weeks', 'No figures yet.', {
      file: 'days',
      folded: true,
      columns: [
        column('day', 'Day', 'day'),
        column('orders', 'Sold'),
        column('received', 'Received', 'rupees'),
        column('refunded', 'Refunded', 'rupees'),
        column('sign_ups', 'Sign-ups'),
        column('page_views', 'Page views'),
      ],
    }),
    list('page_views_by_week', 'Page views by week', 'No page views yet.', {
      file: 'page-views',
      folded: true,
      columns: [column('week', 'Week of', 'day'), column('path', 'Page'), column('views', 'Views')],
    }),
    list('referrals', 'Referral codes', 'No one has signed up with a referral code yet.', {
      file: 'referral-codes',
      folded: true,
      columns: [
        column('code', 'Code'),
        column('member', 'Belongs to', undefined, toMember),
        column('joined', 'Sign-ups'),
        column('latest', 'Latest sign-up', 'moment'),
      ],
    }),
    list('blocked_loads', 'What browsers blocked', 'Browsers have not blocked anything.', {
      folded: true,
      columns: [
        column('day', 'Day', 'day'),
        column('page', 'Page'),
        column('directive', 'Rule'),
        column('source', 'From'),
        column('callers', 'Visitors'),
      ],
    }),
    list('jobs', 'Scheduled work', 'No jobs have run yet.', {
      folded: true,
      columns: [
        column('job', 'Job', jobWords),
        column('finished_at', 'Last finished', 'moment'),
        column('is_alive', 'On time', 'yes'),
      ],
    }),
  ],
};
