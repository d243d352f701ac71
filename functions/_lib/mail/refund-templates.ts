import * as v from 'valibot';
import { lasting } from '../../../src/domain/periods.ts';
import { formatDay } from '../../../src/domain/words/dates.ts';
import { formatPaise } from '../../../src/domain/words/money.ts';
import { packName } from '../../../src/domain/packs/packs.ts';
import { isUnasked, refundKinds, refundKindsInMails } from '../../../src/domain/refunds/refund.ts';
import { day } from '../../../src/domain/schema.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import type { Block } from './render.ts';
import {
  letter,
  optionalText,
  question,
  template,
  type MailContext,
  type Templates,
} from './template.ts';

// Mails about refunds (§17.16). The operator wrote the lists and the reasons, so mails print them unchanged.

const entries = {
  user_id: optionalText,
  number: v.pipe(v.string(), v.regex(/^R-\d+$/)),
  kind: v.picklist(refundKinds),
  pack: v.string(),
  payment: v.string(),
  amount: v.number(),
  sessions: v.number(),
  unused: v.number(),
  left: v.number(),
  was_approved: v.boolean(),
  decide_by: day,
};
type Refund = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;

/** Headings for refunds that we approved without a request from the member. */
const unasked: Partial<Record<Refund['kind'], string>> = {
  discount: 'Your discount is on its way',
  mistake: 'A payment goes back to you',
};

function facts({ number, kind, pack, payment, amount }: Refund, context: MailContext): Block {
  return {
    rows: [
      ['Request', number],
      ['What', refundKindsInMails[kind]],
      ['Pack', packName(pack)],
      ['Amount', formatPaise(amount)],
      ['Payment', payment],
      ['Seller', context.seller.name],
    ],
  };
}

/**
 * The end of every mail to the person who paid. Only a member has a page that shows the request, so only a member gets
 * the button.
 */
const end = ({ user_id: account, number }: Refund, context: MailContext): Block[] => [
  ...(account === null
    ? []
    : [
        {
          button: 'See your request',
          href: `${context.siteUrl}${memberPages.refunds}?${new URLSearchParams({ request: number })}`,
        },
      ]),
  question(context),
];

/** What an open request blocks, and what happens if the member withdraws it (§17.5 to §17.7). */
function meanwhile(kind: Refund['kind']): string {
  const withdrawing = 'You can withdraw the request on your dashboard until it is decided';
  switch (kind) {
    case 'session':
      return 'Until then this session cannot be booked again or given back. Your other sessions stay as they are.';
    case 'offer':
      return `Until then you cannot book sessions on this pack. Existing bookings stay until the money is paid. ${withdrawing}: you can then book again.`;
    default:
      return `Until then you cannot book sessions on this pack. ${withdrawing}: you then get the sessions back, but not the bookings that ended.`;
  }
}

/** What returns to the member when a request ends without a refund. */
function whatComesBack({ kind, unused, left, was_approved }: Refund): string {
  if (was_approved || left < unused) return 'Your dashboard shows what is left of the pack.';
  switch (kind) {
    case 'ordinary':
      return 'The sessions of the request are yours again, as long as the pack is valid. Bookings that ended with it do not come back, so please book again.';
    case 'session':
      return unused > 0
        ? 'The session is yours again, as long as the pack is valid.'
        : 'The session stays as it was before you asked.';
    case 'offer':
      return left > 0
        ? 'You can book sessions on this pack again, as long as it is valid.'
        : 'Your pack is as it was before you asked.';
    case 'discount':
    case 'mistake':
      return 'Your sessions stay as they are.';
  }
}

/** Mails about refunds, by kind; `refund_to_decide` goes to support. */
export const refundTemplates: Templates = {
  refund_asked: letter(entries, (refund, context) => ({
    subject: `We have your request ${refund.number}`,
    preview: `We decide by ${formatDay(refund.decide_by)}.`,
    heading:
      refund.kind === 'offer'
        ? 'Congratulations on your offer! Your request has arrived'
        : 'Your request has arrived',
    says: `We decide by ${formatDay(refund.decide_by)}, and send the money within ${lasting('refund')} of the decision. If we need anything more, we ask once.`,
    blocks: [facts(refund, context), meanwhile(refund.kind), ...end(refund, context)],
  })),
  refund_needs_more: letter({ ...entries, needs: v.string() }, (refund, context) => ({
    subject: `We need something more from you for ${refund.number}`,
    preview: 'Please answer on your dashboard.',
    heading: 'We need something more',
    says: 'To decide your request, we need the following from you. We ask only once.',
    blocks: [refund.needs, facts(refund, context), ...end(refund, context)],
  })),
  refund_approved: letter({ ...entries, pay_by: day }, (refund, context) => ({
    subject: `${refund.kind === 'mistake' ? '' : 'Approved: '}${formatPaise(refund.amount)} goes back to you`,
    preview: `Today, at the latest by ${formatDay(refund.pay_by)}, to the original payment method.`,
    heading: unasked[refund.kind] ?? 'Your refund is approved',
    says: `${refund.kind === 'mistake' ? 'This payment reached us by mistake. ' : ''}We send ${formatPaise(refund.amount)} today, at the latest by ${formatDay(refund.pay_by)}, to the card, account or wallet you paid with.${isUnasked(refund.kind) ? ' It costs you no session.' : ''}`,
    blocks: [facts(refund, context), ...end(refund, context)],
  })),
  refund_reopened: letter(entries, (refund, context) => ({
    subject: `We are looking at your request ${refund.number} again`,
    preview: `We decide by ${formatDay(refund.decide_by)}.`,
    heading: 'We are looking at your request again',
    says: `We told you by mistake that your refund was approved, and we are sorry. We will decide by ${formatDay(refund.decide_by)}, and write to you then.`,
    blocks: [facts(refund, context), ...end(refund, context)],
  })),
  refund_declined: letter({ ...entries, reason: v.string() }, (refund, context) => ({
    subject: `Your request ${refund.number} is declined`,
    preview: refund.reason,
    heading: 'Your request is declined',
    says: refund.was_approved
      ? 'We approved your request, but cannot pay it after all. We are sorry.'
      : 'We cannot approve your request.',
    blocks: [
      `The reason: ${refund.reason}`,
      facts(refund, context),
      `${whatComesBack(refund)} If you disagree, the refund policy names our grievance officer.`,
      ...end(refund, context),
    ],
  })),
  refund_taken_back: letter(entries, (refund, context) => ({
    subject: `You withdrew the request ${refund.number}`,
    preview: whatComesBack(refund),
    heading: 'You withdrew your request',
    says: whatComesBack(refund),
    blocks: [facts(refund, context), ...end(refund, context)],
  })),
  refund_by_transfer: letter(entries, (refund, context) => ({
    subject: `Where shall we send ${formatPaise(refund.amount)}?`,
    preview: 'Our payment provider cannot send it back the way you paid.',
    heading: 'We transfer your refund',
    says: `Our payment provider can no longer return this payment to the card, account or wallet you paid with. Please write to ${context.seller.email} from this address, and tell us the bank account for the transfer.`,
    blocks: [
      facts(refund, context),
      { note: 'We never ask for a card number, a PIN or a password.' },
      ...end(refund, context),
    ],
  })),
  refund_paid: letter({ ...entries, transfer_reference: optionalText }, (refund, context) => ({
    subject: `Paid: your refund of ${formatPaise(refund.amount)}`,
    preview: 'Your bank may need a few working days to show it.',
    heading: refund.kind === 'discount' ? 'Your discount is paid' : 'Your refund is paid',
    says:
      refund.transfer_reference === null
        ? 'The money is on its way to the card, account or wallet you paid with. Your bank may need a few working days to show it.'
        : `We have transferred the money. The bank's reference is ${refund.transfer_reference}.`,
    blocks: [facts(refund, context), ...end(refund, context)],
  })),
  refund_to_decide: template({ ...entries, answered: v.boolean() }, (refund, context) => ({
    subject: `Decide ${refund.number} by ${formatDay(refund.decide_by)}`,
    preview: `${refundKindsInMails[refund.kind]}, ${formatPaise(refund.amount)}.`,
    heading: refund.answered ? 'A member answered' : 'A member asks for a refund',
    blocks: [
      `${refund.answered ? 'The missing information for this request has arrived.' : 'This request is waiting for a decision.'} It is on the desk under 'Money' (docs/operations.md, 'Refunds').`,
      facts(refund, context),
    ],
  })),
};
