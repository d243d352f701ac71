import * as v from 'valibot';
import { addressRefusals } from '../../domain/refusals/addresses.ts';
import { orWriteToUs, refusedLink, sayFailure } from '../../lib/say-failure.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { refreshMemberData, rpc } from '../../lib/member-data.ts';

const wanted = v.picklist(['free_interview', 'loan', 'packs', 'invitations']);

/** What waits for an address to be verified, and is finished by the click in our mail (§15.78). */
export type Wanted = v.InferOutput<typeof wanted>;

/**
 * A link that was asked for: `waiting` if one that was mailed before still works, `proven` if none is needed,
 * because the address was verified before.
 */
export type AskedLink =
  { state: 'sent' | 'waiting' | 'proven'; address: string } | { message: string };

const asked = v.object({ address: v.string(), state: v.picklist(['sent', 'waiting', 'proven']) });

const say = (error: unknown) => sayFailure(error, addressRefusals, { noAnswer: orWriteToUs });

type Ask = {
  /** That of the account, unless another is given. */
  address?: string;
  wanted?: Wanted | undefined;
  /** False if a link that was mailed before will do. */
  again?: boolean;
};

/** Has a link mailed that verifies an address (§15.29). */
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

/** A link that was opened, or why it is of no use. */
export type OpenedLink = v.InferOutput<typeof opened> | NonNullable<ReturnType<typeof refusedLink>>;

/** Opens a link of our mails: to verify an address, of a receipt or of an invitation. A `message` is worth another try. */
export async function openLink(
  purpose: 'address_proof' | 'receipt' | 'second_person_named',
  token: string,
): Promise<OpenedLink | { message: string }> {
  await loadSupabase();
  try {
    const link = await rpc('redeem_link', { p_purpose: purpose, p_token: token }, opened);
    refreshMemberData('practice');
    return link;
  } catch (error) {
    return refusedLink(error) ?? { message: say(error) };
  }
}
