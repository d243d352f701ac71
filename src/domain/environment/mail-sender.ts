import * as v from 'valibot';
import { emailPattern } from '../account/account-rules.ts';

/** `MAIL_FROM`: the address from which we send emails, which is also the organiser of every session (§19.20). */
export const mailSender = v.pipe(
  v.string(),
  v.regex(emailPattern, 'must be an email address, such as hello@example.org'),
);
