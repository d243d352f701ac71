import type { ApiError } from './api-error.ts';

// Netlify's header rules do not apply to functions, so every reply sets its headers itself (§11.40).
const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
};

/** A JSON reply that is never cached. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...commonHeaders, 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

/**
 * A file that the browser saves and never displays (§18.11). `name` is used in a header, so it must never come from a
 * visitor.
 */
export function attachment(bytes: Blob, type: string, name: string): Response {
  return new Response(bytes, {
    headers: {
      ...commonHeaders,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
}

export function noContent(): Response {
  return new Response(null, { status: 204, headers: commonHeaders });
}

/** A 303 redirect to a path on this site (§11.22). */
export function seeOther(location: `/${string}`): Response {
  return new Response(null, { status: 303, headers: { ...commonHeaders, location } });
}

/** The JSON reply that carries a refusal (§11.27). */
export function refusal({ status, code, message, headers }: ApiError): Response {
  return json({ success: false, error: { code, message } }, status, headers);
}
