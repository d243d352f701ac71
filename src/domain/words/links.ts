/** Finds links in a text, in the forms that people paste. */
export const link = /(?:https?:\/\/|www\.)\S+/gi;

export const nameIsLink = 'This is a link. Please write your name.';

/** A link as a name may contain it, even without 'https://': 'linkedin.com/in/asha'. */
const linkAsName = /(?:https?:\/\/|www\.)\S|[a-z\d]\.[a-z]{2,}\//i;

/** The error for a cleaned name that contains a link (§5.56); undefined for a name without one. */
export const linkInName = (name: string): string | undefined =>
  linkAsName.test(name) ? nameIsLink : undefined;
