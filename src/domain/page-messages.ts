/** What any page may have to say; apart from the others, so that every page can carry it. */
export const pageMessages = {
  offline: 'You appear to be offline. Check your connection and try again.',
  outOfDate: 'A part of this page could not be loaded. Reload the page, then try again.',
} as const;
