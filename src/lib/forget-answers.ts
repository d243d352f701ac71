import { keptText } from './kept-text.ts';
import { storageKeys } from './storage-keys.ts';

/** Forgets what members' pages showed in this tab (kept-answers.ts, which needs the library of the schemas). */
export const forgetAnswers = keptText(storageKeys.answers, 'session').forget;
