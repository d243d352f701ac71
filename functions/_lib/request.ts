import { ApiError } from './api-error.ts';

/** The media type of a body, lower-case and without parameters; '' where none is named. */
export function mediaType(req: Request): string {
  const [type = ''] = (req.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/** Whether the caller wants JSON rather than a page to look at. */
export function wantsJson(req: Request): boolean {
  const accept = (req.headers.get('accept') ?? '').toLowerCase();
  return accept.includes('application/json') && !accept.includes('text/html');
}

/**
 * Refuses a call that another site's page made (403), by what the browser says of its origin.
 * A caller that is no browser says nothing and passes: it holds no one's session either.
 */
export function refuseCrossSite(req: Request, siteUrl: string): void {
  const site = req.headers.get('sec-fetch-site');
  const origin = req.headers.get('origin');
  const ours = [new URL(siteUrl).host, new URL(req.url).host];
  const siteFits = site === null || site === 'same-origin' || site === 'none';
  const originFits =
    origin === null || (URL.canParse(origin) && ours.includes(new URL(origin).host));
  if (!siteFits || !originFits) {
    throw new ApiError(403, 'forbidden_origin', 'Only pages of this site may ask for this.');
  }
}

/** Refuses any other media type with 415. */
export function requireMediaType(req: Request, ...types: readonly string[]): void {
  if (types.includes(mediaType(req))) return;
  const message = `Send the body as ${types.join(' or ')}.`;
  throw new ApiError(415, 'unsupported_media_type', message);
}

/** The body's bytes. Reading stops as soon as it is longer than `limit` bytes (413). */
export async function readBytes(req: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new ApiError(413, 'payload_too_large', `The body may have ${limit} bytes at most.`);
  if (Number(req.headers.get('content-length')) > limit) throw tooLarge();

  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of req.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bytes as text; anything but UTF-8 without a byte order mark is refused with 400. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ApiError(400, 'invalid_json', 'The body is not UTF-8 text.');
  }
}

/** Text as JSON of unknown shape; anything else is refused with 400. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'invalid_json', 'The body is not JSON.');
  }
}
