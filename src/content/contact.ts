import { lasting } from '../domain/periods.ts';

/** Copy for the contact page. Addresses and numbers come from the site's settings. */
export const contact = {
  heading: 'Contact us',
  intro:
    'One of our team will reply. Tell us your institute and your deadline, and we start there.',
  toForm: 'Write to us',
  sections: {
    general: {
      title: 'General enquiries',
      text: 'Questions about membership, loans or partnering with us.',
    },
    support: {
      title: 'Support',
      text: 'Help with an account, a payment, a session or a refund. Give the payment reference if there is one.',
    },
    hours: {
      title: 'Business hours',
      text: 'Messages sent outside these hours are read the next working day.',
    },
    address: { title: 'Office address', text: 'Please fix a time with us before you come.' },
    phone: { title: 'Phone', text: 'During business hours.' },
    grievance: {
      title: 'Grievance officer',
      text: `For complaints. Acknowledged within ${lasting('acknowledgement')}, settled within ${lasting('complaint')}.`,
    },
    social: { title: 'Follow us', text: 'Panels, topics and deadlines as the season goes on.' },
  },
  write: {
    heading: 'Write to us',
    text: 'For questions and complaints, with or without an account. Members can also use it for requests about their data.',
    steps: [
      'You get a number immediately, and a confirmation by mail.',
      'A person reads it in our business hours and replies to your address.',
      `A complaint is settled within ${lasting('complaint')}. The day is in the confirmation.`,
    ],
    withoutScript:
      'This page needs JavaScript, which is switched off in your browser. Switch it on for this site, or write to',
  },
} as const;
