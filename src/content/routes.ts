import { firstCallsOfDesk } from '../domain/desk/today-lists.ts';
import { firstCalls } from '../domain/first-calls.ts';
import { memberPages } from '../domain/member-pages.ts';

/** A page's properties, which the build, the tests and the performance budgets use. */
export type Route = {
  /** Selects the page's budgets (§12.28 to §12.33). 'member' pages also require a login (§2.17). */
  kind: 'landing' | 'text' | 'form' | 'island' | 'member';
  /** False keeps the page out of search engines (§13.13). */
  listed: boolean;
  /**
   * 5 to 46 characters; the layout appends ' | ' and the site's name. Policies set their title in their front matter.
   */
  title?: string;
  /** 50 to 160 characters, for search results and link previews. */
  description?: string;
  /** The Open Graph image, as a path on this site. */
  image?: string;
  /**
   * 'logo' leaves only the logo in the bar, without the site's menu and 'Sign up'. 'quiet' makes 'Sign up' a quiet
   * button, because visitors come to do something else.
   */
  bar?: 'logo' | 'quiet';
  /** 'none' leaves out the chat button below the content. A landing page has a floating one instead (§2.42). */
  chat?: 'none';
  /** The page shows one person's data, so it is always sent with `no-store`, like a member page. */
  personal?: true;
  /**
   * The backend calls that the first part of the page needs. They are made even before the page's scripts have arrived
   * (§12.57).
   */
  early?: readonly string[];
  /** The page's address may contain a token, a reference or a `next`, so it is sent with `no-referrer`. */
  secretAddress?: true;
};

/** A page about one session or email address, opened from a link in an email. */
const ofLink = {
  kind: 'form',
  listed: false,
  personal: true,
  secretAddress: true,
} as const satisfies Route;

/** A mentor's page. Mentors have no account and do not buy packs. */
const ofMentor = { ...ofLink, bar: 'logo' } as const satisfies Route;

const ofMember = { kind: 'member', listed: false } as const satisfies Route;

/** Every page of the site, by path (§2.1 to §2.16). */
export const routes = {
  '/': {
    kind: 'landing',
    listed: true,
    title: 'MBA loans as a group, mocks with alumni',
    description:
      'Crack your dream B-school and borrow for less: lenders compete for our members as one group, and alumni run your mock interviews.',
    image: '/og/home.png',
  },
  '/buy': {
    kind: 'landing',
    listed: true,
    title: 'Mock interviews and GD practice (GDPI)',
    description:
      'Mock interviews, WAT and group discussions with IIM alumni, with honest feedback and a 100% refund once an IIM makes you an offer.',
    image: '/og/buy.png',
  },
  '/contact': {
    kind: 'form',
    listed: true,
    secretAddress: true,
    title: 'Contact us',
    description:
      'Write, call or chat: a form for questions and complaints, our email addresses, phone number, office address and business hours.',
  },
  '/emi': {
    kind: 'island',
    listed: true,
    title: 'MBA loan EMI calculator',
    description:
      'Work out the EMI of an education loan with study and grace periods, the total interest, and what a lower rate saves you.',
  },
  '/mentors': {
    kind: 'island',
    listed: true,
    title: 'Mentors: who interviews you',
    description:
      'Alumni of top business schools who hold our mock interviews and GDs: school, year, work, languages, and what each asks about.',
    image: '/og/buy.png',
  },
  '/privacypolicy': { kind: 'text', listed: true },
  '/refundpolicy': { kind: 'text', listed: true },
  '/cancellationpolicy': { kind: 'text', listed: true },
  '/termsandcondition': { kind: 'text', listed: true },
  '/accessibility': { kind: 'text', listed: true },
  '/signup': {
    kind: 'form',
    listed: true,
    secretAddress: true,
    title: 'FREE Sign Up',
    description:
      'Join free: a group that lenders compete for, alumni who sat the interviews you will sit, and a community of MBA aspirants.',
  },
  '/login': {
    kind: 'form',
    listed: false,
    secretAddress: true,
    title: 'Log in',
    description: 'Log in to see your packs, receipts and profile, or to set a new password.',
  },
  '/forgotpassword': {
    kind: 'form',
    listed: false,
    title: 'Forgot your password?',
    description: 'Get a link by email to set a new password for your account.',
  },
  '/pay': {
    kind: 'text',
    listed: false,
    title: 'Pay by UPI',
    description: 'Our UPI code. To buy a pack and get a receipt, use the GDPI page instead.',
  },
  '/success': {
    kind: 'text',
    listed: false,
    personal: true,
    secretAddress: true,
    title: 'Your payment',
    description: 'Your payment’s reference and status, and a link to your dashboard.',
  },
  '/feedback': {
    ...ofMentor,
    title: 'Your session and feedback',
    description: 'For mentors: give feedback on a session with the link in our email.',
  },
  '/cancelsession': {
    ...ofMentor,
    title: 'Cancel a session',
    description: 'For mentors: cancel a session with the link in our email.',
  },
  '/mentor': {
    ...ofMentor,
    title: 'Your sessions and times',
    description: 'For mentors: your sessions, open times and pauses, with the link in our email.',
  },
  [memberPages.main]: {
    ...ofMember,
    early: [firstCalls.sessions, firstCalls.orders],
    title: 'Dashboard',
    description: 'Your packs and receipts, the packs on sale, and help with your MBA loan.',
  },
  [memberPages.sessions]: {
    ...ofMember,
    early: [firstCalls.sessions],
    title: 'Your sessions',
    description:
      'Book, move and join your mock interviews and GDs, and read your mentors’ feedback.',
  },
  [memberPages.loan]: {
    ...ofMember,
    early: [firstCalls.loan],
    title: 'Your MBA loan',
    description: 'Ask lenders as a group, compare the offers worked out for you, and choose.',
  },
  [memberPages.material]: {
    ...ofMember,
    early: [firstCalls.material],
    title: 'Preparation room',
    description: 'Interview transcripts, WAT and GD topics and CV notes, for members with a pack.',
  },
  [memberPages.refunds]: {
    ...ofMember,
    early: [firstCalls.refunds],
    title: 'Refunds',
    description:
      'See how much of each pack you can get back, ask for it, and follow your request until the money is paid.',
  },
  [memberPages.profile]: {
    ...ofMember,
    early: [firstCalls.profile],
    title: 'Update Your Profile',
    description: 'Change the name, phone number and picture on your account.',
  },
  [memberPages.settings]: {
    ...ofMember,
    bar: 'quiet',
    secretAddress: true,
    title: 'Settings',
    description: 'Set a new password for your account. That logs out your other devices.',
  },
  [memberPages.verify]: {
    ...ofMember,
    secretAddress: true,
    title: 'Verify your email',
    description: 'For members: verify your email address with the link we sent you.',
  },
  '/unsubscribe': {
    ...ofLink,
    title: 'Stop these emails',
    description: 'Stop our emails about news or free times, without logging in.',
  },
  '/desk': {
    ...ofMember,
    early: firstCallsOfDesk,
    chat: 'none',
    secretAddress: true,
    title: 'The desk',
    description:
      'For the people who run the site: what needs attention, and the tools to deal with it.',
  },
  '/404': {
    kind: 'text',
    listed: false,
    title: 'Page not found',
    description: 'There is no page at this address. The home page is one click away.',
  },
} as const satisfies Record<`/${string}`, Route>;

export type RoutePath = keyof typeof routes;

/** The properties of the page at `path`. Throws if the path is not in the list. */
export function routeOf(path: string): Route {
  const found = Object.entries<Route>(routes).find(([known]) => known === path);
  if (!found) throw new Error(`${path} is not in src/content/routes.ts.`);
  return found[1];
}

/** The pages that consist of text. Each has a route here and a file in `policies/`. */
export const policyIds = [
  'privacypolicy',
  'refundpolicy',
  'cancellationpolicy',
  'termsandcondition',
  'accessibility',
] as const;
