import * as v from 'valibot';
import { profileFieldNames } from '../../../domain/account/profile-fields.ts';
import { defaultReferralCode, profileTextToSend } from '../../../domain/account/profile-text.ts';
import { keptOfMember } from '../../../lib/kept.ts';
import { storageKeys } from '../../../lib/storage-keys.ts';
import type { Profile } from '../profile-store.ts';

const schema = v.object(v.entriesFromList(profileFieldNames, v.optional(v.string())));

/** Profile texts that a member has typed but not saved. */
export type ProfileDraft = v.InferOutput<typeof schema>;

/** The profile as the form shows it: without the code that stands for no referral (§9.7). */
export const shownProfile = (profile: Profile): Profile =>
  profile.referralcode === defaultReferralCode ? { ...profile, referralcode: '' } : profile;

/** The draft, kept in this tab so that it survives a lost login (A4). */
export const profileDraft = keptOfMember(storageKeys.profileDraft, schema, 'session');

/** The editable fields whose text differs from the saved text, as typed. */
export function changedFields(saved: Profile, typed: ProfileDraft): ProfileDraft {
  const changed: ProfileDraft = {};
  for (const name of profileFieldNames) {
    const text = typed[name];
    if (text !== undefined && text !== saved[name]) changed[name] = text;
  }
  return changed;
}

/** The changed fields, ready to send: cleaned, with '0000' for an emptied referral code (§5.12). */
export function changesToSend(changed: ProfileDraft): ProfileDraft {
  const toSend: ProfileDraft = {};
  for (const name of profileFieldNames) {
    const text = changed[name];
    if (text !== undefined) toSend[name] = profileTextToSend(name, text);
  }
  return toSend;
}
