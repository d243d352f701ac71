import * as v from 'valibot';
import { hints } from '../../domain/account/messages.ts';
import { addressRefusals } from '../../domain/refusals/addresses.ts';
import { refusedLink, sayFailure } from '../../lib/say-failure.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { refreshMemberData, rpc } from '../../lib/member-data.ts';

/** A link that was asked for: `proven` if none is needed, because the address was proven before. */
export type AskedLink = { state: 'sent' | 'proven'; address: string } | { message: string };

const reply = v.object({ address: v.string(), state: v.picklist(['sent', 'proven']) });

const say = (error: unknown) => sayFailure(error, addressRefusals, { noAnswer: hints.claimFailed });

/** Has a link sent that proves an address: that of the account, unless another is given (§15.29). */
export async function askForLink(address?: string): Promise<AskedLink> {
  await loadSupabase();
  try {
    const asked = await rpc('ask_address_proof', { ...(address && { p_address: address }) }, reply);
    if (asked.state === 'proven') refreshMemberData('practice');
    return asked;
  } catch (error) {
    return { message: say(error) };
  }
}

/** A link that was opened: the address it proved, or why it proved none. */
export type SpentLink = { address: string } | NonNullable<ReturnType<typeof refusedLink>>;

/** Spends a link (§15.60). A `message` is worth another try. */
export async function spendLink(token: string): Promise<SpentLink | { message: string }> {
  await loadSupabase();
  try {
    const address = await rpc('redeem_address_proof', { p_token: token }, v.string());
    refreshMemberData('practice');
    return { address };
  } catch (error) {
    return refusedLink(error) ?? { message: say(error) };
  }
}
