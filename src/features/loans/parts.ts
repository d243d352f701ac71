// What only some visits need is downloaded when somebody reaches for it.

/** The form of a request. */
export const loadRequestForm = () => import('./RequestForm.tsx');

/** The dialogs that ask first. */
export const loadQuestions = () => import('./Questions.tsx');

/** The form of a rate match. */
export const loadRateMatchForm = () => import('./RateMatchForm.tsx');
