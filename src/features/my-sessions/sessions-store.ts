import { computed } from 'nanostores';
import * as v from 'valibot';
import { loadSupabase } from '../../lib/supabase.ts';
import { createMemberStore } from '../session/member-data.ts';
import { $session } from '../session/session-store.ts';
import { sessionsSchema, type Sessions } from './sessions-schema.ts';

async function fetchSessions(): Promise<Sessions> {
  const supabase = await loadSupabase();
  const { data } = await supabase.rpc('my_sessions').throwOnError();
  return v.parse(sessionsSchema, data);
}

const sessions = createMemberStore('sessions', fetchSessions);

/** What a member has: packs, sessions, the free interview, invitations, addresses and offers. */
export const $sessions = sessions.$data;

/** Fetches the sessions again; the page keeps the current ones meanwhile. */
export const refreshSessions = sessions.refresh;

/** Resolves once the page has what the database knows now, also after a change that was refused. */
export const showFreshSessions = sessions.showFresh;

/** The address of the account while the member has not proven it; undefined otherwise or as long as nobody knows. */
export const $unprovenAddress = computed([$session, $sessions], (session, { data }) => {
  if (session.status !== 'authenticated' || !data) return undefined;
  const { email } = session.member;
  return data.addresses.includes(email.toLowerCase()) ? undefined : email;
});
