import { daysOf } from '../periods.ts';
import { keysOf } from '../words/keys-of.ts';

/** The names of the kinds of request on pages. */
export const refundKindNames = {
  ordinary: 'Refund',
  session: 'A session that went wrong',
  offer: '100% refund after an offer',
  discount: 'Member discount',
  mistake: 'A payment by mistake',
};
export type RefundKind = keyof typeof refundKindNames;
export const refundKinds = keysOf(refundKindNames);

/** The names of the kinds of request in mails. */
export const refundKindsInMails: Record<RefundKind, string> = {
  ordinary: 'Refund for unused sessions',
  session: 'Refund for one session',
  offer: '100% refund after an offer',
  discount: 'Member discount',
  mistake: 'Payment by mistake',
};

/** The kinds that members can ask for. */
export type AskedKind = Exclude<RefundKind, 'discount' | 'mistake'>;

/** True for a refund that an operator gives without the member's request. */
export const isUnasked = (kind: RefundKind): kind is Exclude<RefundKind, AskedKind> =>
  kind === 'discount' || kind === 'mistake';

/** A request's state in a word or two. A failed transfer is sent again, so such a refund is still on its way. */
export const refundStateNames = {
  asked: 'Asked',
  more_needed: 'Answer needed',
  approved: 'Approved',
  declined: 'Declined',
  taken_back: 'Withdrawn',
  paying: 'On its way',
  paid: 'Paid',
  failed: 'On its way',
  by_transfer: 'Bank transfer',
};
export type RefundState = keyof typeof refundStateNames;
export const refundStates = keysOf(refundStateNames);

/** The share of a pack's price that this many of its sessions are worth, in paise, rounded down. */
export function refundShare(price: number, sold: number, sessions: number): number {
  return Math.floor((price * sessions) / sold);
}

function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The last of the three weeks that start on a day in India: the 21st day after it (§17.8). Days are YYYY-MM-DD. */
export const threeWeeksAfter = (day: string): string => daysAfter(day, daysOf('refund'));

/** How many days an offer may come after the final interview, and the final interview after a session (§17.21). */
export const offerWithin = daysOf('offer season');

/** The first day on which the final interview can have been, for an offer made on this day. */
export const earliestInterview = (offeredOn: string): string => daysAfter(offeredOn, -offerWithin);
