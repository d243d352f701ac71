import * as v from 'valibot';
import { toPaise } from '../../../../src/domain/words/money.ts';
import { refundShare } from '../../../../src/domain/refunds/refund.ts';
import {
  refundsSchema,
  requestSchema,
  type RefundableSession,
  type RefundPack,
  type RefundRequest,
  type Refunds,
} from '../../../../src/features/refunds/refunds-schema.ts';
import type { Standing } from '../../../../src/domain/refunds/standing.ts';
import { superValue } from '../../../samples/packs.ts';
import { asOfNow, inDays, inHours } from './moments.ts';

const price = toPaise(superValue.price);

/** One session’s share of a pack of five, in paise. */
export const share = refundShare(price, superValue.sessions, 1);

/** A pack of five bought today, with no session used. */
export const refundPack = (changes: Partial<RefundPack> = {}): RefundPack => ({
  order: '5f0c3f0e-aaaa-4222-8333-444455556666',
  pack: superValue.id,
  sold: superValue.sessions,
  persons: superValue.persons,
  amount: price,
  returned: 0,
  payment: 'pay_29QQoUBi66xm2f',
  paid_at: inHours(-1),
  disputed: false,
  ordinary: {
    gives: price,
    sessions: superValue.sessions,
    cancels: 0,
    uses: 0,
    until: inDays(21),
    refusal: null,
    bookings: [],
  },
  offer: { gives: price, refusal: null },
  sessions: [],
  requests: [],
  ...changes,
});

/** A session of the pack that took place. */
export const heldSession = (changes: Partial<RefundableSession> = {}): RefundableSession => ({
  booking: crypto.randomUUID(),
  starts_at: inHours(-26),
  kind: 'interview',
  mentor: 'Meera',
  state: 'held',
  gives: share,
  until: inDays(20),
  refusal: null,
  ...changes,
});

/** A request for the ordinary refund of a whole pack. */
export const request = (changes: Partial<RefundRequest> = {}): RefundRequest =>
  v.parse(requestSchema, {
    id: '5f0c3f0e-bbbb-4222-8333-444455556666',
    number: 'R-10007',
    order: '5f0c3f0e-aaaa-4222-8333-444455556666',
    kind: 'ordinary',
    state: 'asked',
    amount: price,
    sessions: superValue.sessions,
    session: null,
    method: 'upi',
    cancelled: false,
    institute: null,
    offered_on: null,
    interviewed_on: null,
    files: [],
    went_wrong: null,
    needs: null,
    answer: null,
    reason: null,
    asked_at: inHours(-1),
    decided_at: null,
    paid_at: null,
    ended_at: null,
    decide_by: inDays(21),
    pay_by: null,
    late: null,
    can_take_back: true,
    transfer_reference: null,
    refund_reference: null,
    disputed: false,
    ...changes,
  });

/** Where a request for a whole pack or a session stands, as on its pack’s card. */
export const standing = (changes: Partial<Standing> = {}): Standing => ({
  number: 'R-10007',
  state: 'asked',
  amount: price,
  asked_at: '2026-11-22T06:30:00+00:00',
  decided_at: null,
  decide_by: '2026-12-13',
  pay_by: null,
  late: null,
  ...changes,
});

/** An interview of the member that the ordinary refund cancels. */
export const cancelled = (
  changes: Partial<RefundPack['ordinary']['bookings'][number]> = {},
): RefundPack['ordinary']['bookings'][number] => ({
  starts_at: '2026-12-04T04:30:00Z',
  kind: 'interview',
  mentor: 'Arjun',
  is_used: false,
  ...changes,
});

/** A letter attached to a request. */
export const letterOf = (id: string): RefundRequest['files'][number] => ({
  id,
  type: 'application/pdf',
  size: 20_000,
});

export const refunds = (...packs: RefundPack[]): Refunds =>
  asOfNow(v.parse(refundsSchema, { now: inHours(0), packs, targets: [] }));

/** An answer of `my_refunds` with something in every list. */
export const everyRefund = (): Refunds =>
  refunds(
    refundPack({
      ordinary: { ...refundPack().ordinary, cancels: 1, bookings: [cancelled()] },
      sessions: [heldSession()],
      requests: [request({ files: [letterOf('1')] })],
    }),
  );
