import { paymentMethods, paymentStatesOnDesk } from '../../../domain/payments/orders.ts';
import { refundKindsOnDesk, refundStatesOnDesk } from '../state-words.ts';
import {
  button,
  column,
  field,
  fieldIn,
  list,
  rowButton,
  textOf,
  type DeskScreen,
  type Row,
} from '../desk-screen.ts';
import {
  days,
  flag,
  narrowedBy,
  packWords,
  person,
  rupees,
  toMember,
  toPayment,
  told,
} from './common.ts';

const ofCode = fieldIn('discount_codes');

const audiences = { everybody: 'Everybody', members: 'All members', address: 'One person' };
const undecided = ({ state }: Row) => state === 'asked' || state === 'more_needed';
export const refundKind = column('kind', 'Kind', refundKindsOnDesk);
export const refundState = column('state', 'State', refundStatesOnDesk);

/** Requests for a refund. `refund_facts` returns a single one with the same columns. */
export const openRefunds = list('open_refunds', 'Refunds', 'No open requests.', {
  columns: [
    column('request', 'Request'),
    column('member', 'Member'),
    column('amount', 'Amount', 'rupees'),
    refundKind,
    refundState,
    column('promised_for', 'Promised by', 'day'),
    column('files', 'Letter', 'files'),
    column('institute', 'Institute'),
    column('offered_on', 'Offered', 'day'),
    column('interviewed_on', 'Interviewed', 'day'),
    column('equal_letters', 'Same letter as'),
    column('needs', 'Asked for', 'lines'),
    column('answer', 'Answer', 'lines'),
    column('problem', 'Problem'),
    column('refunds_by_hand', 'Returned by hand'),
  ],
  leadsTo: toMember,
  actions: [
    rowButton('approve_refund', 'Approve', 'request', {
      asks: (row) =>
        `Return ${rupees(row)} to ${person(row)} for ${textOf(row['request'])}? You can undo it until it is paid, within ten minutes.`,
      when: undecided,
    }),
    rowButton('decline_refund', 'Decline', 'request', {
      fields: [told('reason', 'Reason', 'refund_requests_reason_check')],
      asks: (row) => `Decline ${textOf(row['request'])} of ${person(row)}?`,
      final: true,
      when: (row) => undecided(row) || row['state'] === 'by_transfer' || row['held'] === true,
    }),
    rowButton('ask_for_more', 'Ask for more', 'request', {
      fields: [told('needs', 'What is needed', 'refund_requests_needs_check')],
      asks: (row) =>
        `Ask ${person(row)} for more about ${textOf(row['request'])}? You can ask once.`,
      when: ({ state }) => state === 'asked',
    }),
    rowButton('undo_refund', 'Undo', 'request', {
      asks: (row) => `Undo the approval of ${rupees(row)} for ${textOf(row['request'])}?`,
      when: ({ state }) => state === 'approved',
    }),
    rowButton('pay_refund', 'Pay it now', 'request', {
      asks: (row) =>
        `Pay ${rupees(row)} to ${person(row)}? It was held back: check first what was returned by hand.`,
      when: ({ held }) => held === true,
    }),
    rowButton('refund_by_transfer', 'Send by transfer', 'request', {
      asks: (row) =>
        `Send ${rupees(row)} by bank transfer yourself, because the provider refuses it?`,
      when: (row) =>
        row['state'] === 'failed' || row['held'] === true || textOf(row['problem']) !== '',
    }),
    rowButton('record_transfer', 'The transfer is made', 'request', {
      fields: [
        field('reference', 'Reference of the bank (UTR), or rfnd_…', 'text', {
          limit: 'refund_requests_transfer_reference_check',
        }),
      ],
      asks: (row) => `Record that ${rupees(row)} went to ${person(row)}?`,
      final: true,
      when: ({ state }) => state === 'by_transfer',
    }),
  ],
});

/** Every payment, by day, state and pack. Once one of these is chosen, the list comes first. */
const payments = (query: URLSearchParams) => {
  const where = narrowedBy(query, ['from', 'to', 'status', 'pack']);
  return list('payments', 'Payments', 'No payments.', {
    ...(where ? { where } : { folded: true as const }),
    filters: [
      ...days,
      { name: 'status', label: 'State', options: () => ({ '': 'All', ...paymentStatesOnDesk }) },
      { name: 'pack', label: 'Pack', options: () => ({ '': 'All', ...packWords }) },
    ],
    file: 'payments',
    columns: [
      column('paid_at', 'Paid', 'moment'),
      column('payer', 'Who'),
      column('pack', 'Pack', packWords),
      column('amount', 'Amount', 'rupees'),
      column('status', 'State', paymentStatesOnDesk),
      column('email', 'E-mail'),
      column('payment', 'Reference'),
    ],
    leadsTo: toPayment,
  });
};

export const money: DeskScreen = {
  name: 'money',
  label: 'Money',
  actions: [
    button('record_purchase', 'Enter a purchase', {
      tries: true,
      asksProvider: true,
      fields: [
        field('payment_reference', 'Reference', 'text', {
          limit: 'not_a_reference',
          hint: 'Razorpay is asked about a pay_… before it counts.',
        }),
        field('pack', 'Pack', 'choice', { options: packWords }),
        field('email', 'Buyer’s e-mail', 'text', { limit: 'not_an_address' }),
        field('rupees', 'Price (rupees)', 'rupees', {
          optional: true,
          hint: 'Leave it empty for the pack’s price, less the code’s discount.',
        }),
        field('paid_at', 'Paid (India time)', 'moment', {
          optional: true,
          limit: 'not_paid_lately',
        }),
        field('method', 'How', 'choice', {
          options: paymentMethods,
          optional: true,
        }),
        field('code', 'Discount code', 'text', { optional: true }),
      ],
    }),
    button('add_code', 'Make a discount code', {
      tries: true,
      fields: [
        ofCode('rupees', 'Rupees off', 'rupees', {
          optional: true,
          hint: 'Either this or percent.',
        }),
        ofCode('percent', 'Percent off', 'number', {
          optional: true,
          hint: 'Either this or rupees. The amount to pay is rounded down to a whole rupee.',
        }),
        field('audience', 'For whom', 'choice', {
          options: audiences,
          hint: 'A code for all members is shown on their cards; nobody has to type it.',
        }),
        ofCode('address', 'E-mail of the one person', 'text', {
          optional: true,
          hint: 'It works in an account that has verified this address.',
        }),
        ofCode('code', 'Code', 'text', {
          optional: true,
          hint: 'Do not use a person’s name. Leave it empty for a code that nobody can guess.',
        }),
        field('pack', 'Only for', 'choice', { options: packWords, optional: true }),
        field('until', 'Last day', 'day', { optional: true, limit: 'code_ends_too_late' }),
        ofCode('uses', 'Uses in total', 'number', {
          optional: true,
          hint: 'Leave it empty for no limit; a code for one person works once.',
        }),
        field('once', 'Once for each person, who must be logged in', 'yes'),
        ofCode('note', 'Note for us', 'lines', { optional: true }),
      ],
    }),
  ],
  lists: (query) => [
    ...(payments(query).where ? [payments(query)] : []),
    openRefunds,
    list('refunds_due', 'Paid by mistake', 'Nothing to return.', {
      // A payment that is already being returned is under 'Refunds', with 'Undo'.
      hides: ({ request }) => Boolean(request),
      columns: [
        column('payment_id', 'Payment'),
        column('due', 'To return', 'rupees'),
        column('why', 'Why'),
        column('waiting', 'For', 'span'),
        flag('disputed', 'Disputed'),
      ],
      leadsTo: toPayment,
      actions: [
        button('return_payment', 'Return it', {
          args: { payment: 'payment_id' },
          asks: (row) =>
            `Return ${rupees(row, 'due')} of ${textOf(row['payment_id'])} to its payer?`,
          when: ({ disputed }) => disputed !== true,
        }),
      ],
    }),
    ...(payments(query).where ? [] : [payments(query)]),
    list('discount_codes', 'Discount codes', 'No codes yet.', {
      folded: true,
      columns: [
        column('code', 'Code'),
        column('takes_off', 'Discount'),
        column('pack', 'Only for', packWords),
        column('audience', 'For', audiences),
        column('address', 'Address'),
        column('once', 'Once each', 'yes'),
        column('until', 'Last day', 'day'),
        column('uses', 'Uses at most'),
        column('paid', 'Paid with it'),
        column('waiting', 'Started, not confirmed'),
        column('given', 'Total discount', 'rupees'),
        column('payments', 'Latest payments'),
        column('note', 'Note', 'lines'),
        column('made_by', 'Made by'),
        column('ended_at', 'Ended', 'moment'),
      ],
      actions: [
        rowButton('end_code', 'End it', 'code', {
          asks: (row) => `End ${textOf(row['code'])}? Purchases started with it can still be paid.`,
          final: true,
          when: (row) => !row['ended_at'],
        }),
      ],
    }),
    list('disputes', 'Disputes at the bank', 'None.', {
      columns: [
        column('dispute', 'Dispute'),
        column('status', 'State', 'name'),
        column('respond_by', 'Answer by', 'moment'),
        column('amount', 'Amount', 'rupees'),
        column('reason', 'Reason'),
        column('member', 'Member'),
      ],
      leadsTo: toPayment,
    }),
    list('events_to_review', 'Events to review', 'None.', {
      folded: true,
      columns: [
        column('received_at', 'Received', 'moment'),
        column('type', 'Event'),
        column('outcome', 'Outcome', {
          orphan: 'Without an order',
          mismatch: 'Differs from the order',
        }),
        column('payment_id', 'Payment'),
      ],
      leadsTo: toPayment,
      actions: [
        button('settle_event', 'Settle', {
          args: { event: 'event_id' },
          asks: (row) =>
            `Is nothing left to do about this event${row['payment_id'] ? ` of ${textOf(row['payment_id'])}` : ''}?`,
          final: true,
        }),
      ],
    }),
    list('webhook_health', 'How we learn of payments', 'No payments in the last two weeks.', {
      folded: true,
      columns: [
        column('day', 'Day', 'day'),
        column('webhooks', 'From Razorpay (webhooks)'),
        column('callbacks', 'From buyers’ browsers'),
        column('found_by_reconciler', 'Found by our own check'),
        column('orphans', 'Without an order'),
        column('mismatches', 'Differ from the order'),
        column('last_webhook', 'Last webhook', 'moment'),
      ],
    }),
    list('open_orders', 'Started and not confirmed', 'None in the last five days.', {
      folded: true,
      columns: [
        column('created_at', 'Started', 'moment'),
        column('pack', 'Pack', packWords),
        column('amount', 'Amount', 'rupees'),
        column('attempts', 'Tries'),
        column('last_error', 'Last error'),
      ],
    }),
  ],
};
