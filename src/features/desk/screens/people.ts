import { count } from '../../../domain/words/count.ts';
import {
  button,
  cellText,
  column,
  field,
  list,
  rowButton,
  screenAddress,
  shortDay,
  textOf,
  type DeskScreen,
} from '../desk-screen.ts';
import { mailsOnDesk } from '../state-words.ts';
import { logColumns, narrowedBy } from './common.ts';

const mailKind = column('kind', 'Kind', mailsOnDesk);

const approvalCode = (hint: string) => field('code', 'Approval code', 'text', { hint });

const narrowing = (query: URLSearchParams) => narrowedBy(query, ['operator', 'about', 'day']);

/** Whether the address asks for a part of the log, or for more of it than usual. */
const isAsked = (query: URLSearchParams) => Boolean(narrowing(query) ?? query.get('looks'));

/**
 * The log, or only the entries by one operator, about one number or member, or from one day. Leaves out what operators
 * only looked at, unless asked for it.
 */
const log = (query: URLSearchParams) => {
  const where = narrowing(query);
  const { operator, about, day } = where ?? {};
  const who = query.get('who') ?? 'one person';
  const only = [operator && who, about, day && shortDay(day)].filter(Boolean);
  const empty = `No entries.${about ? ' Check the spelling, or look at the whole log.' : ''}`;
  return list('log', where ? `Log: ${only.join(', ')}` : 'Log', empty, {
    file: 'log',
    look: 'diary',
    first: 20,
    columns: logColumns,
    where: { ...where, ...(!query.get('looks') && { sort: 'change' }) },
    ...(where && {
      links: [[{ label: 'Whole log', href: screenAddress('people') }]],
    }),
    filters: [
      { name: 'operator', label: 'Person', kept: true },
      { name: 'who', label: 'Name', kept: true },
      { name: 'about', label: 'About (a name, R-…, pay_…)', typed: true },
      { name: 'day', label: 'Day' },
      { name: 'looks', label: 'Show', options: () => ({ '': 'Changes only', all: 'Everything' }) },
    ],
  });
};

/** The buttons that stop and start what this switch controls. */
const switchButtons = (name: string, what: string, asks: string) => [
  rowButton('stop', `Stop ${what}`, 'switch', {
    asks: () => asks,
    when: (row) => row['switch'] === name && row['is_off'] !== true,
  }),
  rowButton('start', `Start ${what}`, 'switch', {
    when: (row) => row['switch'] === name && row['is_off'] === true,
  }),
];

export const people: DeskScreen = {
  name: 'people',
  label: 'People and log',
  purpose: 'Who uses the desk, and who did what.',
  actions: [
    button('add_operator', 'Add a person', {
      asks: () =>
        'They can open the desk once they have logged in again and an owner has approved their authenticator.',
      fields: [
        field('email', 'Account’s email', 'text', {
          limit: 'not_an_address',
          hint: 'The person must have signed up with it and verified it.',
        }),
        field('level', 'Level', 'choice', {
          options: {
            helper: 'Helper: sessions, mentors, messages and texts',
            owner: 'Owner: everything',
          },
        }),
        field('name', 'Name in the log', 'text', {
          optional: true,
          limit: 'operators_name_check',
        }),
      ],
    }),
  ],
  lists: (query) => [
    // A part of the log is what the operator came for.
    ...(isAsked(query) ? [log(query)] : []),
    list('operators', 'People', 'No one can use the desk.', {
      leadsTo: (row) => ({
        label: 'See what they did',
        ...(textOf(row['waiting_factors']) === '' && { leads: true }),
        href: screenAddress('people', {
          operator: textOf(row['operator']),
          who: textOf(row['name']),
        }),
      }),
      columns: [
        column('name', 'Name'),
        column('email', 'Email'),
        column('level', 'Level', { owner: 'Owner', helper: 'Helper' }),
        column('since', 'Since', 'moment'),
        column('ended_at', 'Ended', 'moment'),
        column('factors', 'Approval code'),
        column('waiting_factors', 'Waiting for you'),
      ],
      actions: [
        rowButton('approve_factor', 'Approve an authenticator', 'email', {
          fields: [
            approvalCode(
              'The six characters on their screen. It is not the six-digit code they log in with.',
            ),
          ],
          asks: (row) =>
            `Ask ${textOf(row['name'])} for the code in person or by phone. They can then open the desk with this authenticator.`,
          when: (row) => textOf(row['waiting_factors']) !== '',
        }),
        rowButton('end_operator', 'End access', 'email', {
          asks: (row) =>
            `End the access of ${textOf(row['name'])} (${textOf(row['email'])})? They will be locked out of the desk right away.`,
          when: (row) => !row['ended_at'],
        }),
        rowButton('drop_factor', 'Remove an authenticator', 'email', {
          fields: [approvalCode('The list shows it.')],
          asks: (row) =>
            `${textOf(row['name'])} can no longer open the desk with this authenticator.`,
          when: (row) => textOf(row['factors']) !== '',
        }),
      ],
    }),
    list('switches', 'Stop sales or scheduled work', '', {
      folded: true,
      opens: (row) => row['is_off'] === true,
      columns: [
        column('switch', 'What', {
          jobs: 'Scheduled work: emails, refunds, reminders, erasure',
          sales: 'Sales: starting a purchase',
        }),
        column('is_off', 'Status', { true: 'Stopped', false: 'Running' }),
        column('since', 'Since', 'moment'),
      ],
      actions: [
        ...switchButtons(
          'jobs',
          'scheduled work',
          'Stop the scheduled work? We will not mail, refund, cancel or erase anything until you start it again.',
        ),
        ...switchButtons(
          'sales',
          'sales',
          'Stop sales? The /buy page will say that sales are paused, and no one can start a purchase until you start sales again. Purchases already started can still be paid for.',
        ),
      ],
    }),
    list('mails_held', 'Emails held after a restore', 'No emails are held.', {
      quiet: true,
      columns: [
        mailKind,
        column('mails', 'Mails'),
        column('oldest', 'Oldest', 'moment'),
        column('newest', 'Newest', 'moment'),
      ],
      actions: [
        rowButton('release_mails', 'Send held emails', 'kind', {
          asks: (row) =>
            `Send ${count(Number(row['mails']), 'mail')} of the kind ‘${cellText(mailKind, row)}’? We will leave out any that are no longer true.`,
          final: true,
        }),
        rowButton('drop_mails', 'Discard held emails', 'kind', {
          asks: (row) =>
            `Discard ${count(Number(row['mails']), 'mail')} of the kind ‘${cellText(mailKind, row)}’? No one will get them.`,
          final: true,
        }),
      ],
    }),
    ...(isAsked(query) ? [] : [log(query)]),
  ],
};
