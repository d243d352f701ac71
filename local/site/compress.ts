import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);
const compressible = /^(?:text\/|application\/(?:javascript|json|manifest|xml)|image\/svg)/;
const cache = new Map<string, Uint8Array<ArrayBuffer>>();

/** Compresses each body once, with brotli at the highest level, as a CDN does in advance. */
async function compressed(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const key = createHash('sha1').update(body).digest('hex');
  const known = cache.get(key);
  if (known) return known;
  const result = new Uint8Array(
    await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  cache.set(key, result);
  return result;
}

/** Compresses a text response with brotli if the client accepts it, as Netlify's CDN does (§20.25). */
export async function compress(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  const accepted = request.headers.get('accept-encoding')?.includes('br') ?? false;
  if (!accepted || !response.body || !compressible.test(type)) return response;

  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.append('vary', 'accept-encoding');
  headers.delete('content-length');
  if (body.length < 256) return new Response(body, { status: response.status, headers });
  headers.set('content-encoding', 'br');
  return new Response(await compressed(body), { status: response.status, headers });
}
