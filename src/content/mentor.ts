/** Headings and introductions of the pages behind mentors' links. */
export const mentor = {
  feedback: {
    heading: 'Your session and feedback',
    text: 'Be honest and concrete: members read exactly what you write, and practise with it.',
  },
  cancel: {
    heading: 'Your session',
    text: 'If a session is cancelled, everyone who booked it hears from us and gets it back right away.',
  },
  page: {
    heading: 'Your sessions and times',
    text: 'All times are India time (IST).',
  },
} as const;
