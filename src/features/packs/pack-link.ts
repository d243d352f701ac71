import { openedLink } from '../../lib/account-link.ts';
import type { Member } from '../../lib/member.ts';
import { keptLink, parseMailedLink, type MailedLink } from '../../lib/our-link.ts';

/**
 * A pack that the member can claim, through the link in a receipt or, without a token, through a payment on /success
 * (§15.75).
 */
export type PackLink = MailedLink & {
  reference: string;
  /** The address that the receipt was mailed to; '' if the link does not contain it. */
  to: string;
};

/** Reads the link from a receipt or from /success; undefined for any other fragment. */
export function parsePackLink(fragment: string): PackLink | undefined {
  const link = parseMailedLink(fragment, 'pack');
  const given = new URLSearchParams(fragment.slice(1));
  const reference = given.get('reference') ?? '';
  if (!link || !/^[\w-]{1,64}$/.test(reference)) return undefined;
  return { ...link, reference, to: given.get('to') ?? '' };
}

/** True for the link of a receipt that was mailed to the member's own address: its pack is added without a press. */
export const addsItself = ({ token, to }: PackLink, member: Member | undefined): boolean =>
  token !== undefined && to !== '' && member?.email.toLowerCase() === to.toLowerCase();

/** The pack that the member can claim, if the page was opened from a link to one. */
export const $packLink = openedLink(parsePackLink, keptLink);
