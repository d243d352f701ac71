import * as v from 'valibot';
import { cleanEmail, cleanText, emailPattern } from '../account/account-rules.ts';
import { cleanMessage, longestMessage, type MessageSubject } from './contact-message.ts';

// Apart from the words of the form, because no page needs this schema.

const text = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest));

/** Body of `POST /api/message`, cleaned; `key` names the message, so that it is kept once. */
export const messageRequest = v.object({
  key: v.pipe(v.string(), v.uuid()),
  about: v.picklist(['question', 'complaint'] satisfies MessageSubject[]),
  name: v.pipe(v.string(), v.transform(cleanText), text(longestMessage.name)),
  email: v.pipe(v.string(), v.transform(cleanEmail), v.regex(emailPattern)),
  body: v.pipe(v.string(), v.transform(cleanMessage), text(longestMessage.body)),
});
export type MessageRequest = v.InferInput<typeof messageRequest>;
