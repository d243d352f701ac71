import * as v from 'valibot';
import { maskedAddress } from '../../../src/domain/account/masked-address.ts';
import { linkAddress } from '../../../src/domain/links.ts';
import type { Seller } from '../../../src/domain/payments/receipt.ts';
import { formatMoment } from '../../../src/domain/words/dates.ts';
import type { LinkMaker } from '../mentors/mentor-link.ts';
import { nameForMail } from './clean.ts';
import type { Block, MailContent } from './render.ts';

/** Everything that a template needs besides the payload. */
export type MailContext = {
  /** The site's address, without a trailing slash. */
  siteUrl: string;
  seller: Seller;
  /** The address in the email's From header. */
  sender: string;
  recipient: string;
  /** Makes the links in mentors' emails. */
  mentorLink: LinkMaker;
};

export type Template = {
  /** Turns a `payload` from private.outbox into an email. Throws if the payload is not valid. */
  write(payload: unknown, context: MailContext): MailContent;
};

/** Templates by the kind of mail they write. */
export type Templates = Readonly<Record<string, Template>>;

type Writer<Entries extends v.ObjectEntries, Content> = (
  payload: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
  context: MailContext,
) => Content;

/** Makes a template for payloads with these entries. */
export function template<Entries extends v.ObjectEntries>(
  entries: Entries,
  write: Writer<Entries, MailContent>,
): Template {
  const schema = v.object(entries);
  return { write: (payload, context) => write(v.parse(schema, payload), context) };
}

/** A string that may be missing from a payload, such as a member's name. */
export const optionalText = v.optional(v.nullable(v.string()), null);

/** What someone typed, made safe to print in an email (§19.7); `otherwise` if no letter is left. */
export function typed(text: string | null, otherwise: string): string {
  return (text === null ? undefined : nameForMail(text)) ?? otherwise;
}

/** Puts a greeting by name before `rest`; returns `rest` alone if the name has no letters (§19.7). */
export function greeting(name: string | null, rest: string): string {
  const known = typed(name, '');
  return known === '' ? rest : `Hello ${known}. ${rest}`;
}

/** An email that greets the reader by name in its first paragraph, followed by `says`. */
export type Letter = MailContent & { says: string };

/** Makes a template that greets the reader by the `name` in its payload. */
export function letter<Entries extends v.ObjectEntries>(
  entries: Entries,
  write: Writer<Entries, Letter>,
): Template {
  const schema = v.object(entries);
  const greeted = v.object({ name: optionalText });
  return {
    write(payload, context) {
      const { says, ...content } = write(v.parse(schema, payload), context);
      const { name } = v.parse(greeted, payload);
      return { ...content, blocks: [greeting(name, says), ...content.blocks] };
    },
  };
}

/** The link that verifies an address (§15.29), and until when it works. */
export const verifyLink = (
  siteUrl: string,
  address: string,
  token: string,
  expiresAt: string | undefined,
): Block[] => [
  {
    button: 'Verify your email',
    href: linkAddress(siteUrl, 'verify', token, { for: maskedAddress(address) }),
  },
  ...(expiresAt ? [{ note: `You can use the link once, until ${formatMoment(expiresAt)}.` }] : []),
];

/** The last line of most emails, which tells the reader where to write with a question. */
export const question = ({ seller }: MailContext): Block => ({
  note: `Questions? Write to ${seller.email}.`,
});
