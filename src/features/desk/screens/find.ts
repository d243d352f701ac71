import { sessionsOnDesk } from '../../../domain/bookings/session-kinds.ts';
import {
  hasMoney,
  orderStatesOnDesk,
  paymentMethods,
  paymentStatesOnDesk,
} from '../../../domain/payments/orders.ts';
import { keysOf } from '../../../domain/words/keys-of.ts';
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
  type DeskList,
  type DeskScreen,
  type Link,
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
  sessionOf,
  slotOptions,
  timeline,
  told,
  toMember,
  toPage,
  toPayment,
} from './common.ts';
import {
  choicesOnDesk,
  choiceStatesOnDesk,
  mailsOnDesk,
  matchesOnDesk,
  refundKindsOnDesk,
  refundStatesOnDesk,
} from '../state-words.ts';
import { freeRequestStates, onFreeInterview } from './sessions.ts';
import { aboutWords, messageWords, openMessages } from './messages.ts';
import { openRefunds, refundKind, refundState } from './money.ts';

const isKept = ({ order_status: status }: Row) => hasMoney(textOf(status));

const packsOf = (member: string) =>
  list('member_packs', 'Packs', 'This member has no packs.', {
    args: { member },
    columns: [
      column('pack', 'Pack', packWords),
      column('status', 'Status', orderStatesOnDesk),
      flag('disputed', 'Disputed'),
      column('remaining', 'Sessions left'),
      column('sessions', 'Sessions bought'),
      column('valid_until', 'Valid until', 'day'),
      column('shared_with', 'Shared with'),
      column('price', 'Price', 'rupees'),
      column('paid_at', 'Paid', 'moment'),
      column('payment', 'Payment', undefined, toPayment),
    ],
    leads: true,
    actions: [
      rowButton('book_for', 'Book a session', 'payment', {
        asks: (row) =>
          `Book a session for ${person(row, 'name')} with ${textOf(packWords[textOf(row['pack'])])} (${rupees(row, 'price')}). We will mail the member and the mentor.`,
        always: { member },
        fields: [field('slot', 'Time', 'choice', { rows: slotOptions })],
        when: (row) => Number(row['remaining'] ?? 0) > 0,
      }),
    ],
  });

const freeInterviewOf = (member: string) =>
  list(
    'member_free_interview',
    'Free interview',
    'This member has not asked for a free interview.',
    {
      args: { member },
      columns: [
        column('state', 'Status', {
          ...freeRequestStates,
          granted: 'Not booked yet',
          booked: 'Booked',
          used: 'Used',
          lapsed: 'Not booked in time',
        }),
        column('book_until', 'Book by', 'moment'),
      ],
      actions: [
        button('book_for', 'Book free interview', {
          asks: (row) =>
            `Book the free interview for ${person(row, 'email')}. We will mail the member and the mentor.`,
          always: { member },
          fields: [
            field('slot', 'Time', 'choice', {
              rows: {
                ...slotOptions,
                // For a group discussion, the database would use up a session of one of the member's packs.
                only: (row) => row['kind'] === 'interview' && slotOptions.only(row),
              },
            }),
          ],
          when: ({ state }) => state === 'granted',
        }),
        ...onFreeInterview('email'),
      ],
    },
  );

const bookingsOf = (member: string) =>
  list('member_bookings', 'Sessions', 'This member has not booked any sessions.', {
    args: { member },
    columns: [
      column('starts', 'When', 'moment'),
      kindColumn,
      column('mentor', 'Mentor'),
      column('state', 'Status', {
        booked: 'Booked',
        held: 'Took place',
        cancelled: 'Cancelled in time',
        late: 'Cancelled late',
        called_off: 'Cancelled by us or the mentor',
      }),
      column('rating', 'Rating'),
    ],
    actions: [
      rowButton('move_for', 'Move session', 'booking', {
        tries: true,
        asks: (row) => `Move ${sessionOf(row)} to another time.`,
        fields: [field('slot', 'New time', 'choice', { rows: slotOptions })],
        when: (row) => row['can_move'] === true,
      }),
      rowButton('undo_move', 'Undo move', 'booking', {
        when: (row) => row['can_undo_move'] === true,
      }),
      rowButton('cancel_for', 'Cancel session', 'booking', {
        keep: 'Keep session',
        asks: (row) =>
          `Cancel ${sessionOf(row)}? The session will return to the pack, and we will tell the member and the mentor.`,
        when: (row) => row['can_move'] === true,
      }),
      rowButton('give_session_back', 'Return session to pack', 'booking', {
        asks: (row) =>
          `Return ${sessionOf(row)} to the pack? The member will then be able to book another one.`,
        final: true,
        when: (row) => row['can_give_back'] === true,
      }),
      rowButton('refund_session', 'Refund session', 'booking', {
        asks: (row) =>
          `Refund ${rupees(row, 'gives')} for ${sessionOf(row)} to the pack’s buyer? You can undo this under Money until we pay the refund, which we do within ten minutes.`,
        when: ({ gives }) => Boolean(gives),
      }),
    ],
  });

/** What can be open for a member, by the name in operations.member_matters. */
const matterWords = {
  refund: 'Refund',
  message: 'Message',
  choice: 'Loan choice',
  rate_match: 'Better offer',
  free_interview: 'Free interview',
  dispute: 'Bank dispute',
};

/** The page on which an operator settles an open matter; undefined if it is the member's own. */
function matterPage({ matter, key }: Row): Link | undefined {
  switch (matter) {
    case 'choice':
    case 'rate_match':
      return { label: 'Open Loan', href: screenAddress('loan'), has: 'open_choices' };
    case 'dispute':
      return { label: 'Open Money', href: screenAddress('money'), has: 'disputes' };
    default:
      return toPage(textOf(matter), key);
  }
}

const member = (id: string): readonly DeskList[] => [
  list('member_matters', 'Still open', 'Nothing is open.', {
    args: { member: id },
    quiet: true,
    brief: true,
    columns: [
      column('matter', 'What', matterWords, matterPage),
      column('key', 'Number or lender'),
      {
        // A bank dispute's status is the provider's own word.
        ...column('state', 'Status', 'name'),
        words: {
          ...messageWords,
          ...matchesOnDesk,
          ...choicesOnDesk,
          ...refundStatesOnDesk,
          waiting: 'Waiting for you',
        },
      },
    ],
  }),
  list('member_facts', 'Member', 'There is no such member.', {
    facts: true,
    untitled: true,
    args: { member: id },
    columns: [
      column('email', 'Email', undefined, ({ email }) => ({
        label: 'Write',
        href: `mailto:${textOf(email)}`,
      })),
      column('phone', 'Phone', undefined, ({ phone }) =>
        phone ? { label: 'Call', href: `tel:${textOf(phone).replaceAll(' ', '')}` } : undefined,
      ),
      column('verified_addresses', 'Verified addresses'),
      column('signed_up', 'Signed up', 'moment'),
      column('last_seen', 'Last visit', 'moment'),
    ],
  }),
  packsOf(id),
  freeInterviewOf(id),
  bookingsOf(id),
  list('member_refunds', 'Refunds', 'This member has no refunds.', {
    args: { member: id },
    columns: [
      column('request', 'Request', undefined, (row) => toPage('refund', row['request'])),
      refundKind,
      refundState,
      column('amount', 'Amount', 'rupees'),
      column('asked_at', 'Asked on', 'moment'),
      column('promised_for', 'Promised by', 'day'),
    ],
  }),
  list('member_messages', 'Messages', 'This member has not written to us.', {
    args: { member: id },
    folded: true,
    columns: [
      column('number', 'Number', undefined, (row) => toPage('message', row['number'])),
      column('about', 'About', aboutWords),
      column('state', 'Status', messageWords),
      column('received', 'Received', 'moment'),
      column('message', 'Message', 'lines'),
    ],
  }),
  list('member_loan', 'Loan', 'This member is not in a loan group.', {
    args: { member: id },
    folded: true,
    columns: [
      column('lender', 'Lender'),
      column('state', 'Status', choiceStatesOnDesk),
      column('amount', 'Amount', 'short'),
      column('chosen_at', 'Chosen', 'moment'),
      column('request_amount', 'Asked for', 'short'),
      column('intake', 'Intake'),
    ],
  }),
  list('member_mails', 'Mails', 'There are no emails to this member.', {
    args: { member: id },
    folded: true,
    columns: [
      column('created_at', 'Written', 'moment'),
      column('kind', 'Mail', mailsOnDesk),
      column('recipient', 'To'),
      column('state', 'Status'),
    ],
    actions: [
      rowButton('send_again', 'Send mail again', 'mail_id', {
        when: (row) => textOf(row['state']).startsWith('could not be sent'),
      }),
    ],
  }),
  timeline({ subject: id, member: id }),
  freeTimes,
];

const paymentState = column('status', 'Status', paymentStatesOnDesk);
const orderState = column('order_status', 'Status', orderStatesOnDesk);

/** One status, unless the payment and its order differ: 'Failed (order: Paid)'. */
function bothStates(row: Row): string {
  const [payment, order] = [cellText(paymentState, row), cellText(orderState, row)];
  const isUsual = row['status'] === 'captured' && row['is_ours_by_mistake'] !== true;
  return isUsual || payment === order ? order : `${payment} (order: ${order})`;
}

/** The page of a payment's refund; undefined if it has none or several, which the history lists. */
function onlyRefund({ refunds }: Row): Link | undefined {
  const [only = '', ...more] = [refunds].flat().map(textOf);
  return more.length > 0 ? undefined : toPage('refund', only.split(',')[0]);
}

const payment = (id: string): readonly DeskList[] => [
  list(
    'payment_facts',
    'Payment',
    'We have no such payment. Look for it in Razorpay’s dashboard.',
    {
      facts: true,
      untitled: true,
      leads: true,
      args: { payment: id },
      columns: [
        { ...paymentState, text: bothStates },
        column('refunds', 'Refund', undefined, onlyRefund),
        flag('disputed', 'Disputed'),
        column('pack', 'Pack', packWords),
        column('paid_at', 'Paid', 'moment'),
        column('method', 'Paid by', paymentMethods),
        column('receipt', 'Order', 'code'),
        column('member_name', 'Member', undefined, (row) => toPage('member', row['member'])),
        column('email', 'Payer’s email'),
        column('contact', 'Payer’s phone'),
        column('payment', 'Reference'),
      ],
      actions: [
        button('hand_over', 'Give pack to an account', {
          args: { payment_reference: 'payment' },
          fields: [
            field('member_email', 'Account’s email', 'text', {
              limit: 'not_an_address',
              hint: 'The member must have verified this address. First ask the buyer for the day, the amount and the last digits of the phone number.',
            }),
          ],
          asks: (row) =>
            `Give the pack paid for with ${textOf(row['payment'])} (${rupees(row)}) to a member? It will then belong to their account.`,
          when: (row) => !row['member'] && row['order_status'] === 'paid',
        }),
        rowButton('undo_hand_over', 'Take pack back', 'payment', {
          asks: (row) =>
            `Take the pack paid for with ${textOf(row['payment'])} (${rupees(row)}) away from ${person(row, 'member_email')}? This works only while no session has been used. The payer will then be able to claim it.`,
          when: (row) => row['was_handed_over'] === true,
        }),
        button('grant_discount', 'Give a discount', {
          args: { payment_reference: 'payment' },
          fields: [
            field('rupees', 'Discount (rupees)', 'rupees'),
            told('reason', 'Reason for the discount', 'refund_requests_reason_check'),
            field('again', 'Give it even if the same discount was given today', 'yes', {
              optional: true,
            }),
          ],
          asks: (row) =>
            `Refund part of ${rupees(row)} to ${person(row, 'member_email')}? The pack keeps all its sessions.`,
          when: isKept,
        }),
        rowButton('return_payment', 'Refund payment', 'payment', {
          asks: (row) =>
            `Refund ${rupees(row)} of ${textOf(row['payment'])}, which was paid by mistake? You can undo this under Money until we pay the refund, which we do within ten minutes.`,
          when: (row) => row['is_ours_by_mistake'] === true,
        }),
        button('record_past_session', 'Record a session from before launch', {
          args: { payment_reference: 'payment' },
          fields: [
            field('kind', 'Kind of session', 'choice', { options: sessionsOnDesk }),
            field('held_on', 'Session date', 'day'),
            field('again', 'It was the member’s second one that day', 'yes', { optional: true }),
          ],
          asks: (row) =>
            `Record a session that ${person(row, 'member_email')} had before launch? It uses up one session of the pack paid for with ${textOf(row['payment'])}. We will not tell anyone.`,
          when: (row) => row['order_status'] === 'paid',
        }),
        rowButton('undo_purchase', 'Cancel pack: the money never arrived', 'payment', {
          keep: 'Keep pack',
          asks: (row) =>
            `Cancel ${textOf(packWords[textOf(row['pack'])])} of ${person(row, 'member_email')} because ${rupees(row)} with the reference ${textOf(row['payment'])} never arrived? They will no longer be able to use it. No money moves, and we tell no one.`,
          final: true,
          when: (row) => row['was_recorded'] === true,
        }),
        rowButton('end_pack', 'End pack', 'payment', {
          fields: [
            field('reason', 'Reason (members do not see it)', 'lines', {
              limit: 'ended_packs_reason_check',
            }),
          ],
          asks: (row) =>
            `End ${person(row, 'member_email')}’s pack, paid for with ${textOf(row['payment'])}? Its upcoming sessions will be cancelled, and no money will be refunded.`,
          final: true,
          when: isKept,
        }),
      ],
    },
  ),
  list(
    'past_sessions',
    'Sessions from before launch',
    'No sessions from before launch have been recorded.',
    {
      args: { payment: id },
      folded: true,
      columns: [
        column('held_on', 'Day', 'day'),
        kindColumn,
        column('recorded_at', 'Recorded', 'moment'),
      ],
      actions: [
        rowButton('undo_past_session', 'Remove session', 'session', {
          asks: (row) =>
            `Remove the ${textOf(row['kind']) === 'gd' ? 'group discussion' : 'interview'} of ${shortDay(textOf(row['held_on']))}? The session will return to the pack.`,
        }),
      ],
    },
  ),
  timeline({ subject: id }),
];

/** Another screen's list, reduced to one row without its number, which is in the heading, and the log about it. */
const one = (
  of: DeskList,
  title: string,
  list: string,
  args: Readonly<Record<string, string>>,
): readonly DeskList[] => [
  {
    ...of,
    ...{ list, args, title, facts: true, untitled: true, leads: true, empty: 'Not found.' },
    columns: of.columns.slice(1),
  },
  timeline({ subject: Object.values(args).join() }),
];

/** Names and addresses need three letters. Only message numbers are shorter. */
const isTooShort = (words: string) => words.length < 3 && !/^#?\d+$/.test(words);

const notFound =
  'Nothing found. Try an email address, a phone number, or a number that starts with pay_, AC- or R-. Mentors are under Mentors.';
/** A number that we would know, by how it begins. */
const numbers = [
  [/^pay_/i, 'payment', ' Look for it in Razorpay’s dashboard.'],
  [/^R-/i, 'refund', ''],
  [/^AC-/i, 'order', ''],
] as const;

function emptyFor(words: string): string {
  if (isTooShort(words)) return tooShort;
  const number = numbers.find(([form]) => form.test(words));
  return number ? `We have no ${number[1]} ${words}.${number[2]}` : notFound;
}

const tooShort = 'Type at least three letters of a name or an email address.';

const pageWords = { member: 'Member', payment: 'Payment', refund: 'Refund', message: 'Message' };

/** The pages of Find: the title once the row has loaded, and the lists. */
const pages = {
  member: { title: (row: Row) => textOf(row['name']), lists: member },
  payment: { title: (row: Row) => `Payment of ${rupees(row)}`, lists: payment },
  refund: {
    title: (row: Row) => `Refund ${textOf(row['request'])}`,
    lists: (request: string) => one(openRefunds, pageWords.refund, 'refund_facts', { request }),
  },
  message: {
    title: (row: Row) => `Message ${textOf(row['number'])} from ${textOf(row['name'])}`,
    lists: (number: string) => one(openMessages, pageWords.message, 'message_facts', { number }),
  },
};

const pageIn = (query: URLSearchParams) => keysOf(pages).find((name) => query.get(name));

const results = (words: string) =>
  list('find', 'Found', emptyFor(words), {
    args: { words },
    brief: true,
    columns: [
      column('title', 'Who or what', undefined, (row) =>
        toPage(textOf(row['kind']), row['key'], { words }),
      ),
      column('kind', 'Kind', pageWords),
      column('about', 'Reason', { ...refundKindsOnDesk, ...aboutWords }),
      column('state', 'Refund', refundStatesOnDesk),
      column('status', 'Payment', paymentStatesOnDesk),
      column('amount', 'Amount', 'rupees'),
      column('pack', 'Pack', packWords),
      column('note', 'Note'),
      column('at', 'Since', 'moment'),
    ],
  });

const newMembers = (query: URLSearchParams) => {
  const where = narrowedBy(query, ['from', 'to']);
  return list('members', 'New members', 'No one has signed up.', {
    ...(where && { where }),
    filters: days,
    file: 'members',
    brief: true,
    columns: [
      column('name', 'Name', undefined, toMember),
      column('email', 'Email'),
      {
        ...column('is_verified', 'Email verified', 'yes'),
        words: { true: '' },
        text: () => 'Email not verified',
      },
      { ...column('packs', 'Packs', 'most'), words: { 0: '' } },
      column('signed_up', 'Signed up', 'moment'),
      column('phone', 'Phone'),
    ],
  });
};

export const find: DeskScreen = {
  name: 'find',
  label: 'Find',
  purpose: 'Look someone up, and act for them.',
  search: {
    name: 'words',
    label: 'Who or what are you looking for?',
    button: 'Find',
    hint: 'A name, an email, a phone number, or the number of a payment, order, refund or message.',
  },
  opened: (query) => {
    const words = query.get('words');
    const back = words
      ? { label: 'Back to results', href: screenAddress('find', { words }) }
      : { label: 'Back to Find', href: screenAddress('find') };
    const kind = pageIn(query);
    return (
      kind && {
        list: `${kind}_facts`,
        title: (row) => (row ? pages[kind].title(row) : pageWords[kind]),
        back,
      }
    );
  },
  lists: (query) => {
    const words = query.get('words')?.trim();
    const kind = pageIn(query);
    if (kind) return pages[kind].lists(query.get(kind) ?? '');
    return [words ? results(words) : newMembers(query)];
  },
};
