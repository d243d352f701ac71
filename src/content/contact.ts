import { lasting } from '../domain/periods.ts';

/** Copy for the contact page. Addresses and numbers come from the site's settings. */
export const contact = {
  heading: 'Contact us',
  intro: 'Ask about packs, sessions, refunds or the loan group. One of our team will reply.',
  toForm: 'Write to us',
  sections: {
    general: {
      title: 'General enquiries',
      text: 'Questions about membership, loans or partnering with us.',
    },
    support: {
      title: 'Support',
      text: 'Help with an account, a payment, a session or a refund. Include the payment reference if you have one.',
    },
    hours: {
      title: 'Business hours',
      text: 'If you write outside these hours, we will read your message on the next working day.',
    },
    address: { title: 'Office address', text: 'Please fix a time with us before you visit.' },
    phone: { title: 'Phone', text: 'During business hours.' },
    grievance: {
      title: 'Grievance officer',
      text: `For complaints. We acknowledge them within ${lasting('acknowledgement')} and settle them within ${lasting('complaint')}.`,
    },
  },
  social: { title: 'Follow us', text: 'Panels, topics and deadlines as the season goes on.' },
  write: {
    heading: 'Write to us',
    text: 'For questions and complaints, with or without an account. Members can also make requests about their data here.',
    steps: [
      'You get a message number right away, and a confirmation by email.',
      'One of our team reads your message in business hours and replies by email.',
      `We settle a complaint within ${lasting('complaint')}. The confirmation gives the date.`,
    ],
    withoutScript: 'This page needs JavaScript. Switch it on in your browser, or write to',
  },
} as const;
