/** Headings and introductions of the pages behind mentors' links. */
export const mentor = {
  feedback: {
    heading: 'Feedback on your session',
    text: 'Honest and concrete: it is what members practise with, and they read exactly what you write. About five minutes for each of them.',
  },
  cancel: {
    heading: 'Cancel a session',
    text: 'If you cannot come, we immediately tell everybody who has booked, and give them their session back.',
  },
  page: {
    heading: 'Your sessions and times',
    text: 'Who is coming, which times are open, and when you are away. Changes here take effect immediately.',
  },
} as const;
