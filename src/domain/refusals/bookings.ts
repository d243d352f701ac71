import { lasting, mostTargets, namings } from '../periods.ts';
import { inWords } from '../words/count.ts';
import { limits, tooManyChanges } from './limits.ts';
import { says, type Refusals } from './refusal.ts';

export const bookingRefusals = {
  ...says({
    slot_closed:
      'This time can no longer be booked. We have refreshed the list: please choose another.',
    slot_full:
      'The last seat just went. You keep your session. We have refreshed the list: please choose another time.',
    already_booked: 'You are booked into this session already.',
    overlaps:
      'You are in another session at this time, so this one was not booked. Please choose another time.',
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
    no_day_chosen: 'Please choose a day of the week.',
    no_such_school: 'No mentor of this school is with us yet. Choose another one, or all schools.',
    address_not_proven: 'Verify your email first. Then we can tell you when a time opens.',
    no_free_interview: 'You have no free interview to book.',
    free_is_an_interview: 'The free session is a mock interview. A GD needs a pack.',
    free_interview_lapsed:
      'You did not book your free interview in time, so it has gone to somebody else.',
    booking_has_ended:
      'This session has started, ended or been cancelled. We have refreshed the page.',
    too_late_to_move: `Less than ${lasting('cancel free')} are left, so this session can no longer be moved. Nothing was changed.`,
    no_longer_free: `Less than ${lasting('cancel free')} are left now, so the session would not come back. It is still booked.`,
    too_early: 'It is too early for this. Please try again a little later.',
    no_link_yet: 'The meeting has no link yet. Please try again in a minute, or write to us.',
    not_over_yet: 'You can rate this session once it has ended.',
    rating_not_valid: 'Please choose 1 to 5.',
    target_not_valid: 'Enter the school, and a date from today to two years ahead.',
    too_many_targets: `You have named ${inWords(mostTargets)} schools. Remove one first.`,
    no_exercise: 'Your mentor has given you no exercise for this session.',
    too_late_to_report: `This session is more than ${lasting('refund')} ago. Please write to us instead.`,
    not_for_two: 'This pack is for one person.',
    own_address: 'This is your own address. Name somebody else.',
    address_not_valid: 'entered email is not valid',
    second_has_booked: 'The second person has booked already, so nobody else can be named.',
    no_naming_left: `You have already named ${inWords(namings)} people. If it has to be someone else, write to us.`,
    no_invitation: 'This invitation is no longer open. Ask the buyer of the pack.',
    terms_not_accepted: 'please accept terms and conditions',
    too_many_files: 'A session can have three files at most. Remove one first.',
  }),
  too_many_today: tooManyChanges('session change'),
  no_such_booking: {
    status: 404,
    says: 'This booking is no longer there. We have refreshed the page.',
  },
  too_many_uploads: limits.too_many_uploads,
} as const satisfies Refusals;

/** Why a buyer cannot name a pack's second person. The daily limit here counts mails to that address. */
export const namingRefusals = {
  ...bookingRefusals,
  too_many_today: {
    says: 'This address has had many invitations today. Please try again tomorrow.',
  },
} as const satisfies Refusals;
