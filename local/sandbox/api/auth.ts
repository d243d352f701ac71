import { createHash, timingSafeEqual } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Sandbox } from '../context.ts';
import { refusal } from '../errors.ts';

/** Lets through only requests with `Basic key_id:key_secret`. */
export function requireKeys(sandbox: Sandbox) {
  const expected = Buffer.from(`${sandbox.keyId}:${sandbox.keySecret}`).toString('base64');
  return createMiddleware(async (c, next) => {
    const [scheme, credentials] = c.req.header('authorization')?.split(' ') ?? [];
    if (scheme !== 'Basic' || !equal(credentials ?? '', expected)) {
      throw refusal('Authentication failed', { status: 401 });
    }
    await next();
  });
}

function equal(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
