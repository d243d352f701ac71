import { mailedLink } from '../addresses/address-link.ts';

/** The link of a mail about another address that this tab was opened with (§18.82). */
export const $emailLink = mailedLink('#email_token=');
