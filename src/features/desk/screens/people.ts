import { button, list, textOf, type DeskField, type DeskScreen } from '../desk-screen.ts';
import { logColumns } from './common.ts';

const code: DeskField = {
  name: 'code',
  label: 'Code of the authenticator',
  kind: 'text',
  hint: 'The six characters that the person reads out.',
};
const email = { email: 'email' };

export const people: DeskScreen = {
  name: 'people',
  label: 'People and log',
  actions: [
    button('add_operator', 'Add somebody', {
      fields: [
        {
          name: 'email',
          label: 'E-mail of the account',
          kind: 'text',
          hint: 'It must be verified.',
        },
        {
          name: 'level',
          label: 'Level',
          kind: 'choice',
          options: {
            helper: 'Helper: calendar, mentors, messages, material',
            owner: 'Owner: everything',
          },
        },
        { name: 'name', label: 'Name in the log', kind: 'text', optional: true },
      ],
    }),
  ],
  lists: () => [
    list('operators', 'People', 'Nobody.', {
      columns: [
        { name: 'name', label: 'Name' },
        { name: 'email', label: 'E-mail' },
        { name: 'level', label: 'Level', words: { owner: 'Owner', helper: 'Helper' } },
        { name: 'since', label: 'Since', kind: 'moment' },
        { name: 'ended_at', label: 'Ended', kind: 'moment' },
        { name: 'factors', label: 'Authenticators' },
        { name: 'waiting_factors', label: 'Waiting for you' },
      ],
      actions: [
        button('approve_factor', 'Approve an authenticator', {
          args: email,
          fields: [code],
          asks: (row) => `Ask ${textOf(row['name'])} in person or by phone for the code.`,
          when: (row) => textOf(row['waiting_factors']) !== '',
        }),
        button('drop_factor', 'Remove an authenticator', {
          args: email,
          fields: [code],
          when: (row) => textOf(row['factors']) !== '',
        }),
        button('end_operator', 'End the access', {
          args: email,
          asks: (row) => `End the access of ${textOf(row['name'])}? They are locked out at once.`,
          when: (row) => !row['ended_at'],
        }),
      ],
    }),
    list('log', 'Log', 'Nothing yet.', { file: 'log', columns: logColumns }),
  ],
};
