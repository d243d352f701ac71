import type { SessionKind } from '../bookings/session-kinds.ts';
import type { scoreIds } from './feedback-fields.ts';

export type ScoreId = (typeof scoreIds)[number];

/**
 * The names of the scores for an interview (§15.17) and a GD (§15.97). In a separate file from their meanings, which
 * few pages need.
 */
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
