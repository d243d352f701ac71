import {
  column,
  field,
  list,
  rowButton,
  textOf,
  type DeskScreen,
  type Row,
} from '../desk-screen.ts';
import { flag, toMember } from './common.ts';

const note = (row: Row) => `Message ${textOf(row['number'])} from ${textOf(row['name'])}.`;

/** The message and its details, shown above the answer. */
const question = (row: Row) => `${note(row)}\n${textOf(row['message'])}`;

const isOpen = (row: Row) => !row['settled_at'];

/** The kinds of messages. */
export const aboutWords = { question: 'Question', complaint: 'Complaint' };

/** The states of a message. */
export const messageWords = { received: 'Open', answered: 'Answered', settled: 'Settled' };

/** The messages that people sent. `message_facts` returns a single one with the same columns. */
export const openMessages = list('open_messages', 'Messages', 'No open messages.', {
  columns: [
    column('number', 'Number'),
    column('about', 'About', aboutWords),
    column('name', 'From'),
    column('email', 'E-mail'),
    column('message', 'Message', 'lines'),
    column('received', 'Received', 'moment'),
    column('settle_by', 'Settle by', 'day'),
    flag('is_late', 'Late'),
    column('state', 'State', messageWords),
    column('answer', 'Answer', 'lines'),
    flag('is_aside', 'Looks like advertising'),
  ],
  leadsTo: toMember,
  actions: [
    rowButton('reply_to_message', 'Answer', 'number', {
      asks: question,
      fields: [
        field('answer', 'Your answer', 'lines', {
          limit: 'messages_answer_check',
          hint: 'It goes to the sender by mail, as you write it.',
        }),
        field('settle', 'Nothing is left to do after it', 'yes', { optional: true }),
      ],
      when: (row) => isOpen(row) && textOf(row['email']) !== '',
    }),
    rowButton('answer_message', 'Was answered by mail', 'number', {
      asks: question,
      fields: [
        field('answer', 'In a few words', 'lines', {
          optional: true,
          limit: 'messages_answer_check',
        }),
      ],
      when: isOpen,
    }),
    rowButton('settle_message', 'Settle', 'number', {
      asks: (row) => `${note(row)} Is nothing left to do about it?`,
      when: isOpen,
    }),
    rowButton('reopen_message', 'Open it again', 'number', { when: (row) => !isOpen(row) }),
  ],
});

export const messages: DeskScreen = {
  name: 'messages',
  label: 'Messages',
  lists: () => [
    openMessages,
    list('mails_failed', 'Mails that did not arrive', 'All arrived.', {
      columns: [
        column('failed_at', 'Given up', 'moment'),
        column('kind', 'Mail', 'name'),
        column('recipient', 'To'),
        column('reason', 'Why'),
      ],
      actions: [
        rowButton('send_again', 'Send again', 'mail_id', {
          when: (row) => textOf(row['mail_id']) !== '',
        }),
      ],
    }),
  ],
};
