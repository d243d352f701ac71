import { memberPages } from '../member-pages.ts';

/** The part of the loan page's address that makes the page say that the email is now verified (§16.76). */
export const verifiedHash = '#verified';

/** Where the link that verifies an email leads a member whose loan request waited for it. */
export const toVerifiedLoan = `${memberPages.loan}${verifiedHash}`;
