/** Messages of public pages, word for word as in §5. They are separate, because every form downloads `messages`. */
export const pageMessages = {
  homeFailed: 'home data couldnot be loaded',
  notFound: 'Page not found',
} as const;
