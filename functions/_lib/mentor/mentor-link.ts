import { createHmac, timingSafeEqual } from 'node:crypto';
import { mentorRefusals } from '../../../src/domain/refusals/mentors.ts';
import { refused } from '../http/api-error.ts';

/** What a mentor's link is for. A link for one purpose is useless for the other. */
export type LinkPurpose = 'feedback' | 'cancel';

/** What a mentor's link names: a session, its mentor, and the version that replacing a link raises. */
export type MentorLink = { slot: string; mentor: number; version: number };

const pages = { feedback: '/feedback', cancel: '/cancelsession' } as const;

function signature(purpose: LinkPurpose, { slot, mentor, version }: MentorLink, secret: string) {
  const signed = `mentor ${purpose} ${slot} ${mentor} ${version}`;
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

/** The token of a mentor's link (§15.18), signed with the first of these secrets. */
export function mentorToken(
  purpose: LinkPurpose,
  link: MentorLink,
  [secret]: readonly [string, ...string[]],
): string {
  return [link.slot, link.mentor, link.version, signature(purpose, link, secret)].join('.');
}

/** Makes the links of mentors' mails. The token is in the fragment, which no server and no log sees. */
export type LinkMaker = (purpose: LinkPurpose, link: MentorLink) => string;

export function linkMaker(siteUrl: string, secrets: readonly [string, ...string[]]): LinkMaker {
  return (purpose, link) => `${siteUrl}${pages[purpose]}#${mentorToken(purpose, link, secrets)}`;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const bearer = new RegExp(`^Bearer (${uuid})\\.([1-9]\\d{0,8})\\.([1-9]\\d{0,8})\\.([\\w-]{43})$`);

/**
 * What the link of this request names. The token is in the header Authorization, because addresses get
 * into logs. Throws 401 for a token that we did not sign for this purpose, without asking the database.
 */
export function mentorLinkOf(
  req: Request,
  purpose: LinkPurpose,
  secrets: readonly string[],
): MentorLink {
  const [, slot = '', mentor, version, given = ''] =
    bearer.exec(req.headers.get('authorization') ?? '') ?? [];
  const link = { slot, mentor: Number(mentor), version: Number(version) };
  const isOurs = (secret: string) =>
    timingSafeEqual(Buffer.from(signature(purpose, link, secret)), Buffer.from(given));
  if (slot !== '' && secrets.some(isOurs)) return link;
  throw refused(mentorRefusals, 'link_not_valid');
}
