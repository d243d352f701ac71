/** The part of a page's address that makes the page say that the email is now verified (§15.78, §16.76). */
export const verifiedHash = '#verified';
