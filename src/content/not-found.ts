import { pageMessages } from '../domain/account/page-messages.ts';
import { memberPages } from '../domain/member-pages.ts';

/** Copy for the 404 page (§2.40). */
export const notFound = {
  heading: pageMessages.notFound,
  text: 'This seat is empty. The page may have moved, or the link may have lost a letter on the way.',
  back: { label: 'Back to home', href: '/' },
  others: [
    { label: 'Mock interviews', href: '/buy' },
    { label: 'Mentors', href: '/mentors' },
    { label: 'EMI calculator', href: '/emi' },
    { label: 'Contact us', href: '/contact' },
  ],
  forMembers: { label: 'Dashboard', href: memberPages.main },
} as const;
