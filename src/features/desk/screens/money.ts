import { button, list, textOf, type Column, type DeskScreen, type Row } from '../desk-screen.ts';
import { flag, packWords, person, rupees, toMember, toPayment, told } from './common.ts';

const request = { request: 'request' };
const audiences = { everybody: 'Everybody', members: 'All members', address: 'One person' };
const undecided = ({ state }: Row) => state === 'asked' || state === 'more_needed';
export const refundKind: Column = {
  name: 'kind',
  label: 'Kind',
  words: {
    ordinary: 'Changed their mind',
    session: 'A session went wrong',
    offer: 'Offer of an IIM',
    discount: 'Discount',
    mistake: 'Paid by mistake',
  },
};

export const refundState: Column = {
  name: 'state',
  label: 'State',
  words: {
    asked: 'Waiting for you',
    more_needed: 'Waiting for the member',
    approved: 'Approved',
    paying: 'At the provider',
    failed: 'Failed, tried again',
    by_transfer: 'Goes by transfer',
    paid: 'Paid',
    declined: 'Declined',
    taken_back: 'Taken back',
  },
};

/** The requests for a refund; `refund_facts` returns one of them with the same columns. */
export const openRefunds = list('open_refunds', 'Refunds', 'No open requests.', {
  columns: [
    { name: 'request', label: 'Request' },
    { name: 'member', label: 'Member' },
    { name: 'amount', label: 'Amount', kind: 'rupees' },
    refundKind,
    refundState,
    { name: 'promised_for', label: 'Promised by', kind: 'day' },
    { name: 'files', label: 'Letter', kind: 'files' },
    { name: 'institute', label: 'Institute' },
    { name: 'offered_on', label: 'Offered', kind: 'day' },
    { name: 'interviewed_on', label: 'Interviewed', kind: 'day' },
    { name: 'equal_letters', label: 'Same letter as' },
    { name: 'needs', label: 'Asked for', kind: 'lines' },
    { name: 'answer', label: 'Answer', kind: 'lines' },
    { name: 'problem', label: 'Problem' },
    { name: 'refunds_by_hand', label: 'Returned by hand' },
  ],
  leadsTo: toMember,
  actions: [
    button('approve_refund', 'Approve', {
      args: request,
      asks: (row) =>
        `Return ${rupees(row)} to ${person(row)} for ${textOf(row['request'])}? You can undo it until it is paid, within ten minutes.`,
      when: undecided,
    }),
    button('decline_refund', 'Decline', {
      args: request,
      fields: [told('reason', 'Reason')],
      asks: (row) => `Decline ${textOf(row['request'])} of ${person(row)}?`,
      final: true,
      when: (row) => undecided(row) || row['state'] === 'by_transfer' || row['held'] === true,
    }),
    button('ask_for_more', 'Ask for more', {
      args: request,
      fields: [told('needs', 'What is needed')],
      asks: (row) =>
        `Ask ${person(row)} for more about ${textOf(row['request'])}? You can ask once.`,
      when: ({ state }) => state === 'asked',
    }),
    button('undo_refund', 'Undo', {
      args: request,
      asks: (row) => `Undo the approval of ${rupees(row)} for ${textOf(row['request'])}?`,
      when: ({ state }) => state === 'approved',
    }),
    button('pay_refund', 'Pay it now', {
      args: request,
      asks: (row) =>
        `Pay ${rupees(row)} to ${person(row)}? It was held back: check first what was returned by hand.`,
      when: ({ held }) => held === true,
    }),
    button('refund_by_transfer', 'Send by transfer', {
      args: request,
      asks: (row) =>
        `Send ${rupees(row)} by bank transfer yourself, because the provider refuses it?`,
      when: (row) =>
        row['state'] === 'failed' || row['held'] === true || textOf(row['problem']) !== '',
    }),
    button('record_transfer', 'The transfer is made', {
      args: request,
      fields: [
        { name: 'reference', label: 'Reference of the bank (UTR), or rfnd_…', kind: 'text' },
      ],
      asks: (row) => `Record that ${rupees(row)} went to ${person(row)}?`,
      final: true,
      when: ({ state }) => state === 'by_transfer',
    }),
  ],
});

export const money: DeskScreen = {
  name: 'money',
  label: 'Money',
  actions: [
    button('record_purchase', 'Enter a purchase', {
      fields: [
        {
          name: 'payment_reference',
          label: 'Reference',
          kind: 'text',
          hint: 'The provider’s pay_…, or the bank’s UTR.',
        },
        { name: 'pack', label: 'Pack', kind: 'choice', options: packWords },
        { name: 'rupees', label: 'Price (rupees)', kind: 'rupees' },
        { name: 'email', label: 'Buyer’s e-mail', kind: 'text' },
        { name: 'paid_at', label: 'Paid (India time)', kind: 'moment', optional: true },
        { name: 'method', label: 'How', kind: 'text', optional: true },
        {
          name: 'provider_order',
          label: 'Order number of the provider',
          kind: 'text',
          optional: true,
          hint: 'order_…, if it was paid through one of the provider’s links.',
        },
        {
          name: 'code',
          label: 'Discount code',
          kind: 'text',
          optional: true,
          hint: 'Then enter the price after the discount above.',
        },
      ],
    }),
    button('add_code', 'Make a discount code', {
      fields: [
        {
          name: 'rupees',
          label: 'Rupees off',
          kind: 'rupees',
          optional: true,
          hint: 'Either this or percent.',
        },
        {
          name: 'percent',
          label: 'Percent off',
          kind: 'number',
          optional: true,
          hint: 'Either this or rupees. 1 to 90; the amount to pay is rounded down to a whole rupee.',
        },
        {
          name: 'audience',
          label: 'For whom',
          kind: 'choice',
          options: audiences,
          hint: 'A code for all members is shown on their cards; nobody has to type it.',
        },
        {
          name: 'address',
          label: 'E-mail of the one person',
          kind: 'text',
          optional: true,
          hint: 'It works in an account that has verified this address.',
        },
        {
          name: 'code',
          label: 'Code',
          kind: 'text',
          optional: true,
          hint: 'Do not use a person’s name. Leave it empty for a code that nobody can guess.',
        },
        { name: 'pack', label: 'Only for', kind: 'choice', options: packWords, optional: true },
        { name: 'until', label: 'Last day', kind: 'day', optional: true },
        {
          name: 'uses',
          label: 'Uses in total',
          kind: 'number',
          optional: true,
          hint: 'Leave it empty for no limit; a code for one person works once.',
        },
        {
          name: 'once',
          label: 'Once for each person, who must be logged in',
          kind: 'yes',
        },
        { name: 'note', label: 'Note for us', kind: 'lines', optional: true },
      ],
    }),
  ],
  lists: () => [
    openRefunds,
    list('refunds_due', 'Paid by mistake', 'Nothing to return.', {
      columns: [
        { name: 'payment_id', label: 'Payment' },
        { name: 'due', label: 'To return', kind: 'rupees' },
        { name: 'why', label: 'Why' },
        { name: 'waiting', label: 'For', kind: 'span' },
        { name: 'disputed', label: 'Disputed', ...flag },
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
    list('discount_codes', 'Discount codes', 'No codes yet.', {
      folded: true,
      columns: [
        { name: 'code', label: 'Code' },
        { name: 'takes_off', label: 'Discount' },
        { name: 'pack', label: 'Only for', words: packWords },
        { name: 'audience', label: 'For', words: audiences },
        { name: 'address', label: 'Address' },
        { name: 'once', label: 'Once each', kind: 'yes' },
        { name: 'until', label: 'Last day', kind: 'day' },
        { name: 'uses', label: 'Uses at most' },
        { name: 'paid', label: 'Paid with it' },
        { name: 'waiting', label: 'Started, not paid' },
        { name: 'given', label: 'Total discount', kind: 'rupees' },
        { name: 'payments', label: 'Latest payments' },
        { name: 'note', label: 'Note', kind: 'lines' },
        { name: 'made_by', label: 'Made by' },
        { name: 'ended_at', label: 'Ended', kind: 'moment' },
      ],
      actions: [
        button('end_code', 'End it', {
          args: { code: 'code' },
          asks: (row) => `End ${textOf(row['code'])}? Purchases started with it can still be paid.`,
          final: true,
          when: (row) => !row['ended_at'],
        }),
      ],
    }),
    list('disputes', 'Disputes at the bank', 'None.', {
      columns: [
        { name: 'dispute', label: 'Dispute' },
        { name: 'status', label: 'State', kind: 'name' },
        { name: 'respond_by', label: 'Answer by', kind: 'moment' },
        { name: 'amount', label: 'Amount', kind: 'rupees' },
        { name: 'reason', label: 'Reason' },
        { name: 'member', label: 'Member' },
      ],
      leadsTo: toPayment,
    }),
    list('events_to_review', 'Events without an order', 'None.', {
      folded: true,
      columns: [
        { name: 'received_at', label: 'Received', kind: 'moment' },
        { name: 'type', label: 'Event' },
        { name: 'outcome', label: 'Outcome' },
        { name: 'payment_id', label: 'Payment' },
      ],
      leadsTo: toPayment,
    }),
    list('webhook_health', 'How we learn of payments', 'No payments in the last two weeks.', {
      folded: true,
      columns: [
        { name: 'day', label: 'Day', kind: 'day' },
        { name: 'webhooks', label: 'From Razorpay (webhooks)' },
        { name: 'callbacks', label: 'From buyers’ browsers' },
        { name: 'found_by_reconciler', label: 'Found by our own check' },
        { name: 'orphans', label: 'Without an order' },
        { name: 'mismatches', label: 'Differ from the order' },
        { name: 'last_webhook', label: 'Last webhook', kind: 'moment' },
      ],
    }),
    list('open_orders', 'Started and not paid', 'None in the last five days.', {
      folded: true,
      columns: [
        { name: 'created_at', label: 'Started', kind: 'moment' },
        { name: 'pack', label: 'Pack', words: packWords },
        { name: 'amount', label: 'Amount', kind: 'rupees' },
        { name: 'attempts', label: 'Tries' },
        { name: 'last_error', label: 'Last error' },
      ],
    }),
  ],
};
