import { formatDay } from '../../../domain/words/dates.ts';
import {
  button,
  list,
  screenAddress,
  textOf,
  type DeskList,
  type DeskScreen,
} from '../desk-screen.ts';
import {
  flag,
  kindColumn,
  kindWords,
  orderWords,
  packWords,
  paymentWords,
  person,
  rupees,
  slotColumns,
  slotOptions,
  timeline,
  told,
  toPayment,
} from './common.ts';
import { onFreeInterview } from './sessions.ts';
import { aboutWords, messageWords, openMessages } from './messages.ts';
import { openRefunds, refundKind, refundState } from './money.ts';

const packsOf = (member: string) =>
  list('member_packs', 'Packs', 'No packs.', {
    args: { member },
    columns: [
      { name: 'pack', label: 'Pack', words: packWords },
      { name: 'price', label: 'Price', kind: 'rupees' },
      { name: 'paid_at', label: 'Paid', kind: 'moment' },
      { name: 'payment', label: 'Payment' },
      { name: 'status', label: 'State', words: orderWords },
      { name: 'sessions', label: 'Sessions bought' },
      { name: 'remaining', label: 'Sessions left' },
      { name: 'valid_until', label: 'Until', kind: 'day' },
      { name: 'shared_with', label: 'Shared with' },
      { name: 'disputed', label: 'Disputed', ...flag },
    ],
    leadsTo: toPayment,
    actions: [
      button('book_for', 'Book a session', {
        args: { payment: 'payment' },
        always: { member },
        fields: [{ name: 'slot', label: 'Time', kind: 'choice', rows: slotOptions }],
        when: (row) => Number(row['remaining'] ?? 0) > 0,
      }),
    ],
  });

const freeInterviewOf = (member: string) =>
  list('member_free_interview', 'Free interview', 'Did not ask for it.', {
    args: { member },
    columns: [
      {
        name: 'state',
        label: 'State',
        words: {
          waiting: 'Waiting for you',
          declined: 'Declined',
          granted: 'Not booked yet',
          booked: 'Booked',
          used: 'Used',
          lapsed: 'Not booked in time',
        },
      },
      { name: 'book_until', label: 'Book by', kind: 'moment' },
    ],
    actions: [
      button('book_for', 'Book it', {
        always: { member },
        fields: [
          {
            name: 'slot',
            label: 'Time',
            kind: 'choice',
            rows: { ...slotOptions, only: ({ kind }) => kind === 'interview' },
          },
        ],
        when: ({ state }) => state === 'granted',
      }),
      ...onFreeInterview('email'),
    ],
  });

const bookingsOf = (member: string) =>
  list('member_bookings', 'Sessions', 'No sessions.', {
    args: { member },
    columns: [
      { name: 'starts', label: 'When', kind: 'moment' },
      kindColumn,
      { name: 'mentor', label: 'Mentor' },
      {
        name: 'state',
        label: 'State',
        words: {
          booked: 'Booked',
          held: 'Held',
          cancelled: 'Cancelled in time',
          late: 'Cancelled late',
          called_off: 'Called off',
        },
      },
      { name: 'rating', label: 'Rating' },
    ],
    actions: [
      button('move_for', 'Move', {
        button: 'Move the session',
        args: { booking: 'booking' },
        fields: [{ name: 'slot', label: 'New time', kind: 'choice', rows: slotOptions }],
        when: (row) => row['can_move'] === true,
      }),
      button('cancel_for', 'Cancel', {
        button: 'Cancel the session',
        args: { booking: 'booking' },
        asks: (row) =>
          `Cancel the session with ${textOf(row['mentor'])}? It goes back to the pack, and the member and the mentor are told.`,
        when: (row) => row['can_move'] === true,
      }),
      button('give_session_back', 'Give back', {
        args: { booking: 'booking' },
        asks: () => 'Give the session back to the pack? The member can book another one.',
        final: true,
        when: (row) => row['can_give_back'] === true,
      }),
      button('refund_session', 'Refund it', {
        args: { booking: 'booking' },
        asks: () => 'Refund the price of this session to the buyer?',
        when: (row) => row['can_give_back'] === true,
      }),
    ],
  });

const member = (id: string): readonly DeskList[] => [
  list('member_facts', 'Member', 'There is no such member.', {
    facts: true,
    args: { member: id },
    columns: [
      { name: 'name', label: 'Name' },
      { name: 'email', label: 'E-mail' },
      { name: 'phone', label: 'Phone' },
      { name: 'verified_addresses', label: 'Verified' },
      { name: 'signed_up', label: 'Signed up', kind: 'moment' },
      { name: 'last_seen', label: 'Last visit', kind: 'moment' },
      { name: 'open_matters', label: 'Open matters' },
    ],
  }),
  packsOf(id),
  freeInterviewOf(id),
  bookingsOf(id),
  list('member_refunds', 'Refunds', 'No requests.', {
    args: { member: id },
    columns: [
      { name: 'request', label: 'Request' },
      refundKind,
      refundState,
      { name: 'amount', label: 'Amount', kind: 'rupees' },
      { name: 'asked_at', label: 'Asked', kind: 'moment' },
      { name: 'promised_for', label: 'Promised by', kind: 'day' },
    ],
  }),
  list('member_messages', 'Messages', 'No messages.', {
    args: { member: id },
    folded: true,
    columns: [
      { name: 'number', label: 'Number' },
      { name: 'about', label: 'About', words: aboutWords },
      { name: 'state', label: 'State', words: messageWords },
      { name: 'received', label: 'Received', kind: 'moment' },
      { name: 'message', label: 'Message', kind: 'lines' },
    ],
  }),
  list('member_loan', 'Loan', 'Not in a loan group.', {
    args: { member: id },
    folded: true,
    columns: [
      { name: 'lender', label: 'Lender' },
      { name: 'state', label: 'State', kind: 'name' },
      { name: 'amount', label: 'Amount', kind: 'short' },
      { name: 'chosen_at', label: 'Chosen', kind: 'moment' },
      { name: 'request_amount', label: 'Asked for', kind: 'short' },
      { name: 'intake', label: 'Intake' },
    ],
  }),
  list('member_mails', 'Mails', 'No mails.', {
    args: { member: id },
    folded: true,
    columns: [
      { name: 'created_at', label: 'Written', kind: 'moment' },
      { name: 'kind', label: 'Mail', kind: 'name' },
      { name: 'recipient', label: 'To' },
      { name: 'state', label: 'State' },
    ],
    actions: [
      button('send_again', 'Send again', {
        args: { mail_id: 'mail_id' },
        when: (row) => textOf(row['state']).startsWith('given up'),
      }),
    ],
  }),
  timeline({ subject: id, member: id }),
  list('future_slots', 'Free times', 'No time is open.', { folded: true, columns: slotColumns }),
];

const payment = (id: string): readonly DeskList[] => [
  list(
    'payment_facts',
    'Payment',
    'There is no such payment. The provider’s dashboard may know it.',
    {
      facts: true,
      args: { payment: id },
      columns: [
        { name: 'payment', label: 'Payment' },
        { name: 'pack', label: 'Pack', words: packWords },
        { name: 'amount', label: 'Amount', kind: 'rupees' },
        { name: 'status', label: 'State of the payment', words: paymentWords },
        { name: 'order_status', label: 'State of the order', words: orderWords },
        { name: 'paid_at', label: 'Paid', kind: 'moment' },
        { name: 'email', label: 'Payer’s e-mail' },
        { name: 'contact', label: 'Payer’s phone' },
        { name: 'member_email', label: 'Member' },
        { name: 'disputed', label: 'Disputed', ...flag },
      ],
      leadsTo: (row) =>
        row['member']
          ? { label: 'Member', href: screenAddress('find', { member: textOf(row['member']) }) }
          : undefined,
      actions: [
        button('hand_over', 'Hand over', {
          args: { payment_reference: 'payment' },
          fields: [
            {
              name: 'member_email',
              label: 'E-mail of the account',
              kind: 'text',
              hint: 'It must be verified. Ask first for the day, the amount and the last digits of the phone number.',
            },
          ],
          asks: (row) =>
            `Hand over the pack paid with ${textOf(row['payment'])} (${rupees(row)}) to a member?`,
          when: (row) => !row['member'] && row['order_status'] === 'paid',
        }),
        button('undo_hand_over', 'Undo the hand-over', {
          args: { payment: 'payment' },
          asks: (row) =>
            `Take the pack paid with ${textOf(row['payment'])} (${rupees(row)}) away from ${person(row, 'member_email')}? This works only if none of it was used.`,
          when: (row) => row['was_handed_over'] === true,
        }),
        button('undo_purchase', 'It was never paid', {
          args: { payment: 'payment' },
          asks: (row) =>
            `End the pack of ${person(row, 'member_email')}, because ${rupees(row)} with the reference ${textOf(row['payment'])} never arrived? No money moves.`,
          final: true,
          when: (row) => row['was_recorded'] === true,
        }),
        button('grant_discount', 'Give a discount', {
          args: { payment_reference: 'payment' },
          fields: [
            { name: 'rupees', label: 'Rupees', kind: 'rupees' },
            told('reason', 'What it is for'),
            {
              name: 'again',
              label: 'The same discount was given today: give it again',
              kind: 'yes',
              optional: true,
            },
          ],
          asks: (row) =>
            `Return part of ${rupees(row)} to ${person(row, 'member_email')}. No session is used up.`,
          when: (row) =>
            row['order_status'] === 'paid' || row['order_status'] === 'partially_refunded',
        }),
        button('return_payment', 'Return it', {
          args: { payment: 'payment' },
          asks: (row) =>
            `Return ${rupees(row)} of ${textOf(row['payment'])}, which was paid by mistake?`,
          when: (row) => row['is_ours_by_mistake'] === true,
        }),
        button('record_past_session', 'Enter a session held before', {
          args: { payment_reference: 'payment' },
          fields: [
            { name: 'kind', label: 'What', kind: 'choice', options: kindWords },
            { name: 'held_on', label: 'Held on', kind: 'day' },
            {
              name: 'again',
              label: 'It is the second one of that day',
              kind: 'yes',
              optional: true,
            },
          ],
          asks: (row) =>
            `Enter a session of ${person(row, 'member_email')} that took place before the site was there? It uses one of the pack paid by ${textOf(row['payment'])}.`,
          when: (row) => row['order_status'] === 'paid',
        }),
        button('end_pack', 'End the pack', {
          args: { payment: 'payment' },
          fields: [{ name: 'reason', label: 'Reason (only operators see it)', kind: 'lines' }],
          asks: (row) =>
            `End the pack of ${person(row, 'member_email')} paid with ${textOf(row['payment'])}? Upcoming sessions are called off, and no money is returned.`,
          final: true,
          when: (row) =>
            row['order_status'] === 'paid' || row['order_status'] === 'partially_refunded',
        }),
      ],
    },
  ),
  list('past_sessions', 'Sessions held before', 'None.', {
    args: { payment: id },
    folded: true,
    columns: [
      { name: 'held_on', label: 'Held on', kind: 'day' },
      kindColumn,
      { name: 'recorded_at', label: 'Entered', kind: 'moment' },
    ],
    actions: [
      button('undo_past_session', 'It did not take place', {
        args: { session: 'session' },
        asks: (row) =>
          `Remove the ${textOf(row['kind']) === 'gd' ? 'group discussion' : 'interview'} of ${formatDay(textOf(row['held_on']))}? The pack gets the session back.`,
      }),
    ],
  }),
  timeline({ subject: id }),
];

/** A list of another screen with one row, and the log about it. */
const one = (of: DeskList, list: string, args: Readonly<Record<string, string>>) => [
  { ...of, list, args, title: 'Found', facts: true as const, empty: 'Not found.' },
  timeline({ subject: Object.values(args).join() }),
];

const results = (words: string) =>
  list('find', 'Found', 'Nothing found. Try the e-mail address, the phone number, pay_… or R-….', {
    args: { words },
    columns: [
      { name: 'title', label: 'Who or what' },
      { name: 'kind', label: 'Kind' },
      { name: 'pack', label: 'Pack', words: packWords },
      { name: 'note', label: 'Note' },
      { name: 'at', label: 'Since', kind: 'moment' },
    ],
    leadsTo: (row) => {
      const kind = textOf(row['kind']);
      const owners: Record<string, string> = { payment: 'payment_facts', refund: 'refund_facts' };
      const has = owners[kind];
      return {
        label: 'Open',
        href: screenAddress('find', { [kind]: textOf(row['key']) }),
        ...(has !== undefined && { has }),
      };
    },
  });

export const find: DeskScreen = {
  name: 'find',
  label: 'Find',
  search: {
    name: 'words',
    label: 'Who or what?',
    button: 'Find',
    hint: 'A name, e-mail or phone, pay_…, AC-…, R-…, or the number of a message.',
  },
  lists: (query) => {
    const words = query.get('words')?.trim();
    const [id, paid, request, number] = ['member', 'payment', 'refund', 'message'].map((name) =>
      query.get(name),
    );
    if (id) return member(id);
    if (paid) return payment(paid);
    if (request) return one(openRefunds, 'refund_facts', { request });
    if (number) return one(openMessages, 'message_facts', { number });
    return words ? [results(words)] : [];
  },
};
