import * as v from 'valibot';
import { ApiError } from './api-error.ts';
import { readAtMost } from './read-at-most.ts';

/** The media type of a request's body, in lower case and without parameters; '' if none is given. */
export function mediaType(req: Request): string {
  const [type = ''] = (req.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/** True if the caller accepts JSON and not HTML, which means a script and not a form. */
export function wantsJson(req: Request): boolean {
  const accept = (req.headers.get('accept') ?? '').toLowerCase();
  return accept.includes('application/json') && !accept.includes('text/html');
}

/**
 * Throws 403 if the browser's headers show that another site's page made the call (§11.30). Callers that are not
 * browsers do not send such headers and are let through, because they have no visitor's login to misuse.
 */
export function refuseCrossSite(req: Request, siteUrl: string): void {
  const site = req.headers.get('sec-fetch-site');
  const origin = req.headers.get('origin');
  const ours = [new URL(siteUrl).host, new URL(req.url).host];
  const siteFits = site === null || site === 'same-origin' || site === 'none';
  // Safari and Firefox send the origin 'null' with a beacon from a page that sends no referrer.
  const originFits =
    origin === null ||
    (origin === 'null' && site === 'same-origin') ||
    (URL.canParse(origin) && ours.includes(new URL(origin).host));
  if (!siteFits || !originFits) {
    throw new ApiError(403, 'forbidden_origin', 'This call is only allowed from our own pages.');
  }
}

/** The request's query, parsed. Throws 400 if it does not fit the schema (§11.28). */
export function readQuery<Schema extends v.GenericSchema>(
  req: Request,
  schema: Schema,
): v.InferOutput<Schema> {
  const query = v.safeParse(schema, Object.fromEntries(new URL(req.url).searchParams));
  if (query.success) return query.output;
  throw new ApiError(400, 'invalid_request', 'This call’s address is incomplete.');
}

/** Throws 415 unless the body has one of these media types (§11.35). */
export function requireMediaType(req: Request, ...types: readonly string[]): void {
  if (types.includes(mediaType(req))) return;
  const message = `Send the body as ${types.join(' or ')}.`;
  throw new ApiError(415, 'unsupported_media_type', message);
}

/** Reads the body. Throws 413 as soon as it exceeds `limit` bytes (§11.34). */
export async function readBytes(req: Request, limit: number): Promise<Uint8Array> {
  const bytes = await readAtMost(req, limit);
  if (bytes) return bytes;
  throw new ApiError(413, 'payload_too_large', `The body can be up to ${limit} bytes.`);
}

/** Decodes UTF-8. Throws 400 for invalid bytes. Keeps a byte order mark, which JSON parsers reject. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ApiError(400, 'invalid_json', 'The body is not UTF-8 text.');
  }
}

/** Parses JSON of unknown shape. Throws 400 if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'invalid_json', 'The body is not JSON.');
  }
}

/** The request's body as JSON of unknown shape. Throws 413 if it is too long, 400 if it is not JSON. */
export async function readBody(req: Request, limit: number): Promise<unknown> {
  return parseJson(decode(await readBytes(req, limit)));
}

/** The request's JSON body, parsed. Throws 415, 413 or 400, or `refusal` if the JSON does not fit the schema. */
export async function readJson<Schema extends v.GenericSchema>(
  req: Request,
  schema: Schema,
  limit: number,
  refusal = new ApiError(400, 'invalid_request', 'This call’s body is incomplete.'),
): Promise<v.InferOutput<Schema>> {
  requireMediaType(req, 'application/json');
  const body = v.safeParse(schema, await readBody(req, limit));
  if (body.success) return body.output;
  throw refusal;
}
