/** A table's keys in order, with their literal types; Object.keys would type them as strings. */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  // Our tables have only the keys that their types list.
  Object.keys(table) as Key[];
