import type { Context } from 'hono';
import * as v from 'valibot';
import { refusal } from './errors.ts';

/** An amount in whole paise, from one rupee. */
export const amountInput = v.pipe(v.number(), v.integer(), v.minValue(100));

/** The JSON in a request's body. An empty body counts as `{}`. Throws a 400 for anything else. */
export async function jsonBody(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw refusal('The request body is not JSON.');
  }
}

/** Parses a request's body. Throws a 400 for the first field that is wrong, missing or unexpected. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw refusal(issue.message, { field: v.getDotPath(issue) ?? 'body' });
}
