import {
  column,
  field,
  list,
  rowButton,
  textOf,
  type DeskScreen,
  type Row,
} from '../desk-screen.ts';
import { mailsOnDesk } from '../state-words.ts';
import { flag, leaveUnsaid, toMember, toPage } from './common.ts';

const note = (row: Row) => `Message ${textOf(row['number'])} from ${textOf(row['name'])}.`;

/** The message and its details, shown above the answer. */
const question = (row: Row) => `${note(row)}\n${textOf(row['message'])}`;

const isOpen = (row: Row) => !row['settled_at'];

/** Labels for the kinds of messages. */
export const aboutWords = { question: 'Question', complaint: 'Complaint' };

/** Labels for a message's states. */
export const messageWords = { received: 'Open', answered: 'Answered', settled: 'Resolved' };

/** The messages that people sent. `message_facts` returns a single one with the same columns. */
export const openMessages = list(
  'open_messages',
  'To answer or resolve',
  'No messages are waiting. To see an earlier one, enter its number or the sender’s email under Find.',
  {
    columns: [
      column('number', 'Number', undefined, (row) => toPage('message', row['number'])),
      column('name', 'From', undefined, toMember),
      column('message', 'Message', 'lines'),
      column('answer_by', 'Answer by', 'day'),
      flag('is_late', 'Late'),
      column('settle_by', 'Resolve by', 'day'),
      column('about', 'About', aboutWords),
      column('state', 'Status', messageWords),
      column('email', 'Email'),
      column('received', 'Received', 'moment'),
      column('answer', 'Answer', 'lines'),
      flag('is_aside', 'Looks like advertising'),
    ],
    actions: [
      rowButton('reply_to_message', 'Answer message', 'number', {
        asks: question,
        fields: [
          field('answer', 'Your answer', 'lines', {
            limit: 'messages_answer_check',
            hint: 'We will mail your answer to the sender exactly as you write it.',
          }),
          field('settle', 'Mark the message as resolved', 'yes', { optional: true }),
        ],
        when: (row) => isOpen(row) && textOf(row['email']) !== '',
      }),
      rowButton('answer_message', 'Record answer by mail', 'number', {
        asks: question,
        fields: [
          field('answer', 'What you answered, in a few words', 'lines', {
            optional: true,
            limit: 'messages_answer_check',
          }),
        ],
        when: isOpen,
      }),
      rowButton('settle_message', 'Mark as resolved', 'number', {
        asks: (row) => `${note(row)} Is it resolved? It will then disappear from the list.`,
        when: isOpen,
      }),
      rowButton('reopen_message', 'Reopen message', 'number', { when: (row) => !isOpen(row) }),
    ],
  },
);

export const messages: DeskScreen = {
  name: 'messages',
  label: 'Messages',
  purpose: 'What people wrote to us.',
  lists: () => [
    leaveUnsaid(openMessages, { about: 'question', state: 'received' }),
    list('mails_failed', 'Emails we could not send', 'No email failed.', {
      columns: [
        column('failed_at', 'Failed', 'moment'),
        column('kind', 'Mail', mailsOnDesk),
        column('recipient', 'To'),
        column('reason', 'Why'),
      ],
      actions: [
        rowButton('send_again', 'Send mail again', 'mail_id', {
          when: (row) => textOf(row['mail_id']) !== '',
        }),
      ],
    }),
  ],
};
