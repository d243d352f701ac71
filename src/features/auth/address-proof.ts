import * as v from 'valibot';
import { hints } from '../../domain/account/messages.ts';
import { addressRefusals } from '../../domain/refusals/addresses.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { refreshMemberData } from '../../lib/member-data.ts';

/** A link that was asked for: `proven` if none is needed, because the address was proven before. */
export type AskedLink = { state: 'sent' | 'proven'; address: string } | { message: string };

const reply = v.object({ address: v.string(), state: v.picklist(['sent', 'proven']) });

const say = (error: unknown) => sayFailure(error, addressRefusals, { noAnswer: hints.claimFailed });

/** Has a link sent that proves an address: that of the account, unless another is given (§15.29). */
export async function askForLink(address?: string): Promise<AskedLink> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('ask_address_proof', {
    ...(address !== undefined && { p_address: address }),
  });
  if (error) return { message: say(error) };
  const asked = v.parse(reply, data);
  if (asked.state === 'proven') refreshMemberData('practice');
  return asked;
}

/** A link that was opened: the address it proved, or why it proved none. */
export type SpentLink =
  { address: string } | { state: 'spent' | 'other-account' } | { message: string };

/** Spends a link (§15.60). */
export async function spendLink(token: string): Promise<SpentLink> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('redeem_address_proof', { p_token: token });
  if (!error) {
    refreshMemberData('practice');
    return { address: v.parse(v.string(), data) };
  }
  if (error.message === 'link_not_valid') return { state: 'spent' };
  if (error.message === 'other_account') return { state: 'other-account' };
  return { message: say(error) };
}
