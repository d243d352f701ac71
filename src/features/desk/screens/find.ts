import { sessionsOnDesk } from '../../../domain/bookings/session-kinds.ts';
import {
  hasMoney,
  orderStatesOnDesk,
  paymentStatesOnDesk,
} from '../../../domain/payments/orders.ts';
import { formatDay } from '../../../domain/words/dates.ts';
import {
  button,
  column,
  field,
  list,
  rowButton,
  textOf,
  type DeskList,
  type DeskScreen,
  type Row,
} from '../desk-screen.ts';
import {
  days,
  flag,
  freeTimes,
  kindColumn,
  narrowedBy,
  packWords,
  person,
  rupees,
  slotOptions,
  timeline,
  told,
  toMember,
  toPage,
  toPayment,
} from './common.ts';
import { onFreeInterview } from './sessions.ts';
import { aboutWords, messageWords, openMessages } from './messages.ts';
import { openRefunds, refundKind, refundState } from './money.ts';

const isKept = ({ order_status: status }: Row) => hasMoney(textOf(status));

const packsOf = (member: string) =>
  list('member_packs', 'Packs', 'No packs.', {
    args: { member },
    columns: [
      column('pack', 'Pack', packWords),
      column('price', 'Price', 'rupees'),
      column('paid_at', 'Paid', 'moment'),
      column('payment', 'Payment'),
      column('status', 'State', orderStatesOnDesk),
      column('sessions', 'Sessions bought'),
      column('remaining', 'Sessions left'),
      column('valid_until', 'Until', 'day'),
      column('shared_with', 'Shared with'),
      flag('disputed', 'Disputed'),
    ],
    leadsTo: toPayment,
    actions: [
      rowButton('book_for', 'Book a session', 'payment', {
        always: { member },
        fields: [field('slot', 'Time', 'choice', { rows: slotOptions })],
        when: (row) => Number(row['remaining'] ?? 0) > 0,
      }),
    ],
  });

const freeInterviewOf = (member: string) =>
  list('member_free_interview', 'Free interview', 'Did not ask for it.', {
    args: { member },
    columns: [
      column('state', 'State', {
        waiting: 'Waiting for you',
        declined: 'Declined',
        granted: 'Not booked yet',
        booked: 'Booked',
        used: 'Used',
        lapsed: 'Not booked in time',
      }),
      column('book_until', 'Book by', 'moment'),
    ],
    actions: [
      button('book_for', 'Book it', {
        always: { member },
        fields: [
          field('slot', 'Time', 'choice', {
            rows: {
              ...slotOptions,
              only: (row) => row['kind'] === 'interview' && slotOptions.only(row),
            },
          }),
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
      column('starts', 'When', 'moment'),
      kindColumn,
      column('mentor', 'Mentor'),
      column('state', 'State', {
        booked: 'Booked',
        held: 'Held',
        cancelled: 'Cancelled in time',
        late: 'Cancelled late',
        called_off: 'Called off',
      }),
      column('rating', 'Rating'),
    ],
    actions: [
      rowButton('move_for', 'Move', 'booking', {
        button: 'Move the session',
        tries: true,
        fields: [field('slot', 'New time', 'choice', { rows: slotOptions })],
        when: (row) => row['can_move'] === true,
      }),
      rowButton('undo_move', 'Undo the move', 'booking', {
        when: (row) => row['can_undo_move'] === true,
      }),
      rowButton('cancel_for', 'Cancel', 'booking', {
        button: 'Cancel the session',
        asks: (row) =>
          `Cancel the session with ${textOf(row['mentor'])}? It goes back to the pack, and the member and the mentor are told.`,
        when: (row) => row['can_move'] === true,
      }),
      rowButton('give_session_back', 'Give back', 'booking', {
        asks: () => 'Give the session back to the pack? The member can book another one.',
        final: true,
        when: (row) => row['can_give_back'] === true,
      }),
      rowButton('refund_session', 'Refund it', 'booking', {
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
      column('name', 'Name'),
      column('email', 'E-mail'),
      column('phone', 'Phone'),
      column('verified_addresses', 'Verified'),
      column('signed_up', 'Signed up', 'moment'),
      column('last_seen', 'Last visit', 'moment'),
      column('open_matters', 'Open matters'),
    ],
  }),
  packsOf(id),
  freeInterviewOf(id),
  bookingsOf(id),
  list('member_refunds', 'Refunds', 'No requests.', {
    args: { member: id },
    columns: [
      column('request', 'Request'),
      refundKind,
      refundState,
      column('amount', 'Amount', 'rupees'),
      column('asked_at', 'Asked', 'moment'),
      column('promised_for', 'Promised by', 'day'),
    ],
  }),
  list('member_messages', 'Messages', 'No messages.', {
    args: { member: id },
    folded: true,
    columns: [
      column('number', 'Number'),
      column('about', 'About', aboutWords),
      column('state', 'State', messageWords),
      column('received', 'Received', 'moment'),
      column('message', 'Message', 'lines'),
    ],
  }),
  list('member_loan', 'Loan', 'Not in a loan group.', {
    args: { member: id },
    folded: true,
    columns: [
      column('lender', 'Lender'),
      column('state', 'State', 'name'),
      column('amount', 'Amount', 'short'),
      column('chosen_at', 'Chosen', 'moment'),
      column('request_amount', 'Asked for', 'short'),
      column('intake', 'Intake'),
    ],
  }),
  list('member_mails', 'Mails', 'No mails.', {
    args: { member: id },
    folded: true,
    columns: [
      column('created_at', 'Written', 'moment'),
      column('kind', 'Mail', 'name'),
      column('recipient', 'To'),
      column('state', 'State'),
    ],
    actions: [
      rowButton('send_again', 'Send again', 'mail_id', {
        when: (row) => textOf(row['state']).startsWith('given up'),
      }),
    ],
  }),
  timeline({ subject: id, member: id }),
  freeTimes,
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
        column('payment', 'Payment'),
        column('pack', 'Pack', packWords),
        column('amount', 'Amount', 'rupees'),
        column('status', 'State of the payment', paymentStatesOnDesk),
        column('order_status', 'State of the order', orderStatesOnDesk),
        column('paid_at', 'Paid', 'moment'),
        column('email', 'Payer’s e-mail'),
        column('contact', 'Payer’s phone'),
        column('member_email', 'Member'),
        flag('disputed', 'Disputed'),
      ],
      leadsTo: (row) => toPage('member', row['member'], 'Member'),
      actions: [
        button('hand_over', 'Hand over', {
          args: { payment_reference: 'payment' },
          fields: [
            field('member_email', 'E-mail of the account', 'text', {
              limit: 'not_an_address',
              hint: 'It must be verified. Ask first for the day, the amount and the last digits of the phone number.',
            }),
          ],
          asks: (row) =>
            `Hand over the pack paid with ${textOf(row['payment'])} (${rupees(row)}) to a member?`,
          when: (row) => !row['member'] && row['order_status'] === 'paid',
        }),
        rowButton('undo_hand_over', 'Take it back', 'payment', {
          asks: (row) =>
            `Take the pack paid with ${textOf(row['payment'])} (${rupees(row)}) away from ${person(row, 'member_email')}? Only if none of it was used. Its payer can claim it then.`,
          when: (row) => row['was_handed_over'] === true,
        }),
        rowButton('undo_purchase', 'It was never paid', 'payment', {
          asks: (row) =>
            `End the pack of ${person(row, 'member_email')}, because ${rupees(row)} with the reference ${textOf(row['payment'])} never arrived? No money moves.`,
          final: true,
          when: (row) => row['was_recorded'] === true,
        }),
        button('grant_discount', 'Give a discount', {
          args: { payment_reference: 'payment' },
          fields: [
            field('rupees', 'Rupees', 'rupees'),
            told('reason', 'What it is for', 'refund_requests_reason_check'),
            field('again', 'The same discount was given today: give it again', 'yes', {
              optional: true,
            }),
          ],
          asks: (row) =>
            `Return part of ${rupees(row)} to ${person(row, 'member_email')}. No session is used up.`,
          when: isKept,
        }),
        rowButton('return_payment', 'Return it', 'payment', {
          asks: (row) =>
            `Return ${rupees(row)} of ${textOf(row['payment'])}, which was paid by mistake?`,
          when: (row) => row['is_ours_by_mistake'] === true,
        }),
        button('record_past_session', 'Enter a session held before', {
          args: { payment_reference: 'payment' },
          fields: [
            field('kind', 'What', 'choice', { options: sessionsOnDesk }),
            field('held_on', 'Held on', 'day'),
            field('again', 'It is the second one of that day', 'yes', { optional: true }),
          ],
          asks: (row) =>
            `Enter a session of ${person(row, 'member_email')} that took place before the site was there? It uses one of the pack paid by ${textOf(row['payment'])}.`,
          when: (row) => row['order_status'] === 'paid',
        }),
        rowButton('end_pack', 'End the pack', 'payment', {
          fields: [
            field('reason', 'Reason (only operators see it)', 'lines', {
              limit: 'ended_packs_reason_check',
            }),
          ],
          asks: (row) =>
            `End the pack of ${person(row, 'member_email')} paid with ${textOf(row['payment'])}? Upcoming sessions are called off, and no money is returned.`,
          final: true,
          when: isKept,
        }),
      ],
    },
  ),
  list('past_sessions', 'Sessions held before', 'None.', {
    args: { payment: id },
    folded: true,
    columns: [
      column('held_on', 'Held on', 'day'),
      kindColumn,
      column('recorded_at', 'Entered', 'moment'),
    ],
    actions: [
      rowButton('undo_past_session', 'It did not take place', 'session', {
        asks: (row) =>
          `Remove the ${textOf(row['kind']) === 'gd' ? 'group discussion' : 'interview'} of ${formatDay(textOf(row['held_on']))}? The pack gets the session back.`,
      }),
    ],
  }),
  timeline({ subject: id }),
];

/** Another screen's list, reduced to one row, and the log about it. */
const one = (of: DeskList, list: string, args: Readonly<Record<string, string>>) => [
  { ...of, list, args, title: 'Found', facts: true as const, empty: 'Not found.' },
  timeline({ subject: Object.values(args).join() }),
];

/** Names and addresses need three letters. Only a message's number is shorter. */
const isTooShort = (words: string) => words.length < 3 && !/^#?\d+$/.test(words);

const notFound = 'Nothing found. Try the e-mail address, the phone number, pay_… or R-….';
const tooShort = 'Type three letters or more of a name or an e-mail address.';

const results = (words: string) =>
  list('find', 'Found', isTooShort(words) ? tooShort : notFound, {
    args: { words },
    columns: [
      column('title', 'Who or what'),
      column('kind', 'Kind'),
      column('pack', 'Pack', packWords),
      column('note', 'Note'),
      column('at', 'Since', 'moment'),
    ],
    leadsTo: (row) => toPage(textOf(row['kind']), row['key']),
  });

const newMembers = (query: URLSearchParams) => {
  const where = narrowedBy(query, ['from', 'to']);
  return list('members', 'New members', 'Nobody signed up.', {
    ...(where && { where }),
    filters: days,
    file: 'members',
    columns: [
      column('name', 'Name'),
      column('signed_up', 'Signed up', 'moment'),
      column('email', 'E-mail'),
      column('phone', 'Phone'),
      column('is_verified', 'Verified', 'yes'),
      column('packs', 'Packs', { 0: '' }),
    ],
    leadsTo: toMember,
  });
};

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
    return [words ? results(words) : newMembers(query)];
  },
};
