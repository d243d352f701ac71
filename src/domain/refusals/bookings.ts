import { lasting, mostTargets } from '../periods.ts';
import { inWords } from '../words/count.ts';
import { limits, tooManyChanges } from './limits.ts';
import { says, type Refusals } from './refusal.ts';

export const bookingRefusals = {
  ...says({
    slot_closed: 'Booking for this time has closed. Choose another time.',
    slot_full: 'The last seat just went. You keep your session. Choose another time.',
    already_booked: 'You have already booked this session.',
    overlaps: 'You already have a session at this time. Choose another time.',
    not_your_pack: 'This pack belongs to another account.',
    pack_not_paid: 'This pack has not been paid for yet.',
    pack_refunded: 'This pack was refunded, so you can no longer book with it.',
    pack_expired: 'Your pack ends before this time. Choose an earlier time or another pack.',
    refund_open: 'A refund for this pack is under way, so you cannot book with it now.',
    disputed: 'This pack’s payment is disputed at the bank, so you cannot book with it now.',
    nothing_left: 'This pack has no sessions left.',
    no_day_chosen: 'Choose a day of the week.',
    no_such_school: 'We have no mentor from this school yet. Choose another, or all schools.',
    address_not_proven: 'Verify your email first. Then we can tell you when a time opens.',
    no_free_interview: 'You have no free interview to book.',
    free_is_an_interview: 'The free session is a mock interview. A GD needs a pack.',
    free_interview_lapsed:
      'You did not book your free interview in time, so it has gone to someone else.',
    booking_has_ended:
      'This session has started, ended or been cancelled. We’ve refreshed the page.',
    too_late_to_move: `The session is less than ${lasting('cancel free')} away, so you can no longer change its time.`,
    no_longer_free: `The session is now less than ${lasting('cancel free')} away, so cancelling would use it up. It is still booked.`,
    too_early: 'You are a little early. Try again later.',
    no_link_yet: 'This meeting has no link yet. Try again in a minute, or write to us.',
    not_over_yet: 'You can rate this session once it has ended.',
    rating_not_valid: 'Choose 1 to 5.',
    target_not_valid: 'Enter the school, and a date from today to two years ahead.',
    too_many_targets: `You have named ${inWords(mostTargets)} schools. Remove one first.`,
    no_exercise: 'Your mentor set no exercise for this session.',
    too_late_to_report: `This session was more than ${lasting('refund')} ago. Write to us instead.`,
    too_many_files: 'A session can have up to three files. Remove one first.',
  }),
  too_many_today: tooManyChanges('session change'),
  no_such_booking: {
    status: 404,
    says: 'This booking no longer exists. We’ve refreshed the page.',
  },
  too_many_uploads: limits.too_many_uploads,
} as const satisfies Refusals;
