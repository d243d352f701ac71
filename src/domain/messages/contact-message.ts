import * as v from 'valibot';
import { emailPattern } from '../account/account-rules.ts';
import { contactOwnRefusals } from '../refusals/messages.ts';
import { uuid } from '../schema.ts';
import { link, linkInName } from '../words/links.ts';
import { cleanEmail, cleanLines, cleanText } from '../words/typed-text.ts';

// Shared by the 'Write to us' form on /contact (§18.13) and functions/message.ts.

/** Path of the function that accepts messages (§11.62). */
export const messagePath = '/api/message';

/** The subjects of a message, with their labels in the form. */
export const messageSubjects = {
  question: 'A question',
  complaint: 'A complaint',
} as const;
export type MessageSubject = keyof typeof messageSubjects;

/** The longest name and the longest message, in characters, as in the `private.messages` table. */
export const longestMessage = { name: 160, body: 4000 } as const;

/** A message with this many links or more is set aside as advertising (§18.53). */
const linksOfAdvertising = 5;

/** Cleans a message for storage, and keeps only one empty line between paragraphs. */
export const cleanMessage = (typed: string): string =>
  cleanLines(typed)
    .replaceAll('\t', ' ')
    .replaceAll(/\n{3,}/g, '\n\n');

/** True if a message consists of links and no real sentence: it has fewer than ten other letters (§18.53). */
export function isOnlyLinks(body: string): boolean {
  if (!body.match(link)) return false;
  return (body.replaceAll(link, '').match(/\p{L}/gu) ?? []).length < 10;
}

/** True if a message has so many links that it is likely to be advertising (§18.53). */
export function looksLikeAdvertising(body: string): boolean {
  return (body.match(link) ?? []).length >= linksOfAdvertising;
}

/** The reply to `POST /api/message`: the message's number, and the day by which we will settle a complaint. */
export const messageReply = v.object({
  success: v.literal(true),
  number: v.number(),
  settleBy: v.string(),
});
export type MessageReply = v.InferOutput<typeof messageReply>;

/** The form fields' rules, as options of react-hook-form. */
export const messageRules = {
  about: { required: 'Please choose one.' },
  name: {
    validate: (value: string) =>
      linkInName(cleanText(value)) ?? (cleanText(value) !== '' || 'Please tell us your name.'),
  },
  email: {
    validate: (value: string) => {
      const email = cleanEmail(value);
      if (email === '') return 'Please tell us your email address, so that we can reply.';
      return emailPattern.test(email) || 'Please check your email address.';
    },
  },
  body: {
    validate: (value: string) => {
      const body = cleanMessage(value);
      if (body === '') return 'Please write a sentence or two.';
      return !isOnlyLinks(body) || contactOwnRefusals.only_links.says;
    },
  },
} as const;

const text = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest));

/** Body of `POST /api/message`, cleaned. `key` identifies the message, so that a repeated call stores it only once. */
export const messageRequest = v.object({
  key: uuid,
  about: v.picklist(['question', 'complaint'] satisfies MessageSubject[]),
  name: v.pipe(
    v.string(),
    v.transform(cleanText),
    text(longestMessage.name),
    v.check((name) => linkInName(name) === undefined),
  ),
  email: v.pipe(v.string(), v.transform(cleanEmail), v.regex(emailPattern)),
  body: v.pipe(v.string(), v.transform(cleanMessage), text(longestMessage.body)),
});
export type MessageRequest = v.InferInput<typeof messageRequest>;
