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

/** The log: all of it, or that of an operator, about a number, or of a day. */
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
    log(query),
  ],
};
