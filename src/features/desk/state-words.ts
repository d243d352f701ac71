import type { ChoiceState, MatchState } from '../../domain/loans/choices.ts';
import type { RefundKind, RefundState } from '../../domain/refunds/refund.ts';

// In a separate file, because together with the words for members it would make the desk download the member pages as
// well.

/** The kinds of refunds, in the owner's words. */
export const refundKindsOnDesk: Record<RefundKind, string> = {
  ordinary: 'Changed their mind',
  session: 'A session went wrong',
  offer: 'IIM offer',
  discount: 'Discount',
  mistake: 'Paid by mistake',
};

/** A refund's states, in the owner's words. */
export const refundStatesOnDesk: Record<RefundState, string> = {
  asked: 'Waiting for you',
  more_needed: 'Waiting for the member',
  approved: 'Approved',
  declined: 'Declined',
  taken_back: 'Withdrawn',
  paying: 'With Razorpay',
  paid: 'Paid',
  failed: 'Failed, trying again',
  by_transfer: 'Waiting for your transfer',
};

/** The states of a choice that is still open, in the owner's words. */
export const choicesOnDesk = {
  chosen: 'To be sent',
  with_lender: 'With the lender',
  sanctioned: 'Sanctioned',
} satisfies Partial<Record<ChoiceState, string>>;

/** The states of a rate match that is still open, in the owner's words. */
export const matchesOnDesk = {
  sent: 'Waiting for you',
  with_lenders: 'With lenders',
} satisfies Partial<Record<MatchState, string>>;

/** The possible answers to a rate match. */
export const matchAnswers = {
  matched: 'Matched',
  bettered: 'Beaten',
  declined: 'No lender matched it',
} satisfies Partial<Record<MatchState, string>>;
