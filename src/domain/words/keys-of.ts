/** The keys of a table in its order, typed as they are; Object.keys types them as strings. */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  // A table of ours has no other keys than its type names.
  Object.keys(table) as Key[];
