import { linkStart, waitingKindOf, type LinkKind, type WaitingKind } from '../domain/links.ts';
import { keptText } from './kept-text.ts';
import { openedLink } from './account-link.ts';
import { storageKeys } from './storage-keys.ts';

// Tokens of unsubscribe links start with the account's id.
const token = /^(?:[0-9a-f-]{36}\.)?[0-9a-f]{64}$/;

/** A link from our own emails that opened this tab. If the token is missing, a mail program has cut off the link. */
export type MailedLink = { token?: string };

/** Parses a link of this kind (§15.60, §15.92, §18.82, §18.94); undefined for anything else. */
export function parseMailedLink(fragment: string, kind: LinkKind): MailedLink | undefined {
  if (!fragment.startsWith(linkStart(kind))) return undefined;
  const text = new URLSearchParams(fragment.slice(1)).get(kind) ?? '';
  return token.test(text) ? { token: text } : {};
}

/**
 * The link that is kept in this tab. The head scripts `guard` and `from-purchase` keep it until the login or sign-up.
 */
export const keptLink = keptText(storageKeys.addressLink, 'session');

/** A store for the link of this kind that opened the page, or that was kept until the login. */
export const mailedLink = (kind: LinkKind) =>
  openedLink((fragment) => parseMailedLink(fragment, kind), keptLink);

const partOfAddress = /^[^\s<>@]{1,2}…@[\w.-]+$/u;

/** The kind of link that is kept until the login, and the shortened email address in it, if any (§15.60). */
export function waitingLink(): { kind: WaitingKind; address?: string } | undefined {
  const fragment = keptLink.read() ?? '';
  const kind = waitingKindOf(fragment);
  const named = new URLSearchParams(fragment.slice(1)).get('for') ?? '';
  return kind && { kind, ...(partOfAddress.test(named) && { address: named }) };
}

/** The email address that the kept link was sent to, if the link contains it (§15.75, §15.76); '' otherwise. */
export function mailedTo(): string {
  return new URLSearchParams(keptLink.read()?.slice(1)).get('to') ?? '';
}

/** Forgets the link once it has been redeemed or refused, or has turned out to be incomplete. */
export const forgetMailedLink = keptLink.forget;
