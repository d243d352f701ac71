import * as v from 'valibot';
import { storageKeys } from '../../../lib/storage-keys.ts';

const text = v.optional(v.string());

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    memberId: v.string(),
    fields: v.object({ firstname: text, lastname: text, phonenumber: text, referralcode: text }),
  }),
);

/** Text that a member typed into the profile and did not save. */
export type ProfileDraft = v.InferOutput<typeof schema>['fields'];

/** Keeps typed text for this tab, so that it survives the end of the session (A4). */
export function keepDraft(memberId: string, fields: ProfileDraft): void {
  try {
    if (Object.keys(fields).length === 0) sessionStorage.removeItem(storageKeys.profileDraft);
    else sessionStorage.setItem(storageKeys.profileDraft, JSON.stringify({ memberId, fields }));
  } catch {
    // Storage is blocked or full: the text is still on the page.
  }
}

/** The text this member typed here before. Deletes the text of another member. */
export function takeDraft(memberId: string): ProfileDraft {
  try {
    const draft = v.safeParse(schema, sessionStorage.getItem(storageKeys.profileDraft));
    if (draft.success && draft.output.memberId === memberId) return draft.output.fields;
    sessionStorage.removeItem(storageKeys.profileDraft);
  } catch {
    // Storage is blocked: there is no draft.
  }
  return {};
}
