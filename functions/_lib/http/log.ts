type Fields = Readonly<Record<string, string | number | boolean | null | undefined>> & {
  level?: never;
  event?: never;
};

/**
 * Writes one line of JSON. Pass only ids, states and codes: no name, email address, phone number, token, signature,
 * query string or body may reach a log (reliability Y2).
 */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}

/** An error whose message does not contain anything personal, so it may be logged. */
export class PlainError extends Error {}

/**
 * Describes an error for the log: a PlainError by its message, any other error by its stack alone, because its message
 * may quote a visitor's input.
 */
export function describe(error: unknown): string {
  if (error instanceof PlainError) return `${error.name}: ${error.message}`;
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 5).map((line) => line.trim())].join(' ');
}
