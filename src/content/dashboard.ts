import type { Action, Point } from './copy.ts';
import { services } from './services.ts';

type Dashboard = {
  main: {
    heading: string;
    text: string;
    banner: Point;
    packs: { heading: string };
    loan: { title: string; text: string; action: Action };
    orders: { heading: string; empty: string };
  };
  marketing: {
    heading: string;
    text: string;
    services: typeof services;
    banner: Point & { action: Action };
  };
  sessions: { heading: string; text: string };
  loan: {
    heading: string;
    text: string;
    promises: { heading: string; points: readonly Point[]; links: readonly Action[] };
  };
  profile: { heading: string };
  settings: { heading: string; addresses: { heading: string; text: string } };
};

const launch = {
  title: 'Exclusive Launch',
  text: '100% refund of your pack once an IIM makes you an offer.',
  note: 'Book and sit at least one session, then send us the offer within 3 weeks of its date.',
  more: { label: 'Refund Policy', href: '/refundpolicy' },
} as const satisfies Point;

/** Copy of the dashboard pages, and of /dashboard/main for visitors (§2.36 to §2.39). */
export const dashboard = {
  main: {
    heading: 'Dashboard',
    text: 'This is your seat at the table: your packs with their receipts, practice before the panel, and a loan that you ask for together.',
    banner: launch,
    packs: { heading: 'Practise before the panel' },
    loan: {
      title: 'MBA Loan',
      text: 'Have a convert? We take your loan to lenders together with the group’s. It costs you nothing.',
      action: { label: 'Apply for loan', href: '/dashboard/loan' },
    },
    orders: {
      heading: 'Your packs',
      empty: 'No packs yet. When you buy one, it appears here with its receipt.',
    },
  },
  marketing: {
    heading: 'Everything between shortlist and first fee',
    text: 'Three services, one circle. Membership is free.',
    services,
    banner: { ...launch, action: { label: 'Sign up to know more', href: '/signup' } },
  },
  sessions: {
    heading: 'Your sessions',
    text: 'Book a mock interview or a GD, come a few minutes early, and read here what your mentor thought.',
  },
  loan: {
    heading: 'Your MBA loan',
    text: 'Say once what you need. We take it to lenders together with the requests of everybody who starts in your year, and each offer stands here with everything it costs.',
    promises: {
      heading: 'What you can count on',
      points: [
        {
          title: 'You pay us nothing',
          text: 'The lender whose loan you take pays us a share of the amount. It may not add that to your loan, and it plays no part in the order of the offers.',
        },
        {
          title: 'You are free',
          text: 'Joining is no obligation, and we check no credit history. A lender may, with your consent, once it has your request. Take a better offer wherever you find one.',
        },
        {
          title: 'Only the lender you choose learns of you',
          text: 'Lenders see the group as counts and sums, none of fewer than five members. Your details go to one lender, when you choose its offer, and you can take that back.',
        },
        {
          title: 'The lender decides',
          text: 'Rate, security, term and approval are the lender’s. Read its Key Facts Statement and its sanction letter before you sign: they count, and not our figures.',
        },
      ],
      links: [
        { label: 'EMI calculator', href: '/emi' },
        { label: 'Our terms for loan help', href: '/termsandcondition' },
        { label: 'What we store', href: '/privacypolicy' },
      ],
    },
  },
  profile: { heading: 'Update Your Profile' },
  settings: {
    heading: 'Change Your Password',
    addresses: {
      heading: 'Your e-mail addresses',
      text: 'A pack bought without an account, a pack that is shared with you and the free mock interview belong to whoever proves the address. One link for each address is enough.',
    },
  },
} as const satisfies Dashboard;
