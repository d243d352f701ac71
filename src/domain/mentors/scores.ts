import type { SessionKind } from '../bookings/session-kinds.ts';
import type { scoreIds } from './feedback-fields.ts';

type Criterion = {
  /** The name of the score in the request and the database, which is the same for both kinds. */
  id: (typeof scoreIds)[number];
  name: string;
  meaning: string;
};

/** The criteria scored from 1 to 5 in an interview (§15.17) and in a GD (§15.97), and what to look for in each. */
export const criteria: Record<SessionKind, readonly Criterion[]> = {
  interview: [
    {
      id: 'content',
      name: 'Content',
      meaning: 'Knows their own story, the school and the subject; gives facts and examples.',
    },
    {
      id: 'structure',
      name: 'Structure',
      meaning: 'Comes to the point, goes step by step, and concludes.',
    },
    {
      id: 'communication',
      name: 'Communication',
      meaning: 'Speaks clearly, listens, and answers what was asked.',
    },
    {
      id: 'presence',
      name: 'Presence',
      meaning: 'Calm and attentive under pressure; posture, eye contact and voice.',
    },
  ],
  gd: [
    {
      id: 'content',
      name: 'Content',
      meaning: 'Knows the subject; brings facts, examples and more than one side.',
    },
    {
      id: 'structure',
      name: 'Listening',
      meaning: 'Lets others finish, and shows that their point was heard.',
    },
    {
      id: 'communication',
      name: 'Building on others',
      meaning: 'Takes another person’s point further, or answers it with a reason.',
    },
    {
      id: 'presence',
      name: 'Leadership',
      meaning: 'Opens, structures or sums up, draws quiet people in, and stays calm.',
    },
  ],
};

/** The criteria within a sentence: 'content, listening, building on others and leadership'. */
export function scoredWords(kind: SessionKind): string {
  const names = criteria[kind].map(({ name }) => name.toLowerCase());
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The meaning of each score. */
export const scoreMeanings: Record<number, string> = {
  1: 'far to go',
  2: 'needs work',
  3: 'getting there',
  4: 'good',
  5: 'ready for the day',
};
