import type { Refusals } from './refusal.ts';

/** Why we do not close an account (§18.34). Refused by the function, not by the database. */
export const closingRefusals = {
  wrong_password: {
    status: 403,
    says: 'That password is wrong, so your account is still open. Try again.',
  },
  too_many_requests: {
    status: 429,
    says: 'You have reached the limit of ten tries an hour. Try again in an hour, or set a new password.',
  },
  last_owner: {
    says: 'You are the desk’s only owner. Add another owner there first, so that someone can run the site.',
  },
} as const satisfies Refusals;
