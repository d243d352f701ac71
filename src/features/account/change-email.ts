import { memberPages } from '../../domain/member-pages.ts';

/** Where a member changes the account's email, sends the links of a pending change again, or cancels it. */
export const changeEmail = `${memberPages.settings}#change-email`;
