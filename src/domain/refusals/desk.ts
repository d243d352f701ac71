import type { Refusals } from './refusal.ts';

/** What the desk refuses (§22.3). Whoever is no operator reads the words of the 404 page instead. */
export const deskRefusals = {
  needs_code: {
    status: 403,
    says: 'Enter the code of your authenticator: money and documents need one that is younger than 15 minutes.',
  },
  too_many: {
    says: 'Ten payments within an hour were approved on the desk, and no more are. Look at the log; somebody may be using it who should not.',
  },
} as const satisfies Refusals;
