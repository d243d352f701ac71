import type { ChoiceState, MatchState } from '../../domain/loans/choices.ts';
import type { RefundKind, RefundState } from '../../domain/refunds/refund.ts';

// In a file of their own: with the words of the members' pages, the desk would download these pages.

/** The kinds of refunds, in the owner's words. */
export const refundKindsOnDesk: Record<RefundKind, string> = {
  ordinary: 'Changed their mind',
  session: 'A session went wrong',
  offer: 'Offer of an IIM',
  discount: 'Discount',
  mistake: 'Paid by mistake',
};

/** The states of a refund. */
export const refundStatesOnDesk: Record<RefundState, string> = {
  asked: 'Waiting for you',
  more_needed: 'Waiting for the member',
  approved: 'Approved',
  declined: 'Declined',
  taken_back: 'Withdrawn',
  paying: 'At the provider',
  paid: 'Paid',
  failed: 'Failed, tried again',
  by_transfer: 'Goes by transfer',
};

/** The states of an open choice of an offer. */
export const choicesOnDesk = {
  chosen: 'To be sent',
  with_lender: 'With the lender',
  sanctioned: 'Sanctioned',
} satisfies Partial<Record<ChoiceState, string>>;

/** The states of an open rate match. */
export const matchesOnDesk = {
  sent: 'Waiting for you',
  with_lenders: 'With lenders',
} satisfies Partial<Record<MatchState, string>>;

/** The answers to a rate match. */
export const matchAnswers = {
  matched: 'Matched',
  bettered: 'Bettered',
  declined: 'Nobody matched it',
} satisfies Partial<Record<MatchState, string>>;
