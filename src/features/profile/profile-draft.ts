import * as v from 'valibot';
import { storageKeys } from '../../lib/storage-keys.ts';

const text = v.optional(v.string());

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    memberId: v.string(),
    fields: v.object({ firstname: text, lastname: text, phonenumber: text, referralcode: text }),
  }),
);

/** What a member has typed into the profile and not saved. */
export type ProfileDraft = v.InferOutput<typeof schema>['fields'];

/** Keeps what was typed for this tab, so that a session that ends meanwhile takes nothing away (A4). */
export function keepDraft(memberId: string, fields: ProfileDraft): void {
  try {
    if (Object.keys(fields).length === 0) sessionStorage.removeItem(storageKeys.profileDraft);
    else sessionStorage.setItem(storageKeys.profileDraft, JSON.stringify({ memberId, fields }));
  } catch {
    // Storage is blocked or full: the text is on the page all the same.
  }
}

/** What this member has typed here before; somebody else's text is thrown away unread. */
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
