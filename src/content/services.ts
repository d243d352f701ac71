/** The service cards of /dashboard/main for visitors (§2.39). */
export const services = [
  {
    servicename: 'Mock Interview',
    servicedescription:
      'IIM alumni ask you a real panel’s questions, then give you honest feedback, one-to-one mentorship and help with your profile and CV.',
  },
  {
    servicename: 'Loan',
    servicedescription:
      'Your MBA loan goes to lenders together with other members’ loans, so that they compete on the rate. Free guidance on the best proposal.',
  },
  {
    servicename: 'Mock GD',
    servicedescription:
      'A group discussion with your future batchmates on a topic of this season, and feedback on your part in it.',
  },
] as const satisfies readonly { servicename: string; servicedescription: string }[];
