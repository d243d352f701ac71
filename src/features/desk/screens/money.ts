import { paymentMethods, paymentStatesOnDesk } from '../../../domain/payments/orders.ts';
import { indiaDay, indiaWeek } from '../../../domain/words/dates.ts';
import { serverNow } from '../../../lib/clock.ts';
import { refundKindsOnDesk, refundStatesOnDesk } from '../state-words.ts';
import {
  button,
  cellText,
  column,
  field,
  fieldIn,
  list,
  rowButton,
  screenAddress,
  shortDay,
  textOf,
  type Column,
  type DeskScreen,
  type Row,
} from '../desk-screen.ts';
import {
  days,
  flag,
  leaveUnsaid,
  narrowedBy,
  packWords,
  person,
  rupees,
  toMember,
  toPage,
  toPayment,
  told,
} from './common.ts';

const ofCode = fieldIn('discount_codes');

const audiences = { everybody: 'Everyone', members: 'All members', address: 'One person' };
const isLive = (row: Row) => !row['ended_at'];
const undecided = ({ state }: Row) => state === 'asked' || state === 'more_needed';
export const refundKind = column('kind', 'Kind', refundKindsOnDesk);
const state = column('state', 'Status', refundStatesOnDesk);
/** A refund's status, with the day on which it ended: 'Declined on Sat, 28 Nov'. */
export const refundState: Column = {
  ...state,
  text: (row) =>
    `${cellText(state, row)}${row['ended_at'] ? ` on ${shortDay(textOf(row['ended_at']))}` : ''}`,
};

/** Requests for a refund. `refund_facts` returns a single one with the same columns. */
export const openRefunds = list('open_refunds', 'Refunds', 'No refunds are waiting.', {
  columns: [
    column('request', 'Request', 'code', (row) => toPage('refund', row['request'])),
    column('amount', 'Amount', 'rupees'),
    column('member_name', 'Member', undefined, toMember),
    refundKind,
    column('pack', 'Pack', packWords),
    column('sessions', 'Sessions returned'),
    column('asked_at', 'Asked', 'moment'),
    column('reason', 'Reason', 'lines'),
    column('reference', 'Refund reference', 'code'),
    column('promised_for', 'Promised by', 'day'),
    flag('missed', 'Late'),
    flag('disputed', 'Disputed'),
    column('files', 'Letter', 'files'),
    column('institute', 'Institute'),
    column('offered_on', 'Offered on', 'day'),
    column('interviewed_on', 'Interviewed on', 'day'),
    column('equal_letters', 'Same letter as'),
    column('went_wrong', 'What went wrong', 'lines'),
    column('needs', 'What you asked for', 'lines'),
    column('answer', 'The member’s answer', 'lines'),
    column('problem', 'Problem'),
    column('refunds_by_hand', 'Refunded by hand'),
    column('member', 'Email'),
    column('payment', 'Payment', 'code', toPayment),
    refundState,
  ],
  actions: [
    rowButton('approve_refund', 'Approve refund', 'request', {
      asks: (row) =>
        `Refund ${rupees(row)} to ${person(row)} for ${textOf(row['request'])}? You can undo this until we pay the refund, which we do within ten minutes.`,
      next: (row) => ({
        label: 'Undo approval',
        href: screenAddress('find', { refund: textOf(row['request']), do: 'undo_refund' }),
      }),
      when: undecided,
    }),
    rowButton('decline_refund', 'Decline refund', 'request', {
      fields: [told('reason', 'Reason', 'refund_requests_reason_check')],
      asks: (row) =>
        `Decline ${textOf(row['request'])} from ${person(row)} (${rupees(row)})? They will not get any money back, and can read your reason.`,
      final: true,
      when: (row) => undecided(row) || row['state'] === 'by_transfer' || row['held'] === true,
    }),
    rowButton('ask_for_more', 'Ask for more information', 'request', {
      fields: [told('needs', 'What you need', 'refund_requests_needs_check')],
      asks: (row) =>
        `Ask ${person(row)} for more information about ${textOf(row['request'])}? The request will then wait for their answer. You can ask only once.`,
      when: ({ state }) => state === 'asked',
    }),
    rowButton('undo_refund', 'Undo approval', 'request', {
      asks: (row) =>
        `Undo the approval of ${rupees(row)} to ${person(row)} for ${textOf(row['request'])}? No money will be sent.`,
      when: ({ state }) => state === 'approved',
    }),
    rowButton('pay_refund', 'Pay refund now', 'request', {
      asks: (row) =>
        `Pay ${rupees(row)} to ${person(row)}? We held this refund back because money was refunded by hand: check that first.`,
      when: ({ held }) => held === true,
    }),
    rowButton('refund_by_transfer', 'Switch to bank transfer', 'request', {
      asks: (row) =>
        `Refund ${rupees(row)} by bank transfer instead of through Razorpay? We will ask the member for their bank details, and you make the transfer yourself.`,
      when: (row) =>
        row['state'] === 'failed' || row['held'] === true || textOf(row['problem']) !== '',
    }),
    rowButton('record_transfer', 'Record transfer', 'request', {
      fields: [
        field('reference', 'The bank’s reference (UTR), or rfnd_…', 'text', {
          limit: 'not_a_reference',
        }),
      ],
      asks: (row) =>
        `Record that you sent ${rupees(row)} to ${person(row)}? The refund will then count as paid.`,
      final: true,
      when: ({ state }) => state === 'by_transfer',
    }),
  ],
});

/**
 * Every payment, filtered by day, state and pack. Once one of these is chosen, the list comes first; until then, it
 * first shows only the newest.
 */
const payments = (query: URLSearchParams) => {
  const where = narrowedBy(query, ['from', 'to', 'status', 'pack']);
  return list('payments', 'Payments', 'No payments.', {
    ...(where ? { where } : { first: 5 }),
    filters: [
      ...days,
      { name: 'status', label: 'Status', options: () => ({ '': 'All', ...paymentStatesOnDesk }) },
      { name: 'pack', label: 'Pack', options: () => ({ '': 'All', ...packWords }) },
    ],
    file: 'payments',
    brief: true,
    columns: [
      column('payer', 'Who', undefined, toPayment),
      column('amount', 'Amount', 'rupees'),
      column('status', 'Status', paymentStatesOnDesk),
      column('pack', 'Pack', packWords),
      column('paid_at', 'Paid', 'moment'),
      column('email', 'Email'),
      column('payment', 'Reference', 'code'),
    ],
  });
};

/** Sales, refunds and visits, by day. */
export const twoWeeks = list('money_week', 'The last two weeks', 'No figures yet.', {
  file: 'days',
  folded: true,
  figures: true,
  columns: [
    column('day', 'Day', 'day'),
    column('orders', 'Sold'),
    column('received', 'Received', 'rupees'),
    column('refunded', 'Refunded', 'rupees'),
    column('sign_ups', 'Sign-ups'),
    column('page_views', 'Page views'),
    // A day without sales or visitors is one line on a phone.
  ].map((one) => ({ ...one, words: { 0: '' } })),
});

export const money: DeskScreen = {
  name: 'money',
  label: 'Money',
  purpose: (rows) => {
    const thisWeek = rows('money_week')?.filter(({ day }) => textOf(day) >= indiaWeek(serverNow()));
    const sum = (name: string) =>
      rupees({ amount: thisWeek?.reduce((total, row) => total + Number(row[name]), 0) });
    return `Refunds, purchases and discount codes.${thisWeek ? ` This week: ${sum('received')} received, ${sum('refunded')} refunded.` : ''}`;
  },
  actions: [
    button('record_purchase', 'Record purchase', {
      asks: () => 'The buyer will get the pack, and it will count as sold.',
      tries: true,
      asksProvider: true,
      fields: [
        field('payment_reference', 'Reference', 'text', {
          limit: 'not_a_reference',
          hint: 'If it starts with pay_, we ask Razorpay about it first.',
        }),
        field('pack', 'Pack', 'choice', { options: packWords }),
        field('email', 'Buyer’s email', 'text', { limit: 'not_an_address' }),
        field('rupees', 'Price (rupees)', 'rupees', {
          optional: true,
          hint: 'Leave it empty for the pack’s price, minus the code’s discount.',
        }),
        field('paid_at', 'Paid on (India time)', 'moment', {
          optional: true,
          limit: 'not_paid_lately',
        }),
        field('method', 'Paid by', 'choice', {
          options: paymentMethods,
          optional: true,
        }),
        field('code', 'Discount code', 'text', { optional: true }),
      ],
    }),
    button('add_code', 'New code', {
      asks: () => 'Buyers can use the code right away.',
      tries: true,
      fields: [
        ofCode('rupees', 'Rupees off', 'rupees', {
          optional: true,
          hint: 'Fill in rupees or percent, not both.',
        }),
        ofCode('percent', 'Percent off', 'number', {
          optional: true,
          hint: 'Fill in rupees or percent, not both. The buyer pays a whole number of rupees, rounded down.',
        }),
        field('audience', 'For whom', 'choice', {
          options: audiences,
          hint: 'If the code is for all members, each pack shows it to them, so they need not type it.',
        }),
        ofCode('address', 'That person’s email', 'text', {
          only: { field: 'audience', values: ['address'] },
          hint: 'The code works only in an account that has verified this address.',
        }),
        ofCode('code', 'Code', 'text', {
          optional: true,
          hint: 'Do not use a person’s name. Leave it empty, and we make one that no one can guess.',
        }),
        field('pack', 'Only for this pack', 'choice', {
          options: packWords,
          optional: true,
          none: 'All packs',
        }),
        field('until', 'Last day', 'day', {
          optional: true,
          only: { field: 'audience', values: ['', 'everybody', 'members'] },
          limit: 'code_ends_too_late',
        }),
        field('until', 'Last day', 'day', {
          only: { field: 'audience', values: ['address'] },
          limit: 'code_ends_too_late',
        }),
        ofCode('uses', 'Uses in total', 'number', {
          optional: true,
          hint: 'Leave it empty for no limit. A code for one person works once.',
        }),
        field('once', 'Each person can use it once, and must be logged in', 'yes'),
        ofCode('note', 'Note for us', 'lines', { optional: true }),
      ],
    }),
  ],
  lists: (query) => [
    ...(payments(query).where ? [payments(query)] : []),
    leaveUnsaid(openRefunds, { state: 'asked' }),
    list('refunds_due', 'Paid by mistake', 'No payments to refund.', {
      quiet: true,
      // A payment that is already being returned is listed under 'Refunds', with 'Undo approval'.
      hides: ({ request }) => Boolean(request),
      columns: [
        column('payment_id', 'Payment', undefined, toPayment),
        column('due', 'To refund', 'rupees'),
        column('why', 'Why'),
        column('waiting', 'Waiting for', 'span'),
        flag('disputed', 'Disputed'),
      ],
      actions: [
        button('return_payment', 'Refund payment', {
          args: { payment: 'payment_id' },
          asks: (row) =>
            `Refund ${rupees(row, 'due')} of ${textOf(row['payment_id'])} to the payer? You can undo this until we pay the refund, which we do within ten minutes.`,
          when: ({ disputed }) => disputed !== true,
        }),
      ],
    }),
    list('disputes', 'Bank disputes', 'No payments are disputed.', {
      quiet: true,
      columns: [
        column('dispute', 'Dispute', 'code'),
        column('status', 'Status', 'name'),
        column('respond_by', 'Answer by', 'moment'),
        column('amount', 'Amount', 'rupees'),
        column('reason', 'Reason'),
        column('payment', 'Payment', undefined, toPayment),
        column('member_name', 'Member', undefined, toMember),
        column('member', 'Email'),
      ],
    }),
    list('events_to_review', 'Payment notifications to check', 'Nothing to check.', {
      quiet: true,
      columns: [
        column('received_at', 'Received', 'moment'),
        column('type', 'Notification'),
        column('outcome', 'Problem', {
          orphan: 'Matches no order',
          mismatch: 'Differs from its order',
        }),
        column('payment_id', 'Payment', undefined, toPayment),
      ],
      actions: [
        button('settle_event', 'Mark as checked', {
          args: { event: 'event_id' },
          asks: (row) =>
            `Mark this notification${row['payment_id'] ? ` of ${textOf(row['payment_id'])}` : ''} as checked? It will disappear from the list.`,
          final: true,
        }),
      ],
    }),
    ...(payments(query).where ? [] : [payments(query)]),
    list('discount_codes', 'Discount codes', 'No codes yet.', {
      folded: true,
      counts: (row) => isLive(row) && textOf(row['until'] ?? 'z') >= indiaDay(serverNow()),
      columns: [
        column('code', 'Code'),
        column('takes_off', 'Discount'),
        column('pack', 'Only for', packWords),
        column('audience', 'For', audiences),
        column('address', 'Address'),
        column('once', 'Once for each person', 'yes'),
        column('until', 'Last day', 'day'),
        column('uses', 'Uses in total'),
        column('paid', 'Used and paid'),
        column('waiting', 'Started, not confirmed'),
        column('given', 'Total discount', 'rupees'),
        column('payments', 'Latest payments'),
        column('note', 'Note', 'lines'),
        column('made_by', 'Made by'),
        column('ended_at', 'Ended', 'moment'),
      ],
      actions: [
        rowButton('end_code', 'End code', 'code', {
          asks: (row) =>
            `End ${textOf(row['code'])}? No one will be able to start a purchase with it any more. Purchases already started can still be paid for.`,
          final: true,
          when: isLive,
        }),
      ],
    }),
    twoWeeks,
    list('webhook_health', 'Razorpay’s notifications', 'No notifications in the last two weeks.', {
      folded: true,
      figures: true,
      columns: [
        column('day', 'Day', 'day'),
        column('webhooks', 'From Razorpay (webhooks)'),
        column('callbacks', 'From buyers’ browsers'),
        column('found_by_reconciler', 'Found by our own check'),
        column('orphans', 'Match no order'),
        column('mismatches', 'Differ from their order'),
        column('last_webhook', 'Last webhook', 'moment'),
      ],
    }),
    list('open_orders', 'Started, not paid', 'No such payment in the last five days.', {
      folded: true,
      columns: [
        column('created_at', 'Started', 'moment'),
        column('payer', 'Who', undefined, toMember),
        column('pack', 'Pack', packWords),
        column('amount', 'Amount', 'rupees'),
        column('attempts', 'Attempts'),
        column('last_error', 'Last error'),
      ],
    }),
  ],
};
