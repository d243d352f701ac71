import { refundStateNames, type RefundState } from '../../domain/refunds/refund.ts';
import type { Standing } from '../../domain/refunds/standing.ts';
import type { PackRequests } from './standing-words.ts';

const labels: Record<RefundState, string> = {
  ...refundStateNames,
  asked: 'Refund requested',
  approved: 'Refund approved',
  paying: 'Refund on its way',
  failed: 'Sending refund again',
  by_transfer: 'Refund by bank transfer',
};

/** The badge of a pack with an open request (§17.62). */
export function standingLabel(pack: PackRequests, { number, state }: Standing): string {
  const label = labels[state];
  return pack.refund?.number === number
    ? label
    : `1 session: ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
