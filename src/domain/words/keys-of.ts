/** A table's keys in order, with their literal types; with Object.keys, they would only be strings. */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  // Our tables contain only the keys that their types list.
  Object.keys(table) as Key[];
