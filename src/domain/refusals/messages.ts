import { aDay } from '../periods.ts';
import type { Refusals } from './refusal.ts';

/** Why the database refuses a message, worded for the sender. */
export const contactRefusals = {
  message_not_valid: {
    status: 400,
    says: 'We could not save this message. Check your address, and use up to 4000 characters.',
  },
  too_many_messages: {
    status: 429,
    says: `This address has reached the limit of ${aDay('message of', 'messages')}. Reply to the email we sent you, or come back tomorrow.`,
  },
  too_many_requests: {
    status: 429,
    says: 'Too many messages are coming from your network. Please try again in an hour.',
  },
  idempotency_mismatch: {
    says: 'Your message changed while it was being sent. Please send it again.',
  },
} as const satisfies Refusals;

/** Why the function refuses a message without asking the database. */
export const contactOwnRefusals = {
  only_links: { status: 400, says: 'Please say in a sentence or two what these links are about.' },
} as const satisfies Refusals;

/** Why an unsubscribe link does not work. */
export const unsubscribeRefusals = {
  link_not_valid: {
    status: 404,
    says: 'This link is incomplete, or the account is closed. Open the link in our email again.',
  },
} as const satisfies Refusals;
