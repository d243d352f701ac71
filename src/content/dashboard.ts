import type { Action, Point } from './copy.ts';
import { services } from './services.ts';

type Dashboard = {
  main: {
    heading: string;
    text: string;
    banner: Point;
    packs: { heading: string };
    loan: { title: string; text: string; action: string };
    orders: { heading: string; empty: string };
  };
  marketing: {
    heading: string;
    text: string;
    services: typeof services;
    banner: Point & { action: Action };
  };
  sessions: { heading: string; text: string };
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
      action: 'Apply for loan',
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
  profile: { heading: 'Update Your Profile' },
  settings: {
    heading: 'Change Your Password',
    addresses: {
      heading: 'Your e-mail addresses',
      text: 'A pack bought without an account, a pack that is shared with you and the free mock interview belong to whoever proves the address. One link for each address is enough.',
    },
  },
} as const satisfies Dashboard;
