/**
 * Takes over the console, because @supabase/lite prints whole errors, and with them SQL and its
 * parameters: addresses, tokens, password hashes. Returns how to ask for the last failure's message,
 * which may hold values too: it is for errors in our own SQL.
 */
export function collectFailures(): () => string | undefined {
  let last: string | undefined;
  console.error = (...values: unknown[]) => {
    const failure = values.find((value) => value instanceof Error);
    last = failure?.message ?? values.map(String).join(' ');
  };
  // Chatter about itself, for example that storage is experimental.
  console.warn = () => undefined;
  return () => last;
}

/** A failure's message without values: in Postgres' messages as in lite's they stand after a colon. */
export function withoutValues(message: string): string {
  return message.split(/[:\n]/, 1).join('');
}
