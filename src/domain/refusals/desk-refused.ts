import * as v from 'valibot';

/**
 * A refusal from public.desk_do or public.desk_read: either a sentence for the owner, or a word or constraint with the
 * argument it concerns. `entry` is the number of the log entry.
 */
export const deskRefused = v.object({
  refused: v.string(),
  says: v.optional(v.string()),
  why: v.optional(v.string()),
  field: v.optional(v.string()),
  entry: v.optional(v.number()),
});

/** A refusal from one of the desk's two database functions. */
export type DeskRefused = v.InferOutput<typeof deskRefused>;
