import { lastingInFigures } from '../periods.ts';
import type { Refusals } from './refusal.ts';

/** What the desk refuses to operators (§22.3). Everybody else reads the words of the 404 page. */
export const deskRefusals = {
  needs_code: {
    status: 403,
    says: `Enter the code of your authenticator: money and documents need one that is younger than ${lastingInFigures('desk code')}.`,
  },
  too_many: {
    says: 'Ten payments an hour is the limit on the desk, and it is reached. Check the log: somebody may be using the desk who should not.',
  },
} as const satisfies Refusals;
