import { limitMessages } from '../refusals/limit-messages.ts';
import { hints } from '../account/messages.ts';

/** What a person reads when the database refuses something about sessions; the keys are its code words. */
export const sessionMessages = {
  slot_closed:
    'This time can no longer be booked. The list is up to date now: please choose another.',
  slot_full:
    'Somebody was faster and took the last seat. Nothing was used. The list is up to date now: please choose another time.',
  already_booked: 'You are booked into this session already.',
  overlaps:
    'You are in another session at this time. Nothing was used. Please choose another time.',
  not_your_pack: 'This pack does not belong to your account.',
  pack_not_paid: 'This pack is not paid yet.',
  pack_refunded: 'This pack was refunded, so its sessions can no longer be booked.',
  pack_expired:
    'This time is after the last day of your pack. Please choose an earlier time or another pack.',
  pack_is_over: 'This pack is over, so it can no longer be shared.',
  refund_open: 'A refund of this pack is under way, so you cannot book sessions on it now.',
  disputed:
    'The payment of this pack is disputed at the bank, so you cannot book sessions on it now.',
  nothing_left: 'No session is left on this pack.',
  no_free_interview: 'You have no free interview to book.',
  free_is_an_interview: 'The free session is a mock interview. A GD needs a pack.',
  free_interview_lapsed:
    'Your free interview was not booked in time and has passed to somebody else.',
  too_many_today: limitMessages.too_many_today,
  no_such_booking: 'This booking is no longer there. The page is up to date now.',
  booking_has_ended:
    'This session has started, ended or been called off. The page is up to date now.',
  too_late_to_move:
    'Less than 24 hours are left, so this session can no longer be moved. Nothing was changed.',
  no_longer_free:
    'Less than 24 hours are left by now, so the session would not come back. It is still booked.',
  too_early: 'It is too early for this. Please try again a little later.',
  no_link_yet: 'The meeting has no link yet. Please try again in a minute, or write to us.',
  not_over_yet: 'You can rate this session once it has ended.',
  rating_not_valid: 'Please choose 1 to 5.',
  too_late_to_report: 'This session is more than three weeks ago. Please write to us instead.',
  not_for_two: 'This pack is for one person.',
  own_address: 'This is your own address. Name somebody else.',
  address_not_valid: 'entered email is not valid',
  second_has_booked: 'The second person has booked already, so nobody else can be named.',
  no_naming_left: 'A pack allows three namings, and all are used. Please write to us.',
  no_invitation: 'This invitation is no longer open. Ask the buyer of the pack.',
  terms_not_accepted: 'please accept terms and conditions',
  link_not_valid: 'This link is not valid, or a newer one has replaced it.',
  other_account: hints.otherAccount,
  address_not_proven: limitMessages.address_not_proven,
  person_changed: 'Your details have changed meanwhile. Reload the page and try again.',
  already_had: 'There is one free interview for each person, and yours was given already.',
  free_gone: 'All free interviews are taken.',
  not_open_yet: 'This page opens when the session begins.',
  link_expired: 'This link has expired or was used before.',
  feedback_not_valid: 'Something is missing. Give all four scores, or say that nobody came.',
  slot_has_started: 'This session has started already.',
  no_such_file: 'This file is no longer there.',
  too_many_files: 'A session takes three files. Remove one first.',
  too_many_uploads: limitMessages.too_many_uploads,
} as const;

/** A code word with which the database refuses. */
export type SessionProblem = keyof typeof sessionMessages;

/** True for a message of the database that is a code word with a sentence. */
export function isSessionProblem(message: unknown): message is SessionProblem {
  return typeof message === 'string' && Object.hasOwn(sessionMessages, message);
}
