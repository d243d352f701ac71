import { daysOf } from '../periods.ts';
import { keysOf } from '../words/keys-of.ts';

// The amount of a refund (§17), which the database computes in the same way. Amounts are whole paise.

/** The names of the kinds of request. */
export const refundKindNames = {
  ordinary: 'Ordinary refund',
  session: 'A session that went wrong',
  offer: '100% refund on an offer',
  discount: 'Member discount',
  mistake: 'A payment by mistake',
};
export type RefundKind = keyof typeof refundKindNames;
export const refundKinds = keysOf(refundKindNames);

/** True for a refund that an operator gives without a request by the member. */
export const isUnasked = (kind: RefundKind): boolean => kind === 'discount' || kind === 'mistake';

/** The state of a request in a word or two. A payment that failed is sent again, so it is still on its way. */
export const refundStateNames = {
  asked: 'Asked',
  more_needed: 'More needed',
  approved: 'Approved',
  declined: 'Declined',
  taken_back: 'Withdrawn',
  paying: 'On its way',
  paid: 'Paid',
  failed: 'On its way',
  by_transfer: 'By transfer',
};
export type RefundState = keyof typeof refundStateNames;
export const refundStates = keysOf(refundStateNames);

/** The parts of a request that decide what was or will be returned; `unused` counts the unused sessions it returns. */
export type CountedRequest = {
  kind: RefundKind;
  state: RefundState;
  amount: number;
  unused: number;
  byTransfer: boolean;
  /** The provider was asked for the attempt under way. */
  sent: boolean;
};

/**
 * A payment: `refunded` is the provider's total of its refunds, `hand` the part of it that is known to have been made
 * by hand, and `lost` what a lost dispute took.
 */
export type CountedPayment = { amount: number; refunded: number; hand: number; lost: number };

/** Sessions of a pack: sold, used, and booked in the future. */
export type CountedSessions = {
  sold: number;
  used: number;
  /** Could still be cancelled free: an ordinary refund calls them off, and they count as unused. */
  comingBack: number;
  /** Too near for that, or just being held: they count as used. */
  tooNear: number;
};

const over: readonly RefundState[] = ['declined', 'taken_back'];

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** The share of this many sessions of a pack in its price, rounded down to a paisa. */
export function refundShare(price: number, sold: number, sessions: number): number {
  return Math.floor((price * sessions) / sold);
}

/**
 * Splits a payment: `price` after discounts, `byHand` returned by hand at the provider or by a lost dispute, and `left`
 * for further refunds, which is negative if more was promised than was paid.
 */
export function refundMoney(payment: CountedPayment, requests: readonly CountedRequest[]) {
  const counted = requests.filter(({ state }) => !over.includes(state));
  const amount = ({ amount: paise }: CountedRequest) => paise;
  const discount = sum(
    counted.filter(({ kind }) => kind === 'discount'),
    amount,
  );
  // The provider's total may include an attempt that is still under way, and lack one that it has made.
  const atProvider = sum(
    counted.filter(
      ({ state, byTransfer, sent }) =>
        (state === 'paying' && sent) || (state === 'paid' && !byTransfer),
    ),
    amount,
  );
  const byHand = Math.max(payment.hand, payment.refunded - atProvider) + payment.lost;
  return {
    price: payment.amount - discount,
    byHand,
    left: payment.amount - sum(counted, amount) - byHand,
  };
}

/** How many sessions were returned as money; refunds by hand count as shares of the price, rounded up (§17.12). */
export function sessionsReturned(
  payment: CountedPayment,
  requests: readonly CountedRequest[],
  sold: number,
): number {
  if (requests.some(({ kind, state }) => kind === 'offer' && state === 'paid')) return sold;
  const { price, byHand } = refundMoney(payment, requests);
  const taken = requests.filter(({ state }) => !over.includes(state));
  return sum(taken, ({ unused }) => unused) + Math.ceil((byHand * sold) / Math.max(price, 1));
}

/** The amount of each kind of refund: the ordinary one with its unused sessions, that of one session, and the 100%. */
export function refundTerms(
  payment: CountedPayment,
  requests: readonly CountedRequest[],
  { sold, used, comingBack, tooNear }: CountedSessions,
) {
  const { price, left } = refundMoney(payment, requests);
  const returned = sessionsReturned(payment, requests, sold);
  const unused = Math.max(0, sold - used - tooNear - returned);
  const upTo = (amount: number) => Math.max(0, Math.min(amount, left));
  return {
    unused,
    /** Sessions that can still be booked, or refunded after they came back. */
    remaining: sold - used - tooNear - comingBack - returned,
    ordinary: upTo(refundShare(price, sold, Math.min(unused, sold))),
    session: upTo(refundShare(price, sold, 1)),
    offer: Math.max(0, left),
  };
}

function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The last day of three weeks, the 21st after a day in India (§17.8); days are YYYY-MM-DD. */
export const threeWeeksAfter = (day: string): string => daysAfter(day, daysOf('refund'));

/** How many days an offer may come after the final interview, and that after a session (§17.21). */
export const offerWithin = daysOf('offer season');

/** The first day on which the final interview may have been for an offer of this day. */
export const earliestInterview = (offeredOn: string): string => daysAfter(offeredOn, -offerWithin);
