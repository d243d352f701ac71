import { sessionWords } from '../../domain/bookings/session-kinds.ts';
import { lasting, lastingInFigures } from '../../domain/periods.ts';
import {
  isUnasked,
  payersAccount,
  refundKindNames,
  type AskedKind,
  refundShare,
  type RefundState,
} from '../../domain/refunds/refund.ts';
import { count } from '../../domain/words/count.ts';
import { formatDay, longTime } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { $today } from '../../lib/now.ts';
import type { Words } from '../ui/Sentence.tsx';
import type { Step } from '../ui/Steps.tsx';
import type { RefundableSession, RefundPack, RefundRequest } from './refunds-schema.ts';
import { isOpen, missedPromise, needsAnswer, sendingTime } from './standing-words.ts';

/** The tone of a request's badge. */
export function toneOf(state: RefundState): 'waiting' | 'ended' | 'off' | undefined {
  if (state === 'paid') return undefined;
  if (state === 'taken_back') return 'off';
  return state === 'declined' || needsAnswer({ state }) ? 'ended' : 'waiting';
}

/** Whether the refund is approved but has not arrived yet. */
export function isOnItsWay({ state }: Pick<RefundRequest, 'state'>): boolean {
  return state === 'approved' || state === 'paying';
}

/** Whether this request blocks all booking on its pack (§17.62). */
export function stopsBooking({ kind, state }: Pick<RefundRequest, 'kind' | 'state'>): boolean {
  return (kind === 'ordinary' || kind === 'offer') && isOpen({ state });
}

/** Whether a pack still has a session to book, as after a withdrawn request. */
export function canBook({ disputed, ordinary: { refusal, sessions, cancels } }: RefundPack) {
  return !disputed && (refusal === null || refusal === 'too_late') && sessions > cancels;
}

/** How the ordinary refund is worked out, if it is a plain share of the price: '3/5 of the Rs 2399 you paid'. */
export function shareInWords({ sold, amount, ordinary }: RefundPack): string | undefined {
  if (refundShare(amount, sold, ordinary.sessions) !== ordinary.gives) return undefined;
  return ordinary.sessions === sold
    ? 'Everything you paid'
    : `${ordinary.sessions}/${sold} of the ${formatPaise(amount)} you paid`;
}

/**
 * What the ordinary refund does to the pack's sessions and bookings, a text for each effect (§17.5). The member's own
 * bookings are named; of the other person's, the buyer sees only how many there are.
 */
export function ordinaryEffects({ sold, amount, ordinary }: RefundPack): Words[] {
  const { gives, sessions, cancels, uses, bookings } = ordinary;
  const used = `and it will count as used, because it starts within ${lasting('cancel free')}`;
  const allUsed = `and they will count as used, because they start within ${lasting('cancel free')}`;
  const ownUses = bookings.filter(({ is_used }) => is_used).length;
  const others = cancels - (bookings.length - ownUses);
  const othersUsed = uses - ownUses;
  const booked =
    cancels === 0 ? '' : sessions === 1 ? ', a booked one,' : `, ${cancels} of them booked,`;
  const isWhole = sessions === sold && gives === amount;
  return [
    isWhole &&
      `${sold === 1 ? 'Your session has not' : `None of your ${sold} sessions has`} taken place, so you get back the whole price.`,
    !isWhole && sessions === 1
      ? `1 session${booked} has not taken place. We will refund its share of the price.`
      : !isWhole &&
        `${sessions} sessions${booked} have not taken place. We will refund an equal share of the price for each.`,
    ...bookings.map(({ starts_at, kind, mentor, is_used }): Words => [
      `We will cancel your ${sessionWords[kind]} with `,
      mentor,
      ` on ${longTime(starts_at)} (India time), right away${is_used ? `, ${used}. You can also take that session and ask afterwards.` : '.'}`,
    ]),
    others > 0 && `We will cancel ${count(others, 'booking')} of the other person right away.`,
    othersUsed > 0 &&
      `We will cancel ${count(othersUsed, 'booking')} of the other person right away, ${othersUsed === 1 ? used : allUsed}.`,
    cancels + uses > 0 &&
      'A cancelled booking stays cancelled, even if you withdraw the request later.',
  ].filter((effect) => effect !== false);
}

const packRefunded = 'You have been refunded in full for this pack, or the money is on its way.';

/** Why each kind of refund would not return anything now. */
const refusalWords: Record<AskedKind, Readonly<Record<string, string>>> = {
  ordinary: {
    pack_refunded: packRefunded,
    nothing_left: 'No sessions are left: each took place, counts as used, or was refunded.',
    refund_open: 'You already have an open request for this pack, shown above.',
  },
  session: {
    pack_refunded: packRefunded,
    already_returned:
      'You have already asked for a refund of this session, or we have already refunded it.',
    nothing_left:
      'This session returned to your pack, and has since been booked again or included in another refund.',
    refund_open: 'Your open request for the 100% refund already includes this session.',
    too_late: `The ${lasting('refund')} to ask for this have passed.`,
  },
  offer: {
    pack_refunded: packRefunded,
    no_session_held:
      'None of this pack’s sessions has taken place yet. At least one must have taken place before your final interview.',
    refund_open: 'You have already asked for this refund. Your request is above.',
  },
};

/** Why the member cannot ask for a kind of refund of this pack now. */
export function refusalInWords(
  kind: keyof typeof refusalWords,
  refusal: string,
  { ordinary, requests }: Pick<RefundPack, 'ordinary' | 'requests'>,
): string {
  // The database counts the money of an open request as refunded, but no one has decided about this one yet.
  const asksForAll = requests.some(({ state }) => state === 'asked' || state === 'more_needed');
  if (refusal === 'pack_refunded' && asksForAll) {
    return 'Your open request, shown above, already asks for everything that we could refund for this pack.';
  }
  if (kind === 'ordinary' && refusal === 'too_late') {
    return `You could change your mind until ${formatDay(ordinary.until)}, ${lasting('refund')} after your purchase. Each of the other two refunds has its own deadline of ${lasting('refund')}.`;
  }
  return refusalWords[kind][refusal] ?? 'You cannot ask for this now.';
}

/** How the member gets the session back instead of a refund for it (§17.63). */
export function againInWords({ state }: Pick<RefundableSession, 'state'>): string {
  return state === 'called_off'
    ? 'This session is back in your pack: book it again whenever it suits you.'
    : 'If the session’s card has the button ‘My mentor did not join’, select it. Otherwise write to us, and we will return the session to your pack.';
}

/** What a request's state means for the member, in one or two sentences (§17.64). */
export function whatStateMeans(request: RefundRequest): string {
  const { kind, state, amount, sessions, cancelled, method } = request;
  const money = formatPaise(amount);
  const payBy = request.pay_by ? ` by ${formatDay(request.pay_by)}` : '';
  const words: Record<RefundState, string> = {
    asked: `We have your request and will email you our decision by ${formatDay(request.decide_by)}.`,
    more_needed: `We need an answer from you. We will still decide by ${formatDay(request.decide_by)}.`,
    approved: isUnasked(kind)
      ? `We will send ${money}${sendingTime(request)} to ${payersAccount(method)}. You keep every session.`
      : `Approved. We will send ${money}${sendingTime(request)} to ${payersAccount(method)}.`,
    paying: `${money} is on its way to ${payersAccount(method)}. Your bank may need a few working days to show it.`,
    failed: `The bank rejected the refund. We will try again${payBy}. You don’t need to do anything.`,
    by_transfer: `Our payment provider can no longer refund ${money} the way you paid. Reply to our email with your bank account, and we will transfer it${payBy}. We never ask for a card number, a PIN or a password.`,
    paid: request.transfer_reference
      ? `We transferred ${money} to your bank account.`
      : `We sent ${money} to ${payersAccount(method)}. Your bank may need a few working days to show it.`,
    declined: 'We could not approve this request, because:',
    taken_back:
      kind === 'ordinary'
        ? `You withdrew this request. You have your ${sessions === 1 ? 'session' : 'sessions'} back${cancelled ? ', but cancelled bookings stay cancelled' : ''}.`
        : 'You withdrew this request, so we did not refund anything.',
  };
  return words[state];
}

/** The apology for a missed deadline; undefined if none was missed (§17.65). */
export function latePromise(request: RefundRequest): string | undefined {
  const missed = missedPromise(request);
  const still = request.late === 'decision' ? 'Your request stands' : 'We still owe it to you';
  return missed && `${missed}. ${still}, and you need not ask again.`;
}

/** When a request was declined. `decided_at` may be the date of an earlier approval. */
export const declinedAt = ({ ended_at, decided_at, asked_at }: RefundRequest) =>
  ended_at ?? decided_at ?? asked_at;

/** A request's steps: asked, decided, money in transit, paid (§17.64). */
export function stepsOf(request: RefundRequest): Step[] {
  const { kind, state, asked_at, decided_at, paid_at, ended_at, decide_by, pay_by } = request;
  const steps: Step[] = [{ name: isUnasked(kind) ? 'Granted' : 'Asked', at: asked_at }];
  if (state === 'taken_back') return [...steps, { name: 'Withdrawn', at: ended_at ?? asked_at }];
  // If we decided without an answer, we did not need anything more after all.
  if (request.needs && (request.answer || !decided_at)) {
    const note = state === 'more_needed' ? 'needed now' : 'received';
    steps.push({ name: 'Your answer', isTaken: true, note });
  }
  if (state === 'declined') {
    return [...steps, { name: 'Declined', at: declinedAt(request) }];
  }
  if (decided_at && !isUnasked(kind)) steps.push({ name: 'Approved', at: decided_at });
  else if (!isUnasked(kind)) steps.push({ name: 'Decided', note: `by ${formatDay(decide_by)}` });
  if (paid_at) return [...steps, { name: 'Paid', at: paid_at }];
  const isMoving = state === 'paying' || state === 'failed';
  steps.push(
    state === 'by_transfer'
      ? { name: 'Bank transfer', note: 'after your answer' }
      : {
          name: state === 'failed' ? 'Sending again' : 'Money on its way',
          isTaken: isMoving,
          note: isMoving ? 'now' : 'not yet',
        },
  );
  const until = pay_by
    ? `by ${formatDay(pay_by)}`
    : `within ${lastingInFigures('refund')} of the decision`;
  return [...steps, { name: 'Paid', note: until }];
}

/** The line above the steps: what the member asked for out of the `price` (in paise), and for which session or how many. */
export function requestInShort(
  { kind, sessions, session, amount }: RefundRequest,
  price: number,
): Words {
  if (session) {
    return [
      `${refundKindNames[kind]}: ${sessionWords[session.kind]} with `,
      session.mentor,
      `, ${longTime(session.starts_at)}`,
    ];
  }
  if (kind === 'ordinary') return `${refundKindNames.ordinary} for ${count(sessions, 'session')}`;
  if (kind === 'offer') {
    return `${refundKindNames.offer}: ${amount < price ? 'the rest of the price' : 'everything you paid'}`;
  }
  return refundKindNames[kind];
}

/** Explains, before the member withdraws a request, what they get back by doing so (§17.5). */
export function withdrawalInWords(
  { kind, sessions, cancelled }: RefundRequest,
  { ordinary: { until } }: RefundPack,
): string {
  if (kind === 'ordinary') {
    const booked = !cancelled
      ? ''
      : sessions === 1
        ? ' A cancelled booking stays cancelled, so please book a new time.'
        : ' Cancelled bookings stay cancelled, so please book new times.';
    const again =
      $today.get() <= until
        ? ` You can ask again until ${formatDay(until)}.`
        : ` The last day to ask was ${formatDay(until)}, so you cannot ask again.`;
    return `You get the ${sessions === 1 ? 'session' : `${sessions} sessions`} back.${booked}${again}`;
  }
  if (kind === 'offer') {
    return `You can book with this pack again, and we will delete the letter. You can ask again within ${lasting('refund')} of the offer.`;
  }
  return 'Your session stays as it is.';
}
