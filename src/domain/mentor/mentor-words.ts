// The words of the pages behind mentors' links. Apart from the schemas, which only a page with a link loads.

/** The longest text of each part of a feedback, in characters, as in the table `feedback`. */
export const longestFeedback = 4000;

/** What is scored from 1 to 5 (§15.17), and what to look at. */
export const criteria = [
  {
    id: 'content',
    name: 'Content',
    meaning: 'Knows their own story, the school and the subject; gives facts and examples.',
  },
  {
    id: 'structure',
    name: 'Structure',
    meaning: 'Comes to the point, takes one step after the other, and ends.',
  },
  {
    id: 'communication',
    name: 'Communication',
    meaning: 'Speaks clearly, listens, and answers what was asked.',
  },
  {
    id: 'presence',
    name: 'Presence',
    meaning: 'Calm and attentive under pressure; posture, eye contact and voice.',
  },
] as const;

/** What each score means. */
export const scoreMeanings = {
  1: 'far to go',
  2: 'needs work',
  3: 'getting there',
  4: 'good',
  5: 'ready for the day',
} as const;

/** Why a mentor's link or feedback is refused, by code, in words for the mentor. */
export const mentorErrors = {
  link_not_valid:
    'This link does not work. It may be cut off: copy the whole address from our newest mail about the session. A link also ends when the session is called off or another mentor takes it over.',
  not_open_yet: 'This page opens when the session starts.',
  link_expired:
    'This link has ended: feedback can be given for 14 days from the start of a session. Write to us if something is missing.',
  slot_has_started:
    'This session has started, so it cannot be called off here any more. Write to us if it did not take place.',
  no_such_booking: 'This member is not in the session any more. Reload the page.',
  no_such_file: 'This file is not there any more: the member may have removed it.',
  feedback_not_valid:
    'The feedback could not be kept. Check that every score is chosen and every text is filled in.',
} as const;
export type MentorError = keyof typeof mentorErrors;
