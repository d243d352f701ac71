import type { SessionKind } from '../bookings/session-kinds.ts';
import type { scoreIds } from './feedback-fields.ts';

export type ScoreId = (typeof scoreIds)[number];

/** The names of the scores of an interview (§15.17) and of a GD (§15.97), apart from what they mean, which few pages need. */
export const scoreNames: Record<SessionKind, Record<ScoreId, string>> = {
  interview: {
    content: 'Content',
    structure: 'Structure',
    communication: 'Communication',
    presence: 'Presence',
  },
  gd: {
    content: 'Content',
    structure: 'Listening',
    communication: 'Building on others',
    presence: 'Leadership',
  },
};
