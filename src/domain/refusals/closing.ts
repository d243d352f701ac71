import type { Refusals } from './refusal.ts';

/** Why we do not close an account (§18.34). The function refuses, not the database. */
export const closingRefusals = {
  wrong_password: {
    status: 403,
    says: 'This is not the password of your account, so nothing was closed.',
  },
  too_many_requests: {
    status: 429,
    says: 'Ten tries an hour is the limit, and you have reached it. Come back in an hour, or set a new password first.',
  },
  last_owner: {
    says: 'You are the only owner at the desk. Add another owner there first, so that someone can run the site.',
  },
} as const satisfies Refusals;
