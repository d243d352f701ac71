type Contact = {
  heading: string;
  intro: string;
  sections: Record<
    'general' | 'support' | 'hours' | 'address' | 'phone' | 'grievance' | 'social',
    { title: string; text: string }
  >;
};

/** Copy of the contact page. Its addresses and numbers are settings of the site. */
export const contact = {
  heading: 'Contact us',
  intro:
    'Whoever writes back is a person from the circle. Tell us your institute and your deadline, and we start there.',
  sections: {
    general: {
      title: 'General enquiries',
      text: 'Questions on membership, loans or partnering with us.',
    },
    support: {
      title: 'Support',
      text: 'Help with an account, a payment, a session or a refund. Give the payment reference if there is one.',
    },
    hours: {
      title: 'Business hours',
      text: 'Messages sent outside them are read the next working day.',
    },
    address: { title: 'Office address', text: 'Please agree a time with us before you come.' },
    phone: { title: 'Phone', text: 'During business hours.' },
    grievance: {
      title: 'Grievance officer',
      text: 'For complaints. Acknowledged within 48 hours, settled within one month.',
    },
    social: { title: 'Follow us', text: 'Panels, topics and deadlines as the season goes on.' },
  },
} as const satisfies Contact;
