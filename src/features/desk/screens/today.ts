import { screenOfMatter } from '../../../domain/desk/matter-screens.ts';
import { serverNow } from '../../../lib/clock.ts';
import { rupees, slotColumns, toMember, toPage } from './common.ts';
import { find } from './find.ts';
import { loan } from './loan.ts';
import { mentors } from './mentors.ts';
import { messages } from './messages.ts';
import { money, twoWeeks } from './money.ts';
import { people } from './people.ts';
import { sessions } from './sessions.ts';
import { words } from './site-texts.ts';
import {
  column,
  list,
  screenAddress,
  shortDay,
  textOf,
  upTo99,
  type DeskScreen,
  type Link,
  type Row,
} from '../desk-screen.ts';

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

/** The list that shows what is waiting or new, by the name in operations.waiting and operations.news. */
const listsOf: Readonly<Record<string, string>> = {
  refund: 'open_refunds',
  mistake: 'refunds_due',
  dispute: 'disputes',
  event: 'events_to_review',
  sale: 'payments',
  member: 'members',
  no_mentor: 'missing_mentors',
  few: 'unfilled_gds',
  feedback: 'late_feedback',
  free: 'free_interviews',
  rating: 'ratings',
  choice: 'open_choices',
  rate_match: 'open_rate_matches',
  stop: 'lender_stops',
  request: 'loan_requests',
  message: 'open_messages',
  mail: 'mails_failed',
  factor: 'operators',
};

/** The link to the list that shows what is waiting or new. */
function toList(row: Row): Link {
  const [screen, what] = [textOf(row['screen']), textOf(row['what'])];
  const { href, ...link } = toScreen(screen);
  if (what === 'booking') return { ...link, href: screenAddress(screen, { show: 'booked' }) };
  return { ...link, href: `${href}#${listsOf[what] ?? ''}` };
}

/** The link from a late matter to the page or list where an operator settles it; undefined if there is none. */
function settledAt({ subject, note }: Row): Link | undefined {
  const [matter, what] = [textOf(subject), textOf(note)];
  if (/^(?:job |\w+ job |reconciler )/.test(matter)) {
    return { label: 'Go to Scheduled work', href: `${screenAddress('today')}#jobs` };
  }
  const screen = screenOfMatter(matter);
  const request = screen === 'money' ? /\bR-\d+/.exec(what)?.[0] : undefined;
  return request ? toPage('refund', request) : screen ? toScreen(screen) : undefined;
}

const isAll = ({ subject }: Row) => subject === 'all';
/** What an owner has stopped needs a decision, but is not late. */
const isUrgent = ({ subject }: Row) => textOf(subject).includes(' stopped ');

/** What waiting refunds amount to, and the day by which the first item must be settled, or since when it has waited. */
function deadline(row: Row): string {
  const { oldest, due, amount } = row;
  const day = due
    ? `by ${shortDay(textOf(due))}`
    : oldest
      ? `since ${shortDay(textOf(oldest))}`
      : '';
  return [amount && rupees(row), day].filter(Boolean).join(', ');
}

/** Labels for what is waiting for an operator, by the name in operations.waiting. */
const waitingWords = {
  refund: 'Refunds to decide or pay',
  mistake: 'Payments to refund',
  dispute: 'Bank disputes',
  event: 'Payment notifications to check',
  no_mentor: 'Reports that a mentor did not join',
  few: 'Group discussions with too few people',
  feedback: 'Sessions without feedback',
  free: 'Free interview requests to approve or decline',
  choice: 'Loan choices to send to lenders',
  rate_match: 'Better offers to answer',
  stop: 'Lenders that must stop using a member’s details',
  message: 'Messages to answer or resolve',
  mail: 'Emails we could not send',
  factor: 'Authenticators to approve',
};

/** Each scheduled job, by the name that a line about it has, with what it does. */
const jobWords = {
  reconcile: 'reconciler: asks Razorpay about unconfirmed payments',
  watch: 'watch: looks for problems and reports them',
  mail: 'mail: sends emails',
  sessions: 'sessions: cancels and returns sessions, and tells waiting members about open times',
  refunds: 'refunds: pays refunds',
  loans: 'loans: publishes loan figures, and tells members about new offers',
  retention: 'retention: erases what we no longer keep',
};

/** Labels for what is new, by the name in operations.news. */
const newWords = {
  sale: 'Packs sold',
  member: 'Members signed up',
  booking: 'Sessions booked',
  free: 'Free interviews given',
  rating: 'Ratings',
  request: 'Loan requests',
};

export const today: DeskScreen = {
  name: 'today',
  label: 'Today',
  purpose: (rows) => {
    const day = shortDay(new Date(serverNow()).toISOString());
    const [health, waiting] = [rows('health'), rows('waiting')];
    if (!health || !waiting) return day;
    const late = health.filter((row) => !isAll(row) && !isUrgent(row)).length;
    const urgent = health.filter(isUrgent).length;
    const counts = waiting.reduce((sum, { found }) => sum + Number(found), 0);
    const said = [
      ...(late ? [`${late} late`] : []),
      ...(urgent ? [`${urgent} urgent`] : []),
      ...(counts ? [`${upTo99(String(counts))} waiting`] : []),
    ];
    return `${day}: ${said.length > 0 ? `${said.join(', ')}.` : 'All is well. You are done.'}`;
  },
  lists: () => [
    list('health', 'Late or urgent', 'Nothing is late.', {
      quiet: true,
      look: 'notices',
      hides: isAll,
      columns: [column('note', 'What')],
      leadsTo: settledAt,
    }),
    list('waiting', 'Waiting for you', 'Nothing is waiting.', {
      quiet: true,
      compact: true,
      columns: [
        column('found', 'Count', 'most'),
        column('what', 'What', waitingWords, toList),
        { ...column('oldest', 'When', 'day'), text: deadline },
      ],
    }),
    list('agenda', 'Today and tomorrow', 'No one has booked a session for today or tomorrow.', {
      look: 'agenda',
      columns: slotColumns,
    }),
    list('news', 'New since your last visit', 'Nothing new.', {
      compact: true,
      columns: [
        column('found', 'Count', 'most'),
        column('what', 'What', newWords, toList),
        column('latest', 'Latest', 'day'),
      ],
    }),
    list('weeks', 'This week and the seven before', 'No figures yet.', {
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
    twoWeeks,
    list('page_views_by_week', 'Page views by week', 'No page views yet.', {
      file: 'page-views',
      folded: true,
      figures: true,
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
      compact: true,
      folded: true,
      opens: (row) => row['is_alive'] !== true,
      columns: [
        column('job', 'Job', jobWords),
        column('finished_at', 'Last finished', 'moment'),
        column('is_alive', 'On time', 'yes'),
      ],
    }),
  ],
};
