/** The service cards of /dashboard/main for visitors (§2.39). */
export const services = [
  {
    servicename: 'Mock Interview',
    servicedescription:
      'A real panel’s questions from IIM alumni, then honest feedback, one-to-one mentorship and help with your profile and CV.',
  },
  {
    servicename: 'Loan',
    servicedescription:
      'Your MBA loan in one group with other members’, so that lenders compete on the rate. Free guidance on the best proposal.',
  },
  {
    servicename: 'Mock GD',
    servicedescription:
      'A group discussion with your future batchmates on a topic of this season, and feedback on what you added to it.',
  },
] as const satisfies readonly { servicename: string; servicedescription: string }[];
