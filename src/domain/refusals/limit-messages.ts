/** What a person reads about sessions and about a loan alike; the keys are code words of the database. */
export const limitMessages = {
  too_many_today:
    'Ten changes a day is the limit, and you have reached it. Please come back tomorrow, or write to us.',
  address_not_proven: 'Please prove your e-mail address first.',
  too_many_uploads:
    'Ten files a day is the limit, and you have reached it. Please come back tomorrow.',
} as const;
