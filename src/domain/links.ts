import { memberPages } from './member-pages.ts';

// The links with a token in mails. The token is in the fragment of the address, which reaches no server and no log.

/** The kinds of our own links that need a log-in, for which they wait in the tab (§15.60). */
export const waitingKinds = ['verify', 'email_token', 'pack', 'invitation'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** The kinds of links that end mails, of news or of free times, and need no log-in (§18.94, §15.92). */
type EndingKind = 'unsubscribe' | 'times';

/** The kind of one of our own links, which is the name of its token. */
export type LinkKind = WaitingKind | EndingKind;

/** The start of the fragment of such a link. */
export const linkStart = (kind: LinkKind) => `#${kind}=`;

/** The page that redeems such a link. */
const linkPage = (kind: LinkKind) =>
  ({
    verify: memberPages.verify,
    email_token: memberPages.settings,
    pack: memberPages.main,
    invitation: memberPages.sessions,
    unsubscribe: '/unsubscribe',
    times: '/unsubscribe',
  })[kind];

/**
 * The address of such a link, on the page that redeems it or on another `page` that leads there, with `more` to say: `to`
 * is the address it was mailed to, which fills the sign-up in.
 */
export const linkAddress = (
  siteUrl: string,
  kind: LinkKind,
  token: string,
  {
    page = linkPage(kind),
    ...more
  }: { page?: string; for?: string; reference?: string; to?: string } = {},
) => `${siteUrl}${page}#${new URLSearchParams({ [kind]: token, ...more })}`;

/** The path that ends mails for a mail program. */
export const oneClickPath = '/api/unsubscribe';

/**
 * The address to which a mail program posts when its own button ends these mails (§19.19). A mail server must be able
 * to send the token, so it is in the query; it ends these mails and does nothing else.
 */
export const oneClickAddress = (siteUrl: string, kind: EndingKind, token: string) =>
  `${siteUrl}${oneClickPath}?${new URLSearchParams({ [kind]: token })}`;

/** The kind of a link that needs a log-in; undefined for any other fragment. */
export const waitingKindOf = (fragment: string): WaitingKind | undefined =>
  waitingKinds.find((kind) => fragment.startsWith(linkStart(kind)));

/** The page with its `?…` and `#…`, to come back to. A fragment with a value may be a token, which no server may see. */
export const placeOf = ({ pathname, search, hash }: Location) =>
  pathname + search + (hash.includes('=') ? '' : hash);

/** The types of the links in the account service's mails. */
export const accountLinks = ['recovery', 'email', 'email_change'] as const;
export type AccountLink = (typeof accountLinks)[number];

/** The page that redeems such a link. */
export const accountLinkPage = (type: AccountLink) =>
  type === 'recovery' ? memberPages.settings : '/login';

/** The start of the fragment of such a link. */
export const accountLinkStart = '#token_hash=';

/** The links of mentors' mails by purpose, with the page that each opens. The fragment is the token (§15.18). */
export const mentorLinkPages = {
  feedback: '/feedback',
  cancel: '/cancelsession',
  page: '/mentor',
} as const;
