// What only some visits need is downloaded when somebody reaches for it.

/** The dialogs that ask first. */
export const loadQuestions = () => import('./Questions.tsx');

/** The form of the 100 % refund. */
export const loadOfferForm = () => import('./OfferForm.tsx');

/** The form that answers what more was needed. */
export const loadAnswerForm = () => import('./AnswerForm.tsx');
