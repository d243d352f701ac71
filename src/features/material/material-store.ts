import * as v from 'valibot';
import { createMemberStore, rpc } from '../../lib/member-data.ts';

const item = v.object({
  id: v.number(),
  kind: v.picklist(['transcript', 'wat', 'gd', 'cv']),
  title: v.string(),
  /** Markdown. */
  body: v.string(),
  is_sample: v.boolean(),
  changed_at: v.string(),
});
export type Material = v.InferOutput<typeof item>;

/** What `my_material` gives a member; without a paid pack there are no items (§18.16). */
const roomSchema = v.object({ has_pack: v.boolean(), items: v.array(item) });

const material = createMemberStore('material', () => rpc('my_material', {}, roomSchema));

/** What the preparation room holds for the member (§18.16). */
export const $room = material.$data;

export const refreshRoom = material.refresh;
