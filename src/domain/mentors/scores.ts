import type { SessionKind } from '../bookings/session-kinds.ts';
import { scoreIds } from './feedback-fields.ts';
import { scoreNames, type ScoreId } from './score-names.ts';

/** Tells mentors what to look for in each score of an interview (§15.17) and a GD (§15.97). */
const meanings: Record<SessionKind, Record<ScoreId, string>> = {
  interview: {
    content: 'Knows their story, the school and the subject, and gives facts and examples.',
    structure: 'Comes to the point, explains step by step, and concludes.',
    communication: 'Speaks clearly, listens, and answers what was asked.',
    presence: 'Stays calm and attentive under pressure, with good posture, eye contact and voice.',
  },
  gd: {
    content: 'Knows the subject, and brings facts, examples and more than one side.',
    structure: 'Lets others finish, and shows they have listened.',
    communication: 'Takes someone’s point further, or answers it with a reason.',
    presence: 'Opens, structures or sums up, brings quiet people in, and stays calm.',
  },
};

type Criterion = {
  /** The score's name in requests and in the database; the names are the same for both kinds of session. */
  id: ScoreId;
  name: string;
  meaning: string;
};

const criteriaOf = (kind: SessionKind): readonly Criterion[] =>
  scoreIds.map((id) => ({ id, name: scoreNames[kind][id], meaning: meanings[kind][id] }));

/** What mentors score from 1 to 5, and what to look for in each. */
export const criteria = { interview: criteriaOf('interview'), gd: criteriaOf('gd') };

/** The criteria as a list within a sentence: 'content, listening, building on others and leadership'. */
export function scoredWords(kind: SessionKind): string {
  const names = criteria[kind].map(({ name }) => name.toLowerCase());
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What each score from 1 to 5 means. */
export const scoreMeanings: Record<number, string> = {
  1: 'far to go',
  2: 'needs work',
  3: 'getting there',
  4: 'good',
  5: 'ready for the day',
};
