/** Copy for the page that introduces the mentors (§4.22). */
export const mentors = {
  heading: 'Who sits across the table',
  lead: 'Alumni of the business schools you are aiming for, who hold our mock interviews and GDs. Each agreed to be shown here. You see who holds a session before you book it.',
  action: { label: 'See the packs', href: '/buy#packs' },
  none: 'Our mentors introduce themselves here, each as soon as they have agreed to be shown.',
} as const;
