import { lasting } from '../../domain/periods.ts';
import { formatDay } from '../../domain/words/dates.ts';
import type { FreeInterview } from '../../domain/packs/free-interview.ts';

/** How many free interviews there are in all (§15.31). */
export const freePlaces = 1000;

/** What is said about the free interview, apart from the refusals of the database (§15.32). */
export const freeMessages = {
  heading: 'A free mock interview',
  offer: 'Get your free mock interview',
  asking: 'Asking ...',
  notLoaded: 'The free mock interview could not be loaded.',
} as const;

/** What the dashboard says of a member's free interview (§15.32). */
export function freeText({ state, left, book_until: until }: FreeInterview): string {
  if (state === 'granted') {
    return `It is yours. Book it by ${formatDay(until ?? '')}; after that day it passes to the next person.`;
  }
  if (state === 'booked') return 'It is booked. Good luck!';
  if (state === 'used') return 'You have had it. We hope that it helped.';
  if (state === 'lapsed') {
    return `Yours was not booked within ${lasting('free interview')} and has passed to the next person.`;
  }
  if (left > 0) {
    return `One interview with an alum, and feedback, without payment. ${left} of ${freePlaces} are left.`;
  }
  return `All ${freePlaces} are taken. One that is not booked within ${lasting('free interview')} passes on, so look in again.`;
}
