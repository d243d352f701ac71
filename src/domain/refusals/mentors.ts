import { lasting } from '../periods.ts';
import { says, type Refusals } from './refusal.ts';

/** Why we refuse a mentor's link or feedback, worded for the mentor. */
export const mentorRefusals = {
  ...says({
    not_open_yet: `You are early: this page opens ${lasting('mentor files')} before the session, and you can give feedback once it starts.`,
    slot_has_started:
      'This session has started, so you can no longer cancel it here. If it did not take place, write to us.',
    slot_not_free:
      'One of these times was just booked or closed, so all of them stay as they are. Reload the page and choose again.',
    nothing_to_answer:
      'The time to answer has passed, or we have already decided. If you disagree, write to us.',
    session_returned:
      'We have returned this session to the member, so no feedback is needed. Reload the page.',
    no_topic_to_set:
      'You can set a topic only for your own group discussion, until it starts. Reload the page.',
    mentor_has_left:
      'You are not holding sessions with us at present, so you cannot open times. Write to us if you would like to.',
    meeting_link_taken:
      'Another mentor already has this link, so people from their sessions could walk into yours. Enter a link of your own.',
    too_many_times:
      'You can have up to 500 open times, so we did not open any new ones. Choose an earlier last day, or close times you do not need.',
  }),
  link_not_valid: {
    status: 401,
    says: 'This link does not work. It may be cut off: copy the whole address from our latest email about the session. A link also stops working when the session is cancelled or another mentor takes over.',
  },
  link_expired: {
    status: 410,
    says: `This link has expired: you can give feedback for ${lasting('mentor link')} from the start of a session. If something is missing, write to us.`,
  },
  no_such_booking: {
    status: 404,
    says: 'This member is no longer in the session. Reload the page.',
  },
  no_such_file: {
    status: 404,
    says: 'This file no longer exists: the member may have removed it.',
  },
  page_link_expired: {
    status: 410,
    says: `This link has expired: it works for ${lasting('mentor page')}. Use the link in our latest email, or write to us.`,
  },
  act_not_valid: {
    status: 400,
    says: 'We could not save this. Check the days, times and address, and try again.',
  },
  feedback_not_valid: {
    status: 400,
    says: 'We could not save your feedback. Check that you have chosen every score and filled in every text.',
  },
} as const satisfies Refusals;
