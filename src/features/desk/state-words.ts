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

/** A loan choice's states, in the owner's words. */
export const choiceStatesOnDesk: Record<ChoiceState, string> = {
  ...choicesOnDesk,
  disbursed: 'Paid out',
  expired: 'Expired',
  withdrawn: 'Withdrawn by the lender',
  declined: 'Declined by the lender',
  taken_back: 'Withdrawn by the member',
};

/** The kinds of emails, by the name of their template. */
export const mailsOnDesk = {
  receipt: 'Receipt',
  welcome: 'Welcome',
  password_changed: 'Password changed',
  account_idle: 'Unused account ends',
  account_closed: 'Account closed',
  matters: 'Matters for us',
  announcement: 'Mail to all members',
  session_booked: 'Session booked',
  session_moved: 'Session moved',
  session_cancelled: 'Session cancelled',
  session_called_off: 'Session cancelled by us or the mentor',
  session_reported: 'Report that the mentor did not join',
  session_given_back: 'Session returned',
  session_mentor_changed: 'Mentor changed',
  reminder_day: 'Reminder a day before',
  reminder_hour: 'Reminder an hour before',
  feedback_ready: 'Feedback ready',
  second_person_named: 'Pack shared',
  second_person_joined: 'Shared pack joined',
  shared_pack_refunded: 'Shared pack refunded',
  address_proof: 'Verify the address',
  free_interview_granted: 'Free interview given',
  free_interview_lapsed: 'Free interview expired',
  time_opened: 'A time opened',
  mentor_booked: 'To the mentor: booking',
  mentor_moved: 'To the mentor: move',
  mentor_cancelled: 'To the mentor: cancellation',
  mentor_called_off: 'To the mentor: cancelled by us',
  mentor_replaced: 'To the mentor: replaced',
  mentor_feedback: 'To the mentor: feedback link',
  mentor_feedback_late: 'To the mentor: feedback missing',
  mentor_day: 'To the mentor: tomorrow’s sessions',
  mentor_page: 'To the mentor: link to their page',
  mentor_reported: 'To the mentor: report of not joining',
  loan_joined: 'Loan group joined',
  loan_offers: 'New loan offers',
  loan_chosen: 'Loan offer chosen',
  loan_step: 'Loan choice: next step',
  loan_left: 'Loan group left',
  rate_match_sent: 'Better offer received',
  rate_match_step: 'Better offer: answer',
  lender_stop: 'To the lender: consent withdrawn',
  refund_asked: 'Refund: request received',
  refund_needs_more: 'Refund: more information needed',
  refund_approved: 'Refund: approved',
  refund_reopened: 'Refund: approval withdrawn',
  refund_declined: 'Refund: declined',
  refund_taken_back: 'Refund: request withdrawn',
  refund_by_transfer: 'Refund: bank account needed',
  refund_paid: 'Refund: paid',
  refund_to_decide: 'Refund to decide, to us',
  payment_after_closing: 'Payment after the account closed',
  email_change_old: 'Change of email: to the old address',
  email_change_new: 'Change of email: to the new address',
  email_change_taken: 'Change of email: address taken',
  email_changed: 'Email changed',
  message_received: 'Message received',
  message_answered: 'Answer to a message',
  message_for_support: 'Message, to us',
};
