import * as v from 'valibot';
import { hasSeat, slotsAt } from '../../domain/bookings/slots-at.ts';
import { readPublic } from '../../lib/public-data.ts';
import type { ChosenTime } from './chosen-time.ts';

const slots = v.array(v.object({ id: v.string(), taken: v.number(), seats: v.number() }));

/**
 * Whether the chosen time has a free seat. Asks for that moment alone, because a list of all times could leave it out
 * for its length. Rejects without a reply.
 */
export async function isStillFree({ slot, kind, starts_at: at }: ChosenTime): Promise<boolean> {
  return hasSeat(await readPublic(`rpc/open_slots?${slotsAt(kind, at)}`, slots), slot);
}
