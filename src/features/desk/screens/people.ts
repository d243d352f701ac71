import { count } from '../../../domain/words/count.ts';
import {
  button,
  column,
  field,
  list,
  rowButton,
  screenAddress,
  textOf,
  type DeskScreen,
} from '../desk-screen.ts';
import { logColumns, narrowedBy, toSubject } from './common.ts';

const code = field('code', 'Code of the authenticator', 'text', {
  hint: 'The six characters that the person reads out.',
});

/** The log, or only the entries of one operator, about one number, or from one day. */
const log = (query: URLSearchParams) => {
  const where = narrowedBy(query, ['operator', 'about', 'day']);
  return list('log', 'Log', 'Nothing yet.', {
    file: 'log',
    columns: logColumns,
    leadsTo: toSubject,
    ...(where && { where }),
    filters: [
      { name: 'about', label: 'About (R-…, pay_…, a number)', typed: true },
      { name: 'day', label: 'Day' },
    ],
  });
};

export const people: DeskScreen = {
  name: 'people',
  label: 'People and log',
  actions: [
    button('add_operator', 'Add somebody', {
      fields: [
        field('email', 'E-mail of the account', 'text', {
          limit: 'not_an_address',
          hint: 'It must be verified.',
        }),
        field('level', 'Level', 'choice', {
          options: {
            helper: 'Helper: calendar, mentors, messages, material',
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
    list('operators', 'People', 'Nobody.', {
      leadsTo: (row) => ({
        label: 'What they did',
        href: screenAddress('people', { operator: textOf(row['operator']) }),
      }),
      columns: [
        column('name', 'Name'),
        column('email', 'E-mail'),
        column('level', 'Level', { owner: 'Owner', helper: 'Helper' }),
        column('since', 'Since', 'moment'),
        column('ended_at', 'Ended', 'moment'),
        column('factors', 'Authenticators'),
        column('waiting_factors', 'Waiting for you'),
      ],
      actions: [
        rowButton('approve_factor', 'Approve an authenticator', 'email', {
          fields: [code],
          asks: (row) => `Ask ${textOf(row['name'])} in person or by phone for the code.`,
          when: (row) => textOf(row['waiting_factors']) !== '',
        }),
        rowButton('drop_factor', 'Remove an authenticator', 'email', {
          fields: [code],
          when: (row) => textOf(row['factors']) !== '',
        }),
        rowButton('end_operator', 'End the access', 'email', {
          asks: (row) => `End the access of ${textOf(row['name'])}? They are locked out at once.`,
          when: (row) => !row['ended_at'],
        }),
      ],
    }),
    list('switches', 'Stop and start', '', {
      folded: true,
      columns: [
        column('switch', 'What', {
          jobs: 'Scheduled work: mails, refunds, reminders, erasure',
          sales: 'Sales: beginning a purchase',
        }),
        column('is_off', 'Stopped', 'yes'),
        column('since', 'Since', 'moment'),
      ],
      actions: [
        rowButton('stop', 'Stop', 'switch', {
          asks: ({ switch: name }) =>
            name === 'jobs'
              ? 'Stop the scheduled work? Nothing is mailed, paid back, called off or erased until you start it.'
              : 'Stop sales? /buy says so, and nobody can begin a purchase until you start them. What was begun can still be paid.',
          when: ({ is_off: isOff }) => isOff !== true,
        }),
        rowButton('start', 'Start', 'switch', { when: ({ is_off: isOff }) => isOff === true }),
      ],
    }),
    list('mails_held', 'Mails held after a restore', 'None.', {
      folded: true,
      columns: [
        column('kind', 'Kind'),
        column('mails', 'Mails'),
        column('oldest', 'Oldest', 'moment'),
        column('newest', 'Newest', 'moment'),
      ],
      actions: [
        rowButton('release_mails', 'Send', 'kind', {
          asks: (row) =>
            `Send ${count(Number(row['mails']), 'mail')} of the kind ${textOf(row['kind'])}? What is no longer true is left out.`,
          final: true,
        }),
        rowButton('drop_mails', 'Drop', 'kind', {
          asks: (row) =>
            `Drop ${count(Number(row['mails']), 'mail')} of the kind ${textOf(row['kind'])}? Nobody gets them.`,
          final: true,
        }),
      ],
    }),
    log(query),
  ],
};
