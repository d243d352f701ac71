import { createHmac, timingSafeEqual } from 'node:crypto';
import { mentorLinkPages } from '../../../src/domain/links.ts';
import { mentorRefusals } from '../../../src/domain/refusals/mentors.ts';
import type { Secrets } from '../env/env.ts';
import { refused } from '../http/api-error.ts';

/** What a mentor's link is for. A link made for one purpose does not work for another. */
export type LinkPurpose = keyof typeof mentorLinkPages;

/** The content of a link about a session. A new link gets a higher version, which invalidates the old one. */
export type MentorLink = { slot: string; mentor: number; version: number };

/** The content of the link to a mentor's own page (§15.85); `made` is in Unix seconds. */
export type PageLink = { mentor: number; version: number; made: number };

/** A token's parts, in order. */
const partsOf = (link: MentorLink | PageLink) =>
  'slot' in link ? [link.slot, link.mentor, link.version] : [link.mentor, link.version, link.made];

function signature(purpose: LinkPurpose, parts: readonly (string | number)[], secret: string) {
  const signed = ['mentor', purpose, ...parts].join(' ');
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

/** The token of a mentor's link (§15.18), signed with the first of `secrets`. */
export function mentorToken(
  purpose: LinkPurpose,
  link: MentorLink | PageLink,
  [secret]: Secrets,
): string {
  const parts = partsOf(link);
  return [...parts, signature(purpose, parts, secret)].join('.');
}

export type LinkMaker = ReturnType<typeof linkMaker>;

/** Makes the links in mentors' emails. The token goes into the fragment, so that no server and no log receives it. */
export function linkMaker(siteUrl: string, secrets: Secrets) {
  const linkTo = (purpose: LinkPurpose, link: MentorLink | PageLink) =>
    `${siteUrl}${mentorLinkPages[purpose]}#${mentorToken(purpose, link, secrets)}`;
  return {
    session: (purpose: 'feedback' | 'cancel', link: MentorLink) => linkTo(purpose, link),
    /** The link to the mentor's own page, dated with the current time. */
    page: (link: Omit<PageLink, 'made'>) =>
      linkTo('page', { ...link, made: Math.floor(Date.now() / 1000) }),
  };
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const number = '[1-9]\\d{0,8}';
const slotToken = new RegExp(`^Bearer (${uuid})\\.(${number})\\.(${number})\\.([\\w-]{43})$`);
const pageToken = new RegExp(`^Bearer (${number})\\.(${number})\\.([1-9]\\d{9})\\.([\\w-]{43})$`);

/**
 * The three parts of the token in a request's Authorization header (in the address, the token would end up in logs).
 * Throws 401, without asking the database, unless we signed the token for this purpose.
 */
function signedParts(
  req: Request,
  purpose: LinkPurpose,
  token: RegExp,
  secrets: readonly string[],
) {
  const [, first = '', second = '', third = '', given = ''] =
    token.exec(req.headers.get('authorization') ?? '') ?? [];
  const parts = [first, second, third] as const;
  const isOurs = (secret: string) =>
    timingSafeEqual(Buffer.from(signature(purpose, parts, secret)), Buffer.from(given));
  if (first !== '' && secrets.some(isOurs)) return parts;
  throw refused(mentorRefusals, 'link_not_valid');
}

/** The content of the session link in a request, as arguments for SQL. Throws 401 for an invalid link. */
export function mentorLinkOf(
  req: Request,
  purpose: 'feedback' | 'cancel',
  secrets: readonly string[],
) {
  const [slot, mentor, version] = signedParts(req, purpose, slotToken, secrets);
  return { p_slot: slot, p_mentor: Number(mentor), p_version: Number(version) };
}

/** Like `mentorLinkOf`, but for the link to a mentor's own page. */
export function pageLinkOf(req: Request, secrets: readonly string[]) {
  const [mentor, version, made] = signedParts(req, 'page', pageToken, secrets);
  return { p_mentor: Number(mentor), p_version: Number(version), p_made: Number(made) };
}
