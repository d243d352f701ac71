/** Messages that any page may show, in their own small module so that every page can include them. */
export const pageMessages = {
  offline: 'You appear to be offline. Check your connection and try again.',
  outOfDate: 'A part of this page could not be loaded. Reload the page, then try again.',
} as const;
