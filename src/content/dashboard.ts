import { lasting, lastingInFigures } from '../domain/periods.ts';
import { memberPages } from '../domain/member-pages.ts';

const launch = {
  title: 'Exclusive Launch',
  text: '100% refund on your pack once an IIM makes you an offer.',
  note: `Take at least one session, then send us the offer within ${lastingInFigures('refund')} of the date on it.`,
  more: { label: 'Refund Policy', href: '/refundpolicy' },
} as const;

/** Copy for the dashboard pages, and for /dashboard/main as visitors see it (§2.36 to §2.39). */
export const dashboard = {
  main: {
    heading: 'Dashboard',
    banner: launch,
    packs: {
      heading: 'Practise before the panel',
      more: 'More sessions',
      details: { label: 'Pack details and discount codes', href: '/buy' },
    },
    loan: {
      title: 'MBA Loan',
      text: 'Got a convert? We take your loan to lenders together with everyone else’s in the group. It costs you nothing.',
      action: { label: 'Apply for loan', href: memberPages.loan },
    },
    orders: { heading: 'Your packs' },
  },
  marketing: {
    heading: 'Everything between shortlist and first fee',
    text: 'Three services, one circle. Membership is free.',
    services: [
      {
        servicename: 'Mock Interview',
        servicedescription:
          'IIM alumni interview you as a panel would. Then: honest feedback, one-to-one mentorship, help with profile and CV.',
      },
      {
        servicename: 'Loan',
        servicedescription:
          'Lenders quote for all members’ loans together, so they compete on the rate. We help you pick an offer, free.',
      },
      {
        servicename: 'Mock GD',
        servicedescription:
          'A group discussion with your future batchmates on one of this season’s topics, and feedback on how you did.',
      },
    ],
    banner: { ...launch, action: { label: 'Sign up to know more', href: '/signup' } },
  },
  sessions: { heading: 'Your sessions' },
  loan: {
    heading: 'Your MBA loan',
    promises: {
      heading: 'What you can count on',
      points: [
        {
          title: 'You pay us nothing',
          text: 'The lender whose loan you take pays us a share of the amount. It may not add that to your loan, and we never rank offers by it.',
        },
        {
          title: 'No obligation',
          text: 'We do not check your credit history. A lender may, if you consent. Take a better offer anywhere.',
        },
        {
          title: 'Only the lender you choose gets your details',
          text: 'Other lenders see only the group’s totals, never those of fewer than five members.',
        },
        {
          title: 'The lender decides',
          text: 'It sets the rate, security and term. Read its Key Facts Statement and sanction letter before you sign: they are binding, our figures are not.',
        },
      ],
      links: [
        { label: 'EMI calculator', href: '/emi' },
        { label: 'Our terms for loan help', href: '/termsandcondition' },
        { label: 'What we keep', href: '/privacypolicy' },
      ],
    },
  },
  material: {
    heading: 'Preparation room',
    lead: 'Transcripts of real interviews, WAT and GD topics, and notes on CVs, to read before your session.',
  },
  refunds: {
    back: { label: 'Your packs', href: memberPages.main },
    heading: 'Refunds',
    promises: {
      heading: 'How refunds work',
      points: [
        {
          title: '1. You ask',
          text: 'You get a request number and an email right away.',
        },
        {
          title: `2. We decide within ${lastingInFigures('refund')}`,
          text: `If we decline, we say why. If you disagree, our grievance officer acknowledges your complaint within ${lasting('acknowledgement')} and settles it within ${lasting('complaint')}.`,
        },
        {
          title: `3. We pay within ${lastingInFigures('refund')} of the decision`,
          text: 'Your request shows both dates, and whether we have missed one.',
        },
        {
          title: '4. It arrives the way you paid',
          text: 'We refund the whole sum to the card, UPI address, bank account or wallet you paid with.',
        },
        {
          title: 'Bought without an account?',
          text: 'Open the link in your receipt email while you are logged in, and add the pack to your account. Then ask here.',
        },
      ],
      links: [
        { label: 'Refund Policy', href: '/refundpolicy' },
        { label: 'Write to us', href: '/contact' },
      ],
    },
  },
  profile: { heading: 'Update Your Profile' },
  verify: { heading: 'Verify your email' },
  settings: {
    page: 'Settings',
    heading: 'Change Your Password',
    account: {
      heading: 'Email and logins',
      parts: {
        changeEmail: {
          heading: 'Change email',
          text: 'You log in with this address, and your emails and receipts go to it. If you change it, you keep your packs and sessions.',
        },
        addresses: {
          heading: 'Verified emails',
          text: 'A pack bought without an account, a pack shared with you and the free mock interview each need a verified address. It takes one click per address.',
        },
        logout: {
          heading: 'Log out everywhere',
          text: 'Logs you out here right away, and on other devices and tabs when they next open a page. Your data stays as it is. If you think someone knows your password, change it too.',
        },
      },
    },
    yourData: {
      heading: 'Your data',
      parts: {
        agreed: {
          heading: 'What you agreed to',
          text: 'Each consent in the words you saw, with its date. Withdrawing a consent does not undo what has already been done.',
        },
        news: {
          heading: 'Emails about news',
          text: 'For example, about a new kind of session. You always get emails about your purchases, your sessions and changes to the terms.',
        },
        download: {
          heading: 'Download my data',
          text: 'Everything we hold about you, in one text file (JSON) with plain-language notes: profile, packs and payments, sessions with feedback, loan, consents, emails and logins.',
        },
        close: {
          heading: 'Close my account',
          text: 'Erases what we hold about you, right away and for good. The law requires us to keep orders and payments, but without your name, address and number.',
        },
      },
    },
  },
} as const;
