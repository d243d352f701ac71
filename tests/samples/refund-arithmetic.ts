import { refundShare, type RefundKind, type RefundState } from '../../src/domain/refunds/refund.ts';

// The amount of a refund (§17), worked out separately so that tests can check the database. Amounts are whole paise.

/** The parts of a request that decide what was or will be refunded; `unused` counts the unused sessions it covers. */
export type CountedRequest = {
  kind: RefundKind;
  state: RefundState;
  amount: number;
  unused: number;
  byTransfer: boolean;
  /** The provider was asked for the present attempt. */
  sent: boolean;
};

/**
 * A payment: `refunded` is the provider’s total of its refunds, `hand` the part of that total known to have been refunded
 * by hand, and `lost` what a lost dispute took.
 */
type CountedPayment = { amount: number; refunded: number; hand: number; lost: number };

/** A pack’s sessions: sold, used, and booked in the future. */
type CountedSessions = {
  sold: number;
  used: number;
  /** Bookings that can still be cancelled free: an ordinary refund cancels them, and they count as unused. */
  comingBack: number;
  /** Bookings that are in progress or too close to be cancelled free: they count as used. */
  tooNear: number;
};

const over: readonly RefundState[] = ['declined', 'taken_back'];

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/**
 * Splits a payment: `price` after discounts, `byHand` refunded by hand at the provider or by a lost dispute, and `left`
 * for further refunds, which is negative if more was promised than was paid.
 */
export function refundMoney(payment: CountedPayment, requests: readonly CountedRequest[]) {
  const counted = requests.filter(({ state }) => !over.includes(state));
  const amount = ({ amount: paise }: CountedRequest) => paise;
  const discount = sum(
    counted.filter(({ kind }) => kind === 'discount'),
    amount,
  );
  // The provider’s total may include an attempt that is still under way, and lack an attempt that it has made.
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

/** How many sessions were refunded; refunds by hand count as shares of the price, rounded up (§17.12). */
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

/** The amount of each kind of refund: the ordinary one with its unused sessions, one session’s, and the 100% refund. */
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
    /** Sessions that can still be booked, or be refunded after they returned to the pack. */
    remaining: sold - used - tooNear - comingBack - returned,
    ordinary: upTo(refundShare(price, sold, Math.min(unused, sold))),
    session: upTo(refundShare(price, sold, 1)),
    offer: Math.max(0, left),
  };
}
