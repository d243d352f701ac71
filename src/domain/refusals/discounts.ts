import { says, type Refusals } from './refusal.ts';

/**
 * Why a code gives no discount (§8.35). All refusals have the same status, and a code reserved for someone else counts
 * as unknown.
 */
export const discountRefusals = says({
  code_not_valid:
    'This code is not valid. Check the spelling. A personal code works once you log in and verify your email.',
  code_ended: 'This code has expired.',
  code_used_up:
    'This code is used up, or others are paying with its last uses right now. Try again later. If you have started a purchase with it, continue that one.',
  code_for_another_pack: 'This code is for another pack.',
  code_for_members: 'This code is for members: log in first.',
});

/** Refusals because of too many wrong codes or unpaid purchases (§8.36). */
export const discountOwnRefusals = {
  too_many_requests: {
    status: 429,
    says: 'Too many wrong codes were tried from your network. Try again later, or buy without one.',
  },
  too_many_begun: {
    status: 429,
    says: 'Several purchases with this code were started from your network. Log in with a verified email and try again, or buy without the code.',
  },
  too_many_begun_today: {
    status: 429,
    says: 'You have started five purchases with this code today. Try again tomorrow, or buy without the code.',
  },
} as const satisfies Refusals;
