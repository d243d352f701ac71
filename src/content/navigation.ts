import { memberPages } from '../domain/member-pages.ts';
import type { Action } from './copy.ts';

const dashboardPages = [
  { label: 'Dashboard', href: memberPages.main },
  { label: 'Edit Profile', href: memberPages.profile },
  { label: 'Settings', href: memberPages.settings },
] as const satisfies readonly Action[];

/** The account menu's links (§2.29). */
export const accountMenu: readonly Action[] = dashboardPages;

const [start, ...account] = dashboardPages;

/** The links in the dashboard's sidebar (§2.37, §15.39, §16.1). */
const sidebarPages = [
  start,
  { label: 'Sessions', href: memberPages.sessions },
  { label: 'Loan', href: memberPages.loan },
  { label: 'Preparation', href: memberPages.material },
  ...account,
] as const satisfies readonly Action[];

/** A link in the top bar; `newTab` is set for links to other sites. */
type MainLink = Action & { newTab?: true };

/**
 * The links in the top bar, in order (§2.22 to §2.26). Leaves out 'Podcasts' if there is no channel (§13.15). Links to
 * sections of the home page start with `/`, so that they work on every page (§2.27).
 */
export function mainLinks(podcastUrl: string | undefined): MainLink[] {
  return [
    { label: 'Benefits', href: '/#benefits' },
    { label: 'About Us', href: '/#about-us' },
    { label: 'GDPI', href: '/buy' },
    ...(podcastUrl ? [{ label: 'Podcasts', href: podcastUrl, newTab: true } as const] : []),
    { label: 'FAQs', href: '/#faqs' },
  ];
}

/** The other labels and links in the top bar, side menu, sidebar and footer (§2.28 to §2.37). */
export const navigation = {
  tooOld: 'Your browser is too old for this site. Update it, or use another one.',
  skip: { label: 'Skip to content', href: '#content' },
  signedOut: {
    signUp: { label: 'Sign up', href: '/signup' },
    logIn: { label: 'Log in', href: '/login' },
  },
  sidebar: { items: sidebarPages, logout: 'Log Out' },
  chat: { label: 'Chat with us' },
  footer: {
    mission:
      'We bring MBA aspirants into one circle, so that no one borrows alone or walks into a panel unprepared.',
    quickLinks: {
      heading: 'Quick Links',
      items: [
        { label: 'How We Started', href: '/#about-us' },
        { label: 'FAQs', href: '/#faqs' },
        { label: 'Contact Us', href: '/contact' },
        { label: 'Privacy Policy', href: '/privacypolicy' },
        { label: 'Refund Policy', href: '/refundpolicy' },
        { label: 'Cancellation Policy', href: '/cancellationpolicy' },
        { label: 'Terms and Condition', href: '/termsandcondition' },
        { label: 'EMI Calculator', href: '/emi' },
        { label: 'Mentors', href: '/mentors' },
        { label: 'Accessibility', href: '/accessibility' },
      ],
    },
    social: 'Follow us',
    sampleLinks: 'Sample links',
    copyright: 'All rights reserved.',
  },
} as const;
