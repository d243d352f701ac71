import type { FreeInterview } from '../../domain/packs/free-interview.ts';
import { freeInterviews, lasting } from '../../domain/periods.ts';
import { formatDay } from '../../domain/words/dates.ts';

/** The dashboard's sentence about the member's free interview (§15.32). */
export function freeText({ state, left, book_until: until }: FreeInterview): string {
  if (state === 'granted') {
    return `It is yours. Book it by ${formatDay(until ?? '')}; after that day it passes to the next person.`;
  }
  if (state === 'waiting') {
    return 'So many people are asking right now that we look at each request. Yours is kept: we mail you as soon as the interview is yours.';
  }
  if (state === 'declined') {
    return 'We could not tell whether you have had a free interview before. If you have not, write to us.';
  }
  if (state === 'booked') return 'It is booked. Good luck!';
  if (state === 'used') return 'You have had it. We hope it helped.';
  if (state === 'lapsed') {
    return `Yours was not booked within ${lasting('free interview')} and has passed to the next person.`;
  }
  if (left > 0) {
    return `One interview with a mentor, with feedback, at no cost. ${left} of ${freeInterviews} ${left === 1 ? 'is' : 'are'} left.`;
  }
  return `All ${freeInterviews} are taken. One that is not booked within ${lasting('free interview')} passes on, so look in again.`;
}
