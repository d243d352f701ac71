import type { PostgrestError } from '@supabase/supabase-js';
import { formatMoment } from '../../../src/domain/words/dates.ts';
import { mentorErrors, type MentorError } from '../../../src/domain/mentor/mentor-words.ts';
import { ApiError } from '../http/api-error.ts';
import { refusedWith, unwrap } from '../database/database.ts';

const statuses: Record<MentorError, number> = {
  link_not_valid: 401,
  not_open_yet: 409,
  link_expired: 410,
  slot_has_started: 409,
  no_such_booking: 404,
  no_such_file: 404,
  feedback_not_valid: 400,
};

const isRule = (code = ''): code is MentorError => Object.hasOwn(statuses, code);

/** Why a rule of the database refuses a call: its message is a code, its detail may be a time. */
function refusal(code: MentorError, detail = ''): ApiError {
  const opens = code === 'not_open_yet' && !Number.isNaN(Date.parse(detail));
  const message = opens
    ? `${mentorErrors.not_open_yet} That is on ${formatMoment(detail)}.`
    : mentorErrors[code];
  return new ApiError(statuses[code], code, message);
}

/** Returns a reply's data. Throws the refusal of a rule, and otherwise what `unwrap` throws. */
export function unwrapRuled<T>(reply: {
  data: T;
  error: PostgrestError | null;
  status: number;
}): T {
  const code = refusedWith(reply.error);
  if (isRule(code)) throw refusal(code, reply.error?.details);
  return unwrap(reply);
}
