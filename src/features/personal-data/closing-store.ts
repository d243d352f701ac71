import * as v from 'valibot';
import { sessionKinds } from '../../domain/bookings/session-kinds.ts';
import { day, moment, paise } from '../../domain/schema.ts';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';

const losses = v.object({
  packs: v.array(
    v.object({
      pack: v.string(),
      remaining: v.number(),
      valid_until: v.string(),
      role: v.picklist(['buyer', 'second']),
      is_shared: v.boolean(),
    }),
  ),
  bought: v.array(
    v.object({
      order: v.string(),
      pack: v.string(),
      gives: paise,
      until: day,
      refunded: v.boolean(),
    }),
  ),
  free_interview: v.boolean(),
  bookings: v.array(v.object({ kind: v.picklist(sessionKinds), starts_at: moment })),
  guest_bookings: v.number(),
  feedback: v.number(),
  files: v.number(),
  loan_group: v.nullable(v.number()),
  lenders: v.array(v.string()),
});

/** Everything that a member would lose by closing the account, as the database returns it. */
export type Losses = v.InferOutput<typeof losses>;

/** Loads what this member would lose (§18.31). */
export const closing = createMemberStore('closing', () => rpc('what_closing_ends', {}, losses));
