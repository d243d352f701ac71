import { keptText } from './kept-text.ts';
import { storageKeys } from './storage-keys.ts';

/**
 * Forgets what member pages have shown in this tab. Separate from kept-answers.ts, because that module needs the schema
 * library.
 */
export const forgetAnswers = keptText(storageKeys.answers, 'session').forget;
