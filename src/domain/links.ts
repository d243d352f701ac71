import { memberPages } from './member-pages.ts';

// Links in mails that contain a token. The token is in the fragment, which reaches no server and no log.

/** Links of ours that need a login. They wait in the tab until the member has logged in (§15.60). */
export const waitingKinds = ['verify', 'email_token', 'pack', 'invitation'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Links that stop mails about news or free times. They need no login (§18.94, §15.92). */
type EndingKind = 'unsubscribe' | 'times';

/** A link's kind, and also the name of its token. */
export type LinkKind = WaitingKind | EndingKind;

/** The start of such a link's fragment. */
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
 * The address of such a link, on the page that redeems it or on another `page` that leads there. `more` adds
 * parameters: `to` is the address that the mail went to, and fills in the sign-up form.
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

/** The path where a mail program can stop mails. */
export const oneClickPath = '/api/unsubscribe';

/**
 * The address to which a mail program posts when its own unsubscribe button is pressed (§19.19). Mail servers cannot
 * send a fragment, so the token is in the query; it can stop these mails and nothing else.
 */
export const oneClickAddress = (siteUrl: string, kind: EndingKind, token: string) =>
  `${siteUrl}${oneClickPath}?${new URLSearchParams({ [kind]: token })}`;

/** The kind of a link that needs a login; undefined for any other fragment. */
export const waitingKindOf = (fragment: string): WaitingKind | undefined =>
  waitingKinds.find((kind) => fragment.startsWith(linkStart(kind)));

/**
 * The page with its query and fragment, so that the member can return there. Drops a fragment with a value, because it
 * may be a token, and no server may see tokens.
 */
export const placeOf = ({ pathname, search, hash }: Location) =>
  pathname + search + (hash.includes('=') ? '' : hash);

/** The kinds of links in the account service's mails. */
export const accountLinks = ['recovery', 'email', 'email_change'] as const;
export type AccountLink = (typeof accountLinks)[number];

/** The page that redeems one of the account service's links. */
export const accountLinkPage = (type: AccountLink) =>
  type === 'recovery' ? memberPages.settings : '/login';

/** The start of such a link's fragment. */
export const accountLinkStart = '#token_hash=';

/** Links in mentors' mails by purpose, with the page that each opens. The token is the fragment (§15.18). */
export const mentorLinkPages = {
  feedback: '/feedback',
  cancel: '/cancelsession',
  page: '/mentor',
} as const;
