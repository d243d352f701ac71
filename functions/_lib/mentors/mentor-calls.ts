import { mentorRefusals } from '../../../src/domain/refusals/mentors.ts';
import { formatMoment } from '../../../src/domain/words/dates.ts';
import { unwrapRefused, type Reply } from '../database/database.ts';

/** Like `unwrapRefused`, but for mentors: if their page is not open yet, the refusal includes when it opens. */
export function unwrapMentor<T>(reply: Reply<T>): T {
  return unwrapRefused(reply, mentorRefusals, (word, opens) =>
    word === 'not_open_yet' && !Number.isNaN(Date.parse(opens))
      ? ` Please come back on ${formatMoment(opens)}.`
      : '',
  );
}
