/**
 * Speculation rules: Chrome fetches the page of a link that a visitor points at or presses, before the
 * click ends. Every page is a static file that says nothing about a person, so any may be fetched.
 */
export const prefetchRules = {
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
} as const;
