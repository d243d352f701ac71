type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Writes one JSON line. Give ids, states and codes only: no name, mail, phone, token, signature,
 * query string or body may reach a log (reliability Y2).
 */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}

/** An error whose message is made of our own words, ids and codes, so that it may be logged. */
export class PlainError extends Error {}

/**
 * An error for the log: a plain one by its message, any other by where it arose, for its message
 * may quote what a person sent.
 */
export function describe(error: unknown): string {
  if (error instanceof PlainError) return `${error.name}: ${error.message}`;
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 5).map((line) => line.trim())].join(' ');
}
