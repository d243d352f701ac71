import * as v from 'valibot';
import { moment } from '../../domain/schema.ts';
import { rpc } from '../../lib/member-data.ts';

const roomSchema = v.object({
  now: moment,
  // Null before the start, and while nobody has set one.
  topic: v.nullable(v.string()),
  // First names of the others who agreed to show theirs.
  people: v.array(v.string()),
});

/** A group discussion's room; `ahead` is how many ms the server's clock is ahead of this device's. */
export type Room = v.InferOutput<typeof roomSchema> & { ahead: number };

/** Reads the room of a booking (§15.101). Throws when the database refuses. */
export async function readRoom(booking: string): Promise<Room> {
  const asked = Date.now();
  const room = await rpc('gd_room', { p_booking: booking }, roomSchema);
  return { ...room, ahead: Date.parse(room.now) - (asked + Date.now()) / 2 };
}
