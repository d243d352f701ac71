import type { Context } from 'hono';
import { inputError } from '../errors.ts';

/** Parses a request's JSON object; an empty body counts as `{}`. Throws a 400 for anything else. */
export async function jsonBody(c: Context): Promise<object> {
  const text = await c.req.text();
  if (text === '') return {};
  const body = parsed(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw inputError('The request body is not a JSON object.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
