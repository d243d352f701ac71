import * as v from 'valibot';
import { lasting } from '../../../src/domain/periods.ts';
import { sessionKinds, sessionTitle } from '../../../src/domain/bookings/session-kinds.ts';
import { formatDay, longTime } from '../../../src/domain/words/dates.ts';
import { formatPaise } from '../../../src/domain/words/money.ts';
import { packById, packName } from '../../../src/domain/packs/packs.ts';
import {
  approvedMoneyComes,
  isUnasked,
  payersAccount,
  refundKinds,
  refundKindsInMails,
} from '../../../src/domain/refunds/refund.ts';
import { day, moment } from '../../../src/domain/schema.ts';
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

// Emails about refunds (§17.16). The operator wrote the lists and the reasons, so emails print them unchanged.

const entries = {
  user_id: optionalText,
  number: v.pipe(v.string(), v.regex(/^R-\d+$/)),
  kind: v.picklist(refundKinds),
  pack: v.string(),
  payment: v.string(),
  method: optionalText,
  // The member's session that the request is about.
  session: v.optional(
    v.nullable(v.object({ kind: v.picklist(sessionKinds), mentor: v.string(), starts_at: moment })),
    null,
  ),
  amount: v.number(),
  sessions: v.number(),
  unused: v.number(),
  left: v.number(),
  was_approved: v.boolean(),
  decide_by: day,
};
type Refund = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;

/** Subjects and headings for refunds that we approved without the member having asked. */
const unasked: Partial<Record<Refund['kind'], { subject: string; heading: string }>> = {
  discount: { subject: 'Approved: your discount of', heading: 'Your discount is on its way' },
  mistake: { subject: 'We are refunding', heading: 'We are refunding your payment' },
};

const nameOf = ({ kind, mentor }: NonNullable<Refund['session']>) =>
  sessionTitle(kind, { name: mentor, institute: null });

function facts(
  { number, kind, session, pack, payment, amount }: Refund,
  context: MailContext,
): Block {
  return {
    rows: [
      ['Request', number],
      ['What', refundKindsInMails[kind]],
      ...(session
        ? ([
            ['Session', `${nameOf(session)}, ${longTime(session.starts_at)} (India time)`],
          ] as const)
        : []),
      ['Pack', packName(pack)],
      ['Amount', formatPaise(amount)],
      ['Payment', payment],
      ['Seller', context.seller.name],
    ],
  };
}

/**
 * The end of every email to the person who paid. Only a member has a page that shows the request, so only a member gets
 * the button.
 */
const end = (
  { user_id: account, number }: Refund,
  context: MailContext,
  button = 'See your request',
): Block[] => [
  ...(account === null
    ? []
    : [
        {
          button,
          href: `${context.siteUrl}${memberPages.refunds}?${new URLSearchParams({ request: number })}`,
        },
      ]),
  question(context),
];

/** Explains what an open request blocks, and what happens if the member withdraws it (§17.5 to §17.7). */
function meanwhile({ kind, unused, pack }: Refund): string[] {
  const withdrawing = 'If you withdraw your request on your dashboard before then, you';
  switch (kind) {
    case 'session':
      return [
        ...(unused > 0 ? ['Until we decide, you cannot book this session again.'] : []),
        ...(packById(pack)?.sessions === 1 ? [] : ['Your other sessions stay as they are.']),
      ];
    case 'offer':
      return [
        `Until we decide, you cannot book with this pack, but your bookings stay until we pay. ${withdrawing} can book again.`,
      ];
    default:
      return [
        `Until we decide, you cannot book with this pack. ${withdrawing} get your sessions back, but cancelled bookings stay cancelled.`,
      ];
  }
}

/** Explains what the member gets back when a request ends without a refund. */
function whatComesBack({ kind, unused, left, was_approved }: Refund): string {
  if (was_approved || left < unused) return 'Your dashboard shows what is left in your pack.';
  switch (kind) {
    case 'ordinary':
      return 'You can use these sessions again while your pack is valid. If your request cancelled any bookings, please book new times for them.';
    case 'session':
      return unused > 0
        ? 'You can use the session again while your pack is valid.'
        : 'Your session stays as it is.';
    case 'offer':
      return left > 0
        ? 'You can book with this pack again while it is valid.'
        : 'Your pack stays as it is.';
    case 'discount':
    case 'mistake':
      return 'Your sessions stay as they are.';
  }
}

/** Emails about refunds, one template per kind; `refund_to_decide` goes to support. */
export const refundTemplates: Templates = {
  refund_asked: letter(entries, (refund, context) => ({
    subject: `We have your refund request ${refund.number}`,
    preview: `We will decide by ${formatDay(refund.decide_by)}.`,
    heading:
      refund.kind === 'offer'
        ? 'Congratulations on your offer! We have your request'
        : 'We have your request',
    says: `We will decide by ${formatDay(refund.decide_by)} and, if we approve it, send the money within ${lasting('refund')} of that. If we need more information, we will ask once.`,
    blocks: [facts(refund, context), ...meanwhile(refund), ...end(refund, context)],
  })),
  refund_needs_more: letter({ ...entries, needs: v.string() }, (refund, context) => ({
    subject: `Refund ${refund.number}: we need more information`,
    preview: `Please answer on your dashboard. We will decide by ${formatDay(refund.decide_by)}.`,
    heading: 'We need more information',
    says: `To decide on your request by ${formatDay(refund.decide_by)}, we need the following from you. We will ask only once.`,
    blocks: [refund.needs, facts(refund, context), ...end(refund, context, 'Answer our question')],
  })),
  refund_approved: letter({ ...entries, pay_by: day }, (refund, context) => ({
    subject: `${unasked[refund.kind]?.subject ?? 'Approved: your refund of'} ${formatPaise(refund.amount)}`,
    preview: `We will send it ${approvedMoneyComes(refund.pay_by)}, to ${payersAccount(refund.method)}.`,
    heading: unasked[refund.kind]?.heading ?? 'Your refund is approved',
    says: `${refund.kind === 'mistake' ? 'This payment reached us by mistake. ' : ''}We will send ${formatPaise(refund.amount)} ${approvedMoneyComes(refund.pay_by)}, to ${payersAccount(refund.method)}.${isUnasked(refund.kind) ? ' You keep every session.' : ''}`,
    blocks: [facts(refund, context), ...end(refund, context)],
  })),
  refund_reopened: letter(entries, (refund, context) => ({
    subject: `We are looking at refund ${refund.number} again`,
    preview: `We will decide by ${formatDay(refund.decide_by)}.`,
    heading: 'We are looking at your request again',
    says: `We told you by mistake that your refund was approved, and we are sorry. We will decide by ${formatDay(refund.decide_by)}, and write to you then.`,
    blocks: [facts(refund, context), ...end(refund, context)],
  })),
  refund_declined: letter({ ...entries, reason: v.string() }, (refund, context) => ({
    subject: `We cannot ${refund.was_approved ? 'pay' : 'approve'} your refund ${refund.number}`,
    preview: refund.reason,
    heading: `We cannot ${refund.was_approved ? 'pay' : 'approve'} your refund`,
    says: refund.was_approved
      ? 'We approved your request, but cannot pay it after all. We are sorry.'
      : 'We have looked at your request and cannot approve it.',
    blocks: [
      `The reason: ${refund.reason}`,
      facts(refund, context),
      whatComesBack(refund),
      {
        note: 'If you disagree, write to our grievance officer, named in the ',
        link: { label: 'refund policy', href: `${context.siteUrl}/refundpolicy` },
      },
      ...end(refund, context),
    ],
  })),
  refund_taken_back: letter(entries, (refund, context) => ({
    subject: `You withdrew your refund request ${refund.number}`,
    preview: whatComesBack(refund),
    heading: 'You withdrew your request',
    says: whatComesBack(refund),
    blocks: [facts(refund, context), ...end(refund, context)],
  })),
  refund_by_transfer: letter({ ...entries, pay_by: day }, (refund, context) => ({
    subject: `Where shall we send ${formatPaise(refund.amount)}?`,
    preview: 'We cannot send it the way you paid. Reply with your bank account.',
    heading: 'We need your bank account',
    says: `Our payment provider can no longer refund this payment the way you paid. Please reply to this email with your bank account, and we will transfer the money by ${formatDay(refund.pay_by)}.`,
    blocks: [
      facts(refund, context),
      { note: 'We never ask for a card number, a PIN or a password.' },
      ...end(refund, context),
    ],
  })),
  refund_paid: letter({ ...entries, transfer_reference: optionalText }, (refund, context) => ({
    subject: `Paid: your ${refund.kind === 'discount' ? 'discount' : 'refund'} of ${formatPaise(refund.amount)}`,
    preview:
      refund.transfer_reference === null
        ? 'Your bank may need a few working days to show it.'
        : 'We have transferred it to your bank account.',
    heading:
      refund.kind === 'discount' ? 'We have paid out your discount' : 'We have paid your refund',
    says:
      refund.transfer_reference === null
        ? `We have sent ${formatPaise(refund.amount)} to ${payersAccount(refund.method)}. Your bank may need a few working days to show it.`
        : `We have transferred the money to your bank account. The bank’s reference is ${refund.transfer_reference}.`,
    blocks: [facts(refund, context), ...end(refund, context)],
  })),
  refund_to_decide: template({ ...entries, answered: v.boolean() }, (refund, context) => ({
    subject: `Decide ${refund.number} by ${formatDay(refund.decide_by)}`,
    preview: `${refundKindsInMails[refund.kind]}, ${formatPaise(refund.amount)}.`,
    heading: refund.answered ? 'A member answered' : 'A member has asked for a refund',
    blocks: [
      `${refund.answered ? 'The member has sent the missing information.' : 'This request is waiting for a decision.'} It is on the desk, on the screen 'Money'.`,
      facts(refund, context),
      { button: 'Open Money', href: `${context.siteUrl}/desk?screen=money` },
    ],
  })),
};
