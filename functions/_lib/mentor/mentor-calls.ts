import type { PostgrestError } from '@supabase/supabase-js';
import { mentorRefusals } from '../../../src/domain/refusals/mentors.ts';
import { formatMoment } from '../../../src/domain/words/dates.ts';
import { unwrapRefused } from '../database/database.ts';

/** As `unwrapRefused`, for a mentor, who also reads when a page opens. */
export function unwrapRuled<T>(reply: {
  data: T;
  error: PostgrestError | null;
  status: number;
}): T {
  return unwrapRefused(reply, mentorRefusals, (word, opens) =>
    word === 'not_open_yet' && !Number.isNaN(Date.parse(opens))
      ? ` Please come back on ${formatMoment(opens)}.`
      : '',
  );
}
