import { computed } from 'nanostores';
import * as v from 'valibot';
import { loadSupabase } from '../../lib/supabase.ts';
import { createMemberStore } from '../../lib/member-data.ts';
import { $session } from '../../lib/session-store.ts';
import { sessionsSchema, type Sessions } from './practice-schema.ts';

async function fetchPractice(): Promise<Sessions> {
  const supabase = await loadSupabase();
  const { data } = await supabase.rpc('my_sessions').throwOnError();
  return v.parse(sessionsSchema, data);
}

const practice = createMemberStore('practice', fetchPractice);

/** What a member has: packs, sessions, the free interview, invitations, addresses and offers. */
export const $practice = practice.$data;

/** Fetches the sessions again; the page keeps the current ones meanwhile. */
export const refreshPractice = practice.refresh;

/** Resolves once the page has what the database knows now, also after a change that was refused. */
export const showFreshPractice = practice.showFresh;

/** The address of the account while the member has not proven it; undefined otherwise or as long as nobody knows. */
export const $unprovenAddress = computed([$session, $practice], (session, { data }) => {
  if (session.status !== 'authenticated' || !data) return undefined;
  const { email } = session.member;
  return data.addresses.includes(email.toLowerCase()) ? undefined : email;
});
