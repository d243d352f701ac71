import * as v from 'valibot';
import type { RequestTexts } from '../../domain/loans/loan-request.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

const text = v.optional(v.string(), '');

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    memberId: v.string(),
    fields: v.object({
      institute: text,
      programme: text,
      stage: text,
      courseStarts: text,
      courseMonths: text,
      amount: text,
      termMonths: text,
      coApplicant: text,
      city: text,
    }),
  }),
);

/** Keeps a request that was not sent on this device (§16.11). A logout deletes it. */
export function keepDraft(memberId: string, fields: RequestTexts): void {
  try {
    localStorage.setItem(storageKeys.loanDraft, JSON.stringify({ memberId, fields }));
  } catch {
    // Storage is blocked or full: the text is still on the page.
  }
}

/** The request that this member typed here and did not send. Deletes that of another member. */
export function draftOf(memberId: string): RequestTexts | undefined {
  try {
    const draft = v.safeParse(schema, localStorage.getItem(storageKeys.loanDraft));
    if (draft.success && draft.output.memberId === memberId) return draft.output.fields;
    forgetDraft();
  } catch {
    // Storage is blocked: there is no draft.
  }
  return undefined;
}

/** Deletes the draft, because it was sent or given up. */
export function forgetDraft(): void {
  try {
    localStorage.removeItem(storageKeys.loanDraft);
  } catch {
    // Storage is blocked: there is no draft.
  }
}
