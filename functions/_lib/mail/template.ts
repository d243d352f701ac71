import * as v from 'valibot';
import type { Seller } from '../../../src/domain/payments/receipt.ts';
import type { LinkMaker } from '../mentors/mentor-link.ts';
import { nameForMail } from './clean.ts';
import type { Block, MailContent } from './render.ts';

/** What a template knows apart from its payload. */
export type MailContext = {
  /** The site's address, without a trailing slash. */
  siteUrl: string;
  seller: Seller;
  /** The address that mails come from. */
  sender: string;
  recipient: string;
  /** Makes the links of mentors' mails. */
  mentorLink: LinkMaker;
};

/** One kind of mail. */
export type Template = {
  /** Writes the mail from its `payload` in private.outbox; throws if the payload does not fit. */
  write(payload: unknown, context: MailContext): MailContent;
};

/** Templates by kind of mail. */
export type Templates = Readonly<Record<string, Template>>;

type Writer<Entries extends v.ObjectEntries, Content> = (
  payload: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
  context: MailContext,
) => Content;

/** Makes a template from the entries of its payload. */
export function template<Entries extends v.ObjectEntries>(
  entries: Entries,
  write: Writer<Entries, MailContent>,
): Template {
  const schema = v.object(entries);
  return { write: (payload, context) => write(v.parse(schema, payload), context) };
}

/** A text in a payload that may be missing, such as the name of a member. */
export const optionalText = v.optional(v.nullable(v.string()), null);

/** A typed text as a mail may print it (§19.7); `otherwise` if no letter is left. */
export function typed(text: string | null, otherwise: string): string {
  return (text === null ? undefined : nameForMail(text)) ?? otherwise;
}

/** `rest` after a greeting by name, if a name is left (§19.7). */
export function greeting(name: string | null, rest: string): string {
  const known = typed(name, '');
  return known === '' ? rest : `Hello ${known}. ${rest}`;
}

/** A mail whose first paragraph is a greeting by name and the text of `says`. */
export type Letter = MailContent & { says: string };

/** Makes a template that greets by the `name` in its payload. */
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

/** The last line of most mails. */
export const question = ({ seller }: MailContext): Block => ({
  note: `Questions? Write to ${seller.email}.`,
});
