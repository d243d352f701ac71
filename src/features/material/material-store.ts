import * as v from 'valibot';
import { earlyRpc } from '../../lib/early-answers.ts';
import { keptAnswer } from '../../lib/kept-answers.ts';
import { createMemberStore } from '../../lib/member-store.ts';

const item = v.object({
  id: v.number(),
  kind: v.picklist(['transcript', 'wat', 'gd', 'cv']),
  title: v.string(),
  /** Markdown; null if the text can be read only with a pack. */
  body: v.nullable(v.string()),
  is_sample: v.boolean(),
  changed_at: v.string(),
});
/** A text in the preparation room. */
export type Material = v.InferOutput<typeof item>;

/** The reply from `my_material`. Without a paid pack, members can read one text (§18.16). */
const roomSchema = v.object({ has_pack: v.boolean(), items: v.array(item) });
export type MyRoom = v.InferOutput<typeof roomSchema>;

/** The preparation room, with what this member may read (§18.16). */
export const myRoom = createMemberStore(
  'material',
  () => earlyRpc('my_material', {}, roomSchema),
  keptAnswer('material', roomSchema),
);
