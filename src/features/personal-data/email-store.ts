import * as v from 'valibot';
import { emailRefusals } from '../../domain/refusals/email.ts';
import { orWriteToUs, refusedLink, sayFailure } from '../../lib/say-failure.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { openedLink } from '../../lib/account-link.ts';
import { keptLink, parseMailedLink, type MailedLink } from '../../lib/our-link.ts';
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
});

/** The account's email address, and a pending change whose links have not all been opened. */
export type MyEmail = v.InferOutput<typeof myEmail>;
export type Change = NonNullable<MyEmail['change']>;

/** Loads the account's email address (§18.80). */
export const accountEmail = createMemberStore('email', () => rpc('my_email', {}, myEmail));

/** The link of an email change that opened this tab, and which of the change's addresses it was sent to (§18.82). */
export type EmailLink = MailedLink & { of?: 'old' | 'new' };

export const $emailLink = openedLink((fragment): EmailLink | undefined => {
  const link = parseMailedLink(fragment, 'email_token');
  const of = new URLSearchParams(fragment.slice(1)).get('of');
  return link && (of === 'old' || of === 'new') ? { ...link, of } : link;
}, keptLink);

/** Whether the link to this address of the pending change has been used. */
export const isConfirmed = (change: MyEmail['change'], of: 'old' | 'new' | undefined): boolean =>
  of !== undefined && change?.[`${of}_confirmed`] === true;

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

/** The outcome of confirming a change with a link. */
export type Answered = v.InferOutput<typeof confirmed> | { state: 'spent' | 'other-account' };

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
    return refusedLink(error) ?? { message: say(error) };
  }
  // The login and the profile contain the address as well, and it is now verified.
  if (answered.state === 'changed') {
    await auth.refreshSession();
    refreshProfile();
    refreshMemberData('practice');
  }
  await accountEmail.showFresh();
  return answered;
}
