import { lasting } from '../periods.ts';
import { says, type Refusals } from './refusal.ts';

/** Why we refuse a mentor's link or feedback, in words for the mentor. */
export const mentorRefusals = {
  ...says({
    not_open_yet: `It is too early: this page opens ${lasting('mentor files')} before the session, and takes feedback from its start.`,
    slot_has_started:
      'This session has started, so it can no longer be called off here. Write to us if it did not take place.',
    slot_not_free:
      'One of these times was booked or closed meanwhile, so nothing was closed. Reload the page, and choose again.',
    nothing_to_answer:
      'There is nothing left to answer: the time is over, or the matter has been decided. Write to us if you were there.',
    no_topic_to_set:
      'The topic can be set only until the start of a group discussion that you hold. Reload the page.',
    mentor_has_left:
      'You hold no sessions with us at present, so no times can be opened. Write to us if you would like to.',
    too_many_times:
      'You would have more than 500 open times, so no new ones were opened. Choose an earlier last day, or close times that you do not need.',
  }),
  link_not_valid: {
    status: 401,
    says: 'This link does not work. It may be cut off: copy the whole address from our newest mail about the session. A link also ends when the session is called off or another mentor takes it over.',
  },
  link_expired: {
    status: 410,
    says: `This link has ended: feedback can be given for ${lasting('mentor link')} from the start of a session. Write to us if something is missing.`,
  },
  no_such_booking: {
    status: 404,
    says: 'This member is no longer in the session. Reload the page.',
  },
  no_such_file: {
    status: 404,
    says: 'This file is no longer there: the member may have removed it.',
  },
  page_link_expired: {
    status: 410,
    says: `This link has ended: it works for ${lasting('mentor page')}. Our newest mail to you has a new one, or write to us.`,
  },
  act_not_valid: {
    status: 400,
    says: 'This could not be kept. Check the days, the times and the address, and try again.',
  },
  feedback_not_valid: {
    status: 400,
    says: 'The feedback could not be kept. Check that every score is chosen and every text is filled in.',
  },
} as const satisfies Refusals;
