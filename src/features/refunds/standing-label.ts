import { refundStateNames, type RefundState } from '../../domain/refunds/refund.ts';
import type { Standing } from '../../domain/refunds/standing.ts';
import type { PackRequests } from './standing-words.ts';

const labels: Record<RefundState, string> = {
  ...refundStateNames,
  asked: 'Refund requested',
  approved: 'Refund approved',
  paying: 'Refund on its way',
  declined: 'Refund declined',
  failed: 'Sending refund again',
  by_transfer: 'Refund by bank transfer',
};

/** The badge of a pack with an open request, or with one that we declined recently (§17.62). */
export function standingLabel(pack: PackRequests, { number, state }: Standing): string {
  const label = labels[state];
  // A line beside the badge says whether the request was for one session.
  return state === 'declined' || pack.refund?.number === number
    ? label
    : `1 session: ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
