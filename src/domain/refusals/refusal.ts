/**
 * How a code word is refused: the sentence that a person reads, and the status of a function's reply, which is 409 by
 * default.
 */
export type Refusal = { says: string; status?: number };

/** The refusals of one subject, by code word. */
export type Refusals = Readonly<Record<string, Refusal>>;
