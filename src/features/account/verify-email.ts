import * as v from 'valibot';
import { addressRefusals } from '../../domain/refusals/addresses.ts';
import { forgetAnswers } from '../../lib/forget-answers.ts';
import { orWriteToUs, refusedLink, sayFailure } from '../../lib/say-failure.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { refreshMemberData, rpc } from '../../lib/member-data.ts';

const wanted = v.picklist(['free_interview', 'loan', 'packs', 'invitations']);

/**
 * What the member wanted to do when an address had to be verified first. The link in our email completes it (§15.78).
 */
export type Wanted = v.InferOutput<typeof wanted>;

/**
 * The outcome of asking for a link: 'sent', 'waiting' if an earlier link still works, 'proven' if the address is
 * already verified, or a message that explains why there is no link.
 */
export type AskedLink =
  { state: 'sent' | 'waiting' | 'proven'; address: string } | { message: string };

const asked = v.object({ address: v.string(), state: v.picklist(['sent', 'waiting', 'proven']) });

const say = (error: unknown) => sayFailure(error, addressRefusals, { noAnswer: orWriteToUs });

type Ask = {
  /** Defaults to the account's address. */
  address?: string;
  wanted?: Wanted | undefined;
  /** False if an earlier link that still works is enough. */
  again?: boolean;
};

/** Asks for an email with a link that verifies an email address (§15.29). */
export async function askForLink({
  address,
  wanted: purpose,
  again = true,
}: Ask): Promise<AskedLink> {
  await loadSupabase();
  try {
    const answer = await rpc(
      'ask_address_proof',
      {
        ...(address && { p_address: address }),
        ...(purpose && { p_wanted: purpose }),
        p_again: again,
      },
      asked,
    );
    if (answer.state === 'proven') refreshMemberData('practice');
    return answer;
  } catch (error) {
    return { message: say(error) };
  }
}

const opened = v.object({
  state: v.picklist(['done', 'already']),
  address: v.string(),
  wanted: v.nullable(wanted),
  verified: v.boolean(),
});

/** What an opened link has done, or why it does not work. */
export type OpenedLink = v.InferOutput<typeof opened> | NonNullable<ReturnType<typeof refusedLink>>;

/**
 * Redeems a link from our mails: it verifies an address, or comes from a receipt or an invitation. If the outcome is a
 * `message`, the member can try again.
 */
export async function openLink(
  purpose: 'address_proof' | 'receipt' | 'second_person_named',
  token: string,
): Promise<OpenedLink | { message: string }> {
  await loadSupabase();
  // Much of what this tab has shown is about an address that is not verified.
  forgetAnswers();
  try {
    const link = await rpc('redeem_link', { p_purpose: purpose, p_token: token }, opened);
    refreshMemberData('practice');
    return link;
  } catch (error) {
    return refusedLink(error) ?? { message: say(error) };
  }
}
