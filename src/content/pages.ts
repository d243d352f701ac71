import { memberPages } from '../domain/member-pages.ts';
import type { RoutePath } from './routes.ts';

type Page = {
  /** 5 to 46 characters; the layout appends ' | ' and the site's name. */
  title: string;
  /** 50 to 160 characters, for search results and link previews. */
  description: string;
};

/**
 * Title and description of every page but the policies, which have them in their front matter. A path comes
 * from `routes.ts`.
 */
export const pages = {
  '/': {
    title: 'MBA loans as a group, mocks with alumni',
    description:
      'Crack your dream B-school and borrow for less: lenders compete for our members as one group, and alumni run your mock interviews.',
  },
  '/buy': {
    title: 'Mock interviews and GD practice (GDPI)',
    description:
      'Mock interviews, WAT and group discussions with IIM alumni, with honest feedback and a 100% refund once an IIM makes you an offer.',
  },
  '/contact': {
    title: 'Contact us',
    description:
      'Write, call or chat: a form for questions and complaints, e-mail addresses, phone, office address and business hours of the team.',
  },
  '/emi': {
    title: 'MBA loan EMI calculator',
    description:
      'The EMI of an education loan with its study and grace period, the total interest, and what one to four points less would save.',
  },
  '/mentors': {
    title: 'Mentors: who interviews you',
    description:
      'Alumni of top business schools who hold our mock interviews and GDs: school, year, work, languages, and what each asks about.',
  },
  '/signup': {
    title: 'FREE Sign Up',
    description:
      'Join free: a group that lenders compete for, alumni who sat the interviews you will sit, and a community of MBA aspirants.',
  },
  '/login': {
    title: 'Log in',
    description: 'Log in to see your packs, receipts and profile, or to set a new password.',
  },
  '/forgotpassword': {
    title: 'Forgot your password?',
    description: 'Ask for a link by e-mail to set a new password for your account.',
  },
  '/pay': {
    title: 'Pay by UPI',
    description: 'Our UPI code. For a pack with a receipt, use the GDPI page instead.',
  },
  '/success': {
    title: 'Your payment',
    description: 'The reference of your payment, its state, and a link to your dashboard.',
  },
  '/feedback': {
    title: 'Feedback on your session',
    description: 'For mentors: give feedback on a session with the link in our mail.',
  },
  '/cancelsession': {
    title: 'Call a session off',
    description: 'For mentors: call a session off with the link in our mail.',
  },
  '/mentor': {
    title: 'Your sessions and times',
    description:
      'For mentors: your sessions, your open times and your pauses, with the link in our mail.',
  },
  [memberPages.main]: {
    title: 'Dashboard',
    description: 'Your packs with their receipts, the packs on offer, and help with your MBA loan.',
  },
  [memberPages.sessions]: {
    title: 'Your sessions',
    description:
      'Book, move and join your mock interviews and GDs, and read the feedback of your mentors.',
  },
  [memberPages.loan]: {
    title: 'Your MBA loan',
    description:
      'Ask lenders together with your group, compare their offers for your own figures, and choose.',
  },
  [memberPages.verify]: {
    title: 'Verify your e-mail',
    description: 'For members: verify an e-mail address of yours with the link in our mail.',
  },
  [memberPages.refunds]: {
    title: 'Refunds',
    description:
      'See how much of each pack you can get back, ask for it, and follow your request until it is paid.',
  },
  [memberPages.material]: {
    title: 'Preparation room',
    description: 'Interview transcripts, WAT and GD topics and CV notes, for members with a pack.',
  },
  [memberPages.profile]: {
    title: 'Update Your Profile',
    description: 'Change the name, phone number and picture of your account.',
  },
  [memberPages.settings]: {
    title: 'Change Your Password',
    description: 'Set a new password for your account; other devices are then logged out.',
  },
  '/unsubscribe': {
    title: 'Stop our mails',
    description:
      'Stop mails about news or free times with the link in one of them, without logging in.',
  },
  '/desk': {
    title: 'The desk',
    description: 'For the people who run the site: what needs them, and what they can do.',
  },
  '/404': {
    title: 'Page not found',
    description: 'There is no page at this address. The home page is one click away.',
  },
} as const satisfies Partial<Record<RoutePath, Page>>;
