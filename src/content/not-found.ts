import { messages } from '../domain/account/messages.ts';

/** Copy for the 404 page (§2.40). */
export const notFound = {
  heading: messages.notFound,
  text: 'This seat is empty. The page may have moved, or the link may have lost a letter on the way.',
  back: { label: 'Back to home', href: '/' },
} as const;
