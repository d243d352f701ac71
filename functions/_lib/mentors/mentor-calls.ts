import { mentorRefusals } from '../../../src/domain/refusals/mentors.ts';
import { formatMoment } from '../../../src/domain/words/dates.ts';
import { unwrapRefused, type Reply } from '../database/database.ts';

/** Like `unwrapRefused`, but for mentors: if their page is not open yet, the refusal includes the session's start. */
export function unwrapMentor<T>(reply: Reply<T>): T {
  return unwrapRefused(reply, mentorRefusals, (word, starts) =>
    word === 'not_open_yet' && !Number.isNaN(Date.parse(starts))
      ? ` It starts on ${formatMoment(starts)}.`
      : '',
  );
}
