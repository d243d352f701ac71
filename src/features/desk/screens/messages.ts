import { button, list, textOf, type DeskScreen, type Row } from '../desk-screen.ts';
import { flag, toMember } from './common.ts';

const number = { number: 'number' };
const note = (row: Row) => `Message ${textOf(row['number'])} from ${textOf(row['name'])}.`;

const isOpen = (row: Row) => !row['settled_at'];

/** The kinds of messages. */
export const aboutWords = { question: 'Question', complaint: 'Complaint' };

/** The states of a message. */
export const messageWords = { received: 'Open', answered: 'Answered', settled: 'Settled' };

/** The messages that people wrote; `message_facts` returns one of them with the same columns. */
export const openMessages = list('open_messages', 'Messages', 'No open messages.', {
  columns: [
    { name: 'number', label: 'Number' },
    { name: 'about', label: 'About', words: aboutWords },
    { name: 'name', label: 'From' },
    { name: 'email', label: 'E-mail' },
    { name: 'message', label: 'Message', kind: 'lines' },
    { name: 'received', label: 'Received', kind: 'moment' },
    { name: 'settle_by', label: 'Settle by', kind: 'day' },
    { name: 'is_late', label: 'Late', ...flag },
    { name: 'state', label: 'State', words: messageWords },
    { name: 'answer', label: 'Answer', kind: 'lines' },
    { name: 'is_aside', label: 'Looks like advertising', ...flag },
  ],
  leadsTo: toMember,
  actions: [
    button('reply_to_message', 'Answer', {
      args: number,
      asks: note,
      fields: [
        {
          name: 'answer',
          label: 'Your answer',
          kind: 'lines',
          hint: 'It goes to the sender by mail, as you write it.',
        },
        {
          name: 'settle',
          label: 'Nothing is left to do after it',
          kind: 'yes',
          optional: true,
        },
      ],
      when: (row) => isOpen(row) && textOf(row['email']) !== '',
    }),
    button('answer_message', 'Was answered by mail', {
      args: number,
      asks: note,
      fields: [{ name: 'answer', label: 'In a few words', kind: 'lines', optional: true }],
      when: isOpen,
    }),
    button('settle_message', 'Settle', {
      args: number,
      asks: (row) => `${note(row)} Is nothing left to do about it?`,
      when: isOpen,
    }),
    button('reopen_message', 'Open it again', { args: number, when: (row) => !isOpen(row) }),
  ],
});

export const messages: DeskScreen = {
  name: 'messages',
  label: 'Messages',
  lists: () => [
    openMessages,
    list('mails_failed', 'Mails that did not arrive', 'All arrived.', {
      columns: [
        { name: 'failed_at', label: 'Given up', kind: 'moment' },
        { name: 'kind', label: 'Mail', kind: 'name' },
        { name: 'recipient', label: 'To' },
        { name: 'reason', label: 'Why' },
      ],
      actions: [
        button('send_again', 'Send again', {
          args: { mail_id: 'mail_id' },
          when: (row) => textOf(row['mail_id']) !== '',
        }),
      ],
    }),
  ],
};
