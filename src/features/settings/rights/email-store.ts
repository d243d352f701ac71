import * as v from 'valibot';
import { hints } from '../../../domain/account/messages.ts';
import { emailRefusals } from '../../../domain/refusals/email.ts';
import { sayFailure } from '../../../lib/say-failure.ts';
import { loadSupabase } from '../../../lib/supabase.ts';
import { refreshProfile } from '../../auth/profile-store.ts';
import { createMemberStore } from '../../../lib/member-data.ts';

const myEmail = v.object({
  email: v.string(),
  change: v.nullable(
    v.object({
      address: v.string(),
      expires_at: v.string(),
      old_confirmed: v.boolean(),
      new_confirmed: v.boolean(),
    }),
  ),
});

/** The address of the account, and a change that waits for answers. */
export type MyEmail = v.InferOutput<typeof myEmail>;

const email = createMemberStore('email', async (): Promise<MyEmail> => {
  const supabase = await loadSupabase();
  const { data } = await supabase.rpc('my_email').throwOnError();
  return v.parse(myEmail, data);
});

/** The member's address (§18.80). */
export const $email = email.$data;

/** Fetches it again. */
export const refreshEmail = email.refresh;

const say = (error: unknown) => sayFailure(error, emailRefusals, { noAnswer: hints.claimFailed });

/** Asks for another address (§18.80). Resolves, once the page shows it, to why that was refused, or to undefined. */
export async function askForChange(address: string): Promise<string | undefined> {
  const supabase = await loadSupabase();
  const { error } = await supabase.rpc('ask_email_change', { p_address: address });
  await email.showFresh();
  return error ? say(error) : undefined;
}

/** Forgets a change that waits (§18.84). Resolves, once the page shows it, to why that failed, or to undefined. */
export async function forgetChange(): Promise<string | undefined> {
  const supabase = await loadSupabase();
  const { error } = await supabase.rpc('cancel_email_change');
  await email.showFresh();
  return error ? say(error) : undefined;
}

const confirmed = v.object({
  state: v.picklist(['waiting', 'changed', 'taken']),
  address: v.string(),
});

/** What became of a link; a `message` is worth another try. */
export type Answered =
  | v.InferOutput<typeof confirmed>
  | { state: 'spent' | 'other-account' }
  | { state: 'failed'; message: string };

/** Answers the link of a mail about another address (§18.81). */
export async function answerLink(token: string): Promise<Answered> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('confirm_email_change', { p_token: token });
  if (error) {
    if (error.message === 'link_not_valid') return { state: 'spent' };
    if (error.message === 'other_account') return { state: 'other-account' };
    return { state: 'failed', message: say(error) };
  }
  const answered = v.parse(confirmed, data);
  // The session has the address too, and every part of the page shows that one.
  if (answered.state === 'changed') {
    await supabase.auth.refreshSession();
    refreshProfile();
  }
  refreshEmail();
  return answered;
}
