/**
 * How a refusal with an error code is reported: the sentence for the reader, and the HTTP status of the reply, 409 by
 * default.
 */
export type Refusal = { says: string; status?: number };

/** One subject's refusals, by error code. */
export type Refusals = Readonly<Record<string, Refusal>>;

/** Turns sentences into refusals with the default status. */
export function says<Word extends string>(sentences: Readonly<Record<Word, string>>) {
  const refusals = Object.entries<string>(sentences).map(([word, says]) => [word, { says }]);
  // Object.fromEntries loses the types of the words.
  return Object.fromEntries(refusals) as Readonly<Record<Word, { says: string }>>;
}
