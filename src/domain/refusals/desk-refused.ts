import * as v from 'valibot';

/**
 * A refusal as public.desk_do and public.desk_read answer it: with a sentence for the owner; or with a word or a
 * constraint; the argument that it is about; and the number of the entry in the log.
 */
export const deskRefused = v.object({
  refused: v.string(),
  says: v.optional(v.string()),
  why: v.optional(v.string()),
  field: v.optional(v.string()),
  entry: v.optional(v.number()),
});

/** A refusal of the desk. */
export type DeskRefused = v.InferOutput<typeof deskRefused>;
