/**
 * Replaces console.error and console.warn, because @supabase/lite prints errors with SQL and its parameters: addresses,
 * tokens, password hashes. Returns a function for reading the last failure's message. The message may contain such
 * values too, so print it in full only for errors in our own SQL.
 */
export function collectFailures(): () => string | undefined {
  let last: string | undefined;
  console.error = (...values: unknown[]) => {
    const failure = values.find((value) => value instanceof Error);
    last = failure?.message ?? values.map(String).join(' ');
  };
  // lite warns only about itself, for example that storage is experimental.
  console.warn = () => undefined;
  return () => last;
}

/** A failure's message without values, which Postgres and lite put after a colon. */
export function withoutValues(message: string): string {
  return message.split(/[:\n]/, 1).join('');
}
