import * as v from 'valibot';
import { loadSupabase } from '../../lib/supabase.ts';
import { createMemberStore } from '../../lib/member-data.ts';
import { roomSchema, type Room } from './material-schema.ts';

const material = createMemberStore('material', async (): Promise<Room> => {
  const supabase = await loadSupabase();
  const { data } = await supabase.rpc('my_material').throwOnError();
  return v.parse(roomSchema, data);
});

/** What the preparation room holds for the member (§18.16). */
export const $room = material.$data;

/** Fetches the room again; the page keeps the current one meanwhile. */
export const refreshRoom = material.refresh;
