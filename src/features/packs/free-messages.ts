import type { FreeInterview } from '../../domain/packs/free-interview.ts';
import { freeInterviews, lasting } from '../../domain/periods.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { unbroken } from '../../domain/words/money.ts';

/** The dashboard's sentence about the member's free interview (§15.32). */
export function freeText({ state, left, book_until: until }: FreeInterview): string {
  if (state === 'granted') {
    return `It is yours. Book it by ${formatDay(until ?? '')}, or it passes to the next student.`;
  }
  if (state === 'waiting') {
    return 'Many people are asking, so we check each request. We have yours, and will email you once the interview is yours.';
  }
  if (state === 'declined') {
    return 'We could not tell whether you have taken a free interview before.';
  }
  if (state === 'had_phone' || state === 'had_address') {
    return `Someone with your ${state === 'had_phone' ? 'phone number' : 'email address'} has already taken the free interview.`;
  }
  if (state === 'booked') return 'It is booked. Good luck!';
  if (state === 'used') return 'You have had your free interview. We hope it helped.';
  if (state === 'lapsed') {
    return `You did not book yours within ${lasting('free interview')}, so it has passed to the next student.`;
  }
  if (left === freeInterviews) return `All ${freeInterviews} are still available.`;
  if (left > 0) {
    return `${unbroken(`${left} of ${freeInterviews}`)} ${left === 1 ? 'is' : 'are'} left.`;
  }
  return `All ${freeInterviews} are taken. Any not booked within ${lasting('free interview')} go to the next student, so check again.`;
}

/** The title while the member's email has to be verified first. */
export const toVerifyTitle = 'One step left: verify your email';

/** The title above the reason why the member did not get the free interview (§15.31). */
export const refusedTitle = ({ state }: FreeInterview): string =>
  `No free interview for ${state === 'had_phone' ? 'this phone number' : state === 'had_address' ? 'this email address' : 'now'}`;
