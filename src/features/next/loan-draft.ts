import * as v from 'valibot';
import { keptOfMember } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

// Not `loanDraft`, whose schema is the form's. Here, it only matters whether there are answers.
const draft = keptOfMember(storageKeys.loanDraft, v.unknown(), 'local');

/** Whether this device keeps answers of a loan request that the member has not sent (§16.11). */
export const hasLoanDraft = (memberId: string) => draft.read(memberId) !== undefined;
