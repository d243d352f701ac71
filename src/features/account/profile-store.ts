import { computed } from 'nanostores';
import { PUBLIC_SUPABASE_URL } from 'astro:env/client';
import * as v from 'valibot';
import { profileFieldNames } from '../../domain/account/profile-fields.ts';
import { firstCalls, profileColumns } from '../../domain/first-calls.ts';
import { keysOf } from '../../domain/words/keys-of.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { early } from '../../lib/early-answers.ts';
import { keptAnswer } from '../../lib/kept-answers.ts';
import { $member, createMemberStore } from '../../lib/member-store.ts';

const backend = `${new URL(PUBLIC_SUPABASE_URL).origin}/`;

const profileRow = v.object({
  email: v.string(),
  ...v.entriesFromList(profileFieldNames, v.string()),
  // The database accepts any address here, but no page may load a picture from another host (§7.13).
  profileimage: v.pipe(
    v.string(),
    v.transform((address) => (address.startsWith(backend) ? address : '')),
  ),
});

/** The member's row in `profiles`. `profileimage` is a public URL, or empty if there is none. */
export type Profile = v.InferOutput<typeof profileRow>;

/** The fields that a member can change. Forms send the email address too, but it never changes (§7.4). */
export type ProfileChanges = Partial<Omit<Profile, 'email'>>;

/** Placeholder for a profile that is still loading. Every field is a string. */
export const blankProfile = Object.fromEntries(
  keysOf(profileRow.entries).map((name) => [name, '']),
) as Profile;

async function fetchProfile(id: string): Promise<Profile> {
  const supabase = await loadSupabase();
  const { data } = await supabase
    .from('profiles')
    .select(profileColumns)
    .eq('id', id)
    .single()
    .throwOnError();
  return v.parse(profileRow, data);
}

const profile = createMemberStore(
  'profile',
  (id) => early(firstCalls.profile, profileRow, () => fetchProfile(id)),
  keptAnswer('profile', profileRow),
);

export const $profile = profile.$data;

/** The member's name and email address, taken from the login until the profile is loaded. */
export const $shownMember = computed([$member, $profile], (member, { data }) => {
  const shown = data ?? member;
  if (!shown) return undefined;
  return { name: `${shown.firstname} ${shown.lastname}`.trim() || 'Member', email: shown.email };
});

/** Fetches the profile again. Until then, the page keeps the current one. */
export const refreshProfile = profile.refresh;

/** Replaces the profile in the store without a request (§7.3). */
export const showProfile = profile.show;

/** Writes `changes` and resolves to the updated row (§11.12). Throws if the backend refuses. */
export async function writeProfile(
  id: string,
  email: string,
  changes: ProfileChanges,
): Promise<Profile> {
  const supabase = await loadSupabase();
  const { data } = await supabase
    .from('profiles')
    .update({ ...changes, email })
    .eq('id', id)
    .select(profileColumns)
    .single()
    .throwOnError();
  return v.parse(profileRow, data);
}
