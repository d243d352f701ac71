import { lasting, lastingInFigures } from '../../domain/periods.ts';
import {
  isUnasked,
  refundKindNames,
  type AskedKind,
  refundShare,
  type RefundState,
} from '../../domain/refunds/refund.ts';
import { count } from '../../domain/words/count.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import type { Step } from '../ui/Steps.tsx';
import type { RefundableSession, RefundPack, RefundRequest } from './refunds-schema.ts';

/** The tone of a request's badge. */
export function toneOf(state: RefundState): 'waiting' | 'ended' | 'off' | undefined {
  if (state === 'paid') return undefined;
  if (state === 'taken_back') return 'off';
  return state === 'declined' || state === 'more_needed' ? 'ended' : 'waiting';
}

/** Whether a request has not ended yet. */
export function isOpen({ state }: Pick<RefundRequest, 'state'>): boolean {
  return state !== 'declined' && state !== 'taken_back' && state !== 'paid';
}

/** Whether the refund is approved but has not arrived yet. */
export function isOnItsWay({ state }: Pick<RefundRequest, 'state'>): boolean {
  return state === 'approved' || state === 'paying';
}

/** Whether this request stops all booking on its pack (§17.62). */
export function stopsBooking({ kind, state }: Pick<RefundRequest, 'kind' | 'state'>): boolean {
  return (kind === 'ordinary' || kind === 'offer') && isOpen({ state });
}

/** How the ordinary amount is calculated, if it is a plain share of the price: '3 of 5 sessions of Rs 2399'. */
export function shareInWords({ sold, amount, ordinary }: RefundPack): string | undefined {
  if (refundShare(amount, sold, ordinary.sessions) !== ordinary.gives) return undefined;
  return ordinary.sessions === sold
    ? 'All that you paid'
    : `${ordinary.sessions} of ${sold} sessions of ${formatPaise(amount)}`;
}

/** What the ordinary refund does to the pack's sessions, one sentence for each effect (§17.5). */
export function ordinaryEffects({ persons, ordinary }: RefundPack): string[] {
  const { sessions, cancels, uses } = ordinary;
  const whose = persons > 1 ? ', whether yours or your second person’s' : '';
  return [
    sessions === 1
      ? '1 session has not taken place. Its share of the price comes back.'
      : `${sessions} sessions have not taken place. Their equal share of the price comes back.`,
    cancels === 1 && `1 coming booking is called off${whose}. Its session is counted above.`,
    cancels > 1 &&
      `${cancels} coming bookings are called off${whose}. Their sessions are counted above.`,
    uses === 1 &&
      `1 booking begins within ${lasting('cancel free')}${whose}. It is called off and counts as used. You can also let it take place and ask afterwards.`,
    uses > 1 &&
      `${uses} bookings begin within ${lasting('cancel free')}${whose}. They are called off and count as used. You can also let them take place and ask afterwards.`,
  ].filter((effect) => effect !== false);
}

const packRefunded =
  'Everything you paid for this pack has been refunded already, or is on its way.';

/** Why each kind of refund returns nothing now. */
const refusalWords: Record<AskedKind, Readonly<Record<string, string>>> = {
  ordinary: {
    pack_refunded: packRefunded,
    nothing_left: 'No session is left: each one took place, counts as used, or went back as money.',
    refund_open: 'A request for this pack is open. It is above.',
  },
  session: {
    pack_refunded: packRefunded,
    already_returned: 'You asked for it, or its share went back already.',
    nothing_left: 'It came back to your pack, and was booked again or is part of another refund.',
    refund_open: 'Your request for the 100% refund is open. It includes the share of this session.',
    too_late: `Its ${lasting('refund')} are over.`,
  },
  offer: {
    pack_refunded: packRefunded,
    no_session_held:
      'No session of this pack has taken place yet. One has to, before your final interview.',
    refund_open: 'You have asked for it. Your request is above.',
  },
};

/** Why the member cannot ask for a kind of refund now. `until` was the last day for the ordinary one. */
export function refusalInWords(
  kind: keyof typeof refusalWords,
  refusal: string,
  until = '',
): string {
  if (kind === 'ordinary' && refusal === 'too_late') {
    return `You could ask for this until ${formatDay(until)}, ${lasting('refund')} after the purchase. The other two kinds have their own ${lasting('refund')}.`;
  }
  return refusalWords[kind][refusal] ?? 'This cannot be asked for now.';
}

/** How the member gets the session again instead of a refund for it (§17.63). */
export function againInWords({ state }: Pick<RefundableSession, 'state'>): string {
  return state === 'called_off'
    ? 'It came back to your pack: book it again whenever it suits you.'
    : 'Press ‘My mentor did not join’ next to it, or write to us, and we give it back to your pack.';
}

const way = 'the card, UPI address, bank account or wallet that you paid with';

/** What a request's state means for the member, in one or two sentences (§17.64). */
export function whatStateMeans(request: RefundRequest): string {
  const { kind, state, amount } = request;
  const money = formatPaise(amount);
  const payBy = request.pay_by ? ` by ${formatDay(request.pay_by)}` : '';
  const words: Record<RefundState, string> = {
    asked: `We have your request and decide by ${formatDay(request.decide_by)}. You get a mail then.`,
    more_needed: `One answer from you is missing. We still decide by ${formatDay(request.decide_by)}.`,
    approved: isUnasked(kind)
      ? `${money} goes back${payBy} to ${way}. You keep every session.`
      : `Approved. ${money} goes back${payBy} to ${way}.`,
    paying: `${money} is on its way to ${way}. It is sent${payBy}; your bank may need a few working days to show it.`,
    failed: `The bank rejected the refund. We will try again${payBy}. You need not do anything.`,
    by_transfer: `Our payment provider cannot send ${money} back the way you paid any more. Answer our mail with the bank account to which we may transfer it${payBy}. We never ask for a card number, a PIN or a password.`,
    paid: request.transfer_reference
      ? `${money} was transferred to your bank account.`
      : `${money} was sent to ${way}. Your bank may need a few working days to show it.`,
    declined: 'We said no, and this is why:',
    taken_back:
      kind === 'ordinary'
        ? 'You withdrew it. The sessions are yours again; the bookings that were called off are not.'
        : 'You withdrew it. No money went back for it.',
  };
  return words[state];
}

/** The apology for a missed deadline; undefined if none was missed (§17.65). */
export function latePromise({ late, decide_by, pay_by }: RefundRequest): string | undefined {
  if (late === 'decision') {
    return `We promised a decision by ${formatDay(decide_by)} and have not kept that. We are sorry. Your request stands, and you need not ask again.`;
  }
  if (late === 'payment' && pay_by) {
    return `We promised the money by ${formatDay(pay_by)} and have not kept that. We are sorry. It is yours, and you need not ask again.`;
  }
  return undefined;
}

/** A request's steps: asked, decided, money under way, paid (§17.64). */
export function stepsOf(request: RefundRequest): Step[] {
  const { kind, state, asked_at, decided_at, paid_at, ended_at, decide_by, pay_by } = request;
  const steps: Step[] = [{ name: isUnasked(kind) ? 'Granted' : 'Asked', at: asked_at }];
  if (state === 'taken_back') return [...steps, { name: 'Withdrawn', at: ended_at ?? asked_at }];
  // If we decided without an answer, we needed nothing more after all.
  if (request.needs && (request.answer || !decided_at)) {
    const note = state === 'more_needed' ? 'your answer' : 'answered';
    steps.push({ name: 'More needed', isTaken: true, note });
  }
  if (state === 'declined') {
    // `decided_at` may be the day of an earlier approval.
    return [...steps, { name: 'Declined', at: ended_at ?? decided_at ?? asked_at }];
  }
  if (decided_at && !isUnasked(kind)) steps.push({ name: 'Approved', at: decided_at });
  else if (!isUnasked(kind)) steps.push({ name: 'Decided', note: `by ${formatDay(decide_by)}` });
  const isMoving = ['paying', 'failed', 'by_transfer', 'paid'].includes(state);
  steps.push({
    name: state === 'by_transfer' ? 'Bank transfer under way' : 'Money under way',
    isTaken: isMoving,
    note: paid_at ? 'sent' : isMoving ? 'now' : 'not yet',
  });
  const until = pay_by
    ? `by ${formatDay(pay_by)}`
    : `within ${lastingInFigures('refund')} after that`;
  return [...steps, paid_at ? { name: 'Paid', at: paid_at } : { name: 'Paid', note: until }];
}

/** The line above the steps: what the member asked for, out of the `price` in paise, and for how many sessions. */
export function requestInShort({ kind, sessions, amount }: RefundRequest, price: number): string {
  if (kind === 'ordinary') return `${refundKindNames.ordinary}, for ${count(sessions, 'session')}`;
  if (kind === 'offer') {
    return `${refundKindNames.offer}: ${amount < price ? 'the rest of the price' : 'all that you paid'}`;
  }
  return refundKindNames[kind];
}

/** What withdrawing a request returns to the member, shown before they withdraw it (§17.5). */
export function withdrawalInWords({ kind, sessions }: RefundRequest): string {
  if (kind === 'ordinary') {
    return sessions === 1
      ? 'The session is yours again. A booking that was called off does not come back: book a new time.'
      : `The ${sessions} sessions are yours again. Bookings that were called off do not come back: book new times.`;
  }
  if (kind === 'offer') {
    return `You can book sessions on this pack again, and the letter is deleted. You can ask again within ${lasting('refund')} of the offer.`;
  }
  return 'The session stays as it was before you asked.';
}
