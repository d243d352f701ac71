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
