/**
 * How a code word is refused: the sentence that a person reads, and the status of a function's reply, which is 409 by
 * default.
 */
export type Refusal = { says: string; status?: number };

/** The refusals of one subject, by code word. */
export type Refusals = Readonly<Record<string, Refusal>>;

/** Refusals that are only a sentence, with the usual status. */
export function says<Word extends string>(sentences: Readonly<Record<Word, string>>) {
  const refusals = Object.entries<string>(sentences).map(([word, says]) => [word, { says }]);
  // Object.fromEntries loses the types of the words.
  return Object.fromEntries(refusals) as Readonly<Record<Word, { says: string }>>;
}
