import { computed } from 'nanostores';
import { PUBLIC_SUPABASE_URL } from 'astro:env/client';
import * as v from 'valibot';
import { profileFieldNames } from '../../domain/account/account-rules.ts';
import { keysOf } from '../../domain/words/keys-of.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { createMemberStore } from '../../lib/member-data.ts';
import { $login } from '../../lib/login-store.ts';

const backend = `${new URL(PUBLIC_SUPABASE_URL).origin}/`;

const profileRow = v.object({
  email: v.string(),
  ...v.entriesFromList(profileFieldNames, v.string()),
  // The row accepts any address, but no page may load a picture from another host (§7.13).
  profileimage: v.pipe(
    v.string(),
    v.transform((address) => (address.startsWith(backend) ? address : '')),
  ),
});

/** The member's row of `profiles`; `profileimage` is a public URL, or empty for the default avatar. */
export type Profile = v.InferOutput<typeof profileRow>;

/** The fields a member can change. The e-mail address is sent as well and never changes (§7.4). */
export type ProfileChanges = Partial<Omit<Profile, 'email'>>;

const names = keysOf(profileRow.entries);
const columns = names.join();

/** A profile that is still loading. Every field is a text. */
export const blankProfile = Object.fromEntries(names.map((name) => [name, ''])) as Profile;

const profile = createMemberStore('profile', async (id): Promise<Profile> => {
  const supabase = await loadSupabase();
  const { data } = await supabase
    .from('profiles')
    .select(columns)
    .eq('id', id)
    .single()
    .throwOnError();
  return v.parse(profileRow, data);
});

export const $profile = profile.$data;

/** The member's name and e-mail address, from the login until the profile is loaded. */
export const $shownMember = computed([$login, $profile], (login, { data }) => {
  const member = data ?? (login.status === 'authenticated' ? login.member : undefined);
  if (!member) return undefined;
  return { name: `${member.firstname} ${member.lastname}`.trim() || 'Member', email: member.email };
});

/** Fetches the profile again; the page keeps the current one meanwhile. */
export const refreshProfile = profile.refresh;

/** Replaces the profile in the store without a request (§7.3). */
export const showProfile = profile.show;

/** Writes `changes` and resolves to the updated row (§11.12). Throws when the backend refuses. */
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
    .select(columns)
    .single()
    .throwOnError();
  return v.parse(profileRow, data);
}
