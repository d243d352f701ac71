import * as v from 'valibot';
import { emailRefusals } from '../../domain/refusals/email.ts';
import { orWriteToUs, refusedLink, sayFailure } from '../../lib/say-failure.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { mailedLink } from '../../lib/our-link.ts';
import { refreshProfile } from '../account/profile-store.ts';
import { refreshMemberData, rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';

const myEmail = v.object({
  email: v.string(),
  verified: v.boolean(),
  change: v.nullable(
    v.object({
      address: v.string(),
      expires_at: v.string(),
      // Null if we did not ask the current address, which the member has never verified.
      old_confirmed: v.nullable(v.boolean()),
      new_confirmed: v.boolean(),
    }),
  ),
  // Null without a link, and for one that no longer works.
  link: v.nullable(v.picklist(['old', 'new', 'other_account'])),
});

/** The account's email address, and a pending change whose links have not all been opened. */
export type MyEmail = v.InferOutput<typeof myEmail>;
export type Change = NonNullable<MyEmail['change']>;

export const $emailLink = mailedLink('email_token');

/** Loads the account's email address (§18.80), and what the link that opened this tab would confirm (§18.82). */
export const accountEmail = createMemberStore('email', () => {
  const token = $emailLink.get()?.token;
  return rpc('my_email', token === undefined ? {} : { p_token: token }, myEmail);
});

/** Whether the link to this address of the pending change has been used. */
export const isConfirmed = (change: MyEmail['change'], of: 'old' | 'new'): boolean =>
  change?.[`${of}_confirmed`] === true;

/** Which address of the pending change the opened link can still confirm; undefined for none. */
export const toConfirm = ({ change, link }: MyEmail): 'old' | 'new' | undefined =>
  change && link && link !== 'other_account' && !isConfirmed(change, link) ? link : undefined;

const say = (error: unknown) => sayFailure(error, emailRefusals, { noAnswer: orWriteToUs });

/** Runs a change. Resolves once the page shows the result: to undefined, or to the reason if the change was refused. */
async function change(run: () => Promise<unknown>): Promise<string | undefined> {
  // A failed download is thrown, because the caller has its own message for it.
  await loadSupabase();
  try {
    await accountEmail.change(run);
    refreshMemberData('practice');
    return undefined;
  } catch (error) {
    return say(error);
  }
}

/** Requests a change of the account's email address (§18.80). */
export const askForChange = (address: string) =>
  change(() => rpc('ask_email_change', { p_address: address }, v.unknown()));

/** Cancels a pending change (§18.84). */
export const forgetChange = () => change(() => rpc('cancel_email_change', {}, v.unknown()));

const confirmed = v.variant('state', [
  v.object({ state: v.literal('waiting') }),
  v.object({ state: v.picklist(['changed', 'taken']), address: v.string() }),
]);

/** The outcome of confirming a change with a link. 'refused' if the link no longer works. */
export type Answered = v.InferOutput<typeof confirmed> | { state: 'refused' };

/**
 * Confirms a change with the link from an email (§18.81). Resolves once the page shows what is still pending. If the
 * outcome is a `message`, the member can try again.
 */
export async function answerLink(token: string): Promise<Answered | { message: string }> {
  const { auth } = await loadSupabase();
  let answered: Answered;
  try {
    answered = await rpc('confirm_email_change', { p_token: token }, confirmed);
  } catch (error) {
    if (!refusedLink(error)) return { message: say(error) };
    answered = { state: 'refused' };
  }
  // The login and the profile contain the address as well, and it is now verified.
  if (answered.state === 'changed') {
    await auth.refreshSession();
    refreshProfile();
    refreshMemberData('practice');
  }
  if (answered.state === 'taken') refreshMemberData('practice');
  await accountEmail.showFresh();
  return answered;
}
