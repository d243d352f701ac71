import * as v from 'valibot';
import { keptOfMember } from '../../../lib/kept.ts';
import { storageKeys } from '../../../lib/storage-keys.ts';

const text = v.optional(v.string());
const schema = v.object({ firstname: text, lastname: text, phonenumber: text, referralcode: text });

/** Text that a member typed into the profile and did not save. */
export type ProfileDraft = v.InferOutput<typeof schema>;

/** It is kept for this tab, so that it survives the end of the session (A4). */
export const profileDraft = keptOfMember(storageKeys.profileDraft, schema, 'session');
