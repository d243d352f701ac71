import { keptText } from './kept-text.ts';
import { storageKeys } from './storage-keys.ts';

/**
 * Forgets what members' pages showed in this tab. Separate from kept-answers.ts, because that needs the schema library.
 */
export const forgetAnswers = keptText(storageKeys.answers, 'session').forget;
