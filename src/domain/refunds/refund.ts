import { daysOf } from '../periods.ts';
import { formatDay } from '../words/dates.ts';
import { keysOf } from '../words/keys-of.ts';

/** What pages call each kind of request. */
export const refundKindNames = {
  ordinary: 'Refund',
  session: 'A session that went wrong',
  offer: '100% refund after an offer',
  discount: 'Member discount',
  mistake: 'A payment by mistake',
};
export type RefundKind = keyof typeof refundKindNames;
export const refundKinds = keysOf(refundKindNames);

/** What emails call each kind of request. */
export const refundKindsInMails: Record<RefundKind, string> = {
  ordinary: 'Refund for unused sessions',
  session: 'Refund for one session',
  offer: '100% refund after an offer',
  discount: 'Member discount',
  mistake: 'Payment by mistake',
};

const accounts: Readonly<Record<string, string>> = {
  card: 'card',
  emi: 'card',
  netbanking: 'bank account',
  paylater: 'pay-later account',
  transfer: 'bank account',
  upi: 'UPI address',
  wallet: 'wallet',
};

/** Where a refund goes, if the payment's method is known: 'the card you paid with'. */
export const payersAccount = (method: string | null) =>
  `the ${accounts[method ?? ''] ?? 'card, UPI address, bank account or wallet'} you paid with`;

/** When we send an approved refund, as the email about the approval says; `payBy` is the last day that we promise. */
export const approvedMoneyComes = (payBy: string) =>
  `today, or by ${formatDay(payBy)} at the latest`;

/** The kinds of request that members can make. */
export type AskedKind = Exclude<RefundKind, 'discount' | 'mistake'>;

/** True for a refund that an operator makes without a request from the member. */
export const isUnasked = (kind: RefundKind): kind is Exclude<RefundKind, AskedKind> =>
  kind === 'discount' || kind === 'mistake';

/** A request's state in a few words. */
export const refundStateNames = {
  asked: 'Asked',
  more_needed: 'We need your answer',
  approved: 'Approved',
  declined: 'Declined',
  taken_back: 'Withdrawn',
  paying: 'On its way',
  paid: 'Paid',
  failed: 'Sending again',
  by_transfer: 'Bank transfer',
};
export type RefundState = keyof typeof refundStateNames;
export const refundStates = keysOf(refundStateNames);

/** How much of a pack's price this many of its sessions are worth, in paise, rounded down. */
export function refundShare(price: number, sold: number, sessions: number): number {
  return Math.floor((price * sessions) / sold);
}

function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/**
 * The last day of the three weeks after a given day: the 21st day after it (§17.8). Days are in Indian time, as
 * YYYY-MM-DD.
 */
export const threeWeeksAfter = (day: string): string => daysAfter(day, daysOf('refund'));

/**
 * How many days after the final interview the offer may come, and how many days after a session the final interview may
 * be (§17.21).
 */
export const offerWithin = daysOf('offer season');

/** The earliest day on which the final interview can have taken place, for an offer made on this day. */
export const earliestInterview = (offeredOn: string): string => daysAfter(offeredOn, -offerWithin);
