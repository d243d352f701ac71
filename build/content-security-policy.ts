import type { AstroUserConfig } from 'astro';
import type { Services } from '../src/prerender/environment.ts';

type Csp = NonNullable<AstroUserConfig['security']>['csp'];

/**
 * The basic Content-Security-Policy of every page (§12.20): it allows only our own files, our backend and the analytics
 * address. Astro adds the hashes of inlined code. Pages that need more (checkout, video) add it in their frontmatter.
 */
export function contentSecurityPolicy(
  { url }: { url: string },
  { backendOrigin = '', analyticsOrigin = '' }: Services,
): Csp {
  return {
    directives: [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "font-src 'self'",
      "manifest-src 'self'",
      `img-src 'self' data: ${backendOrigin}`,
      `connect-src 'self' ${backendOrigin} ${analyticsOrigin}`,
      // The local stack serves plain http.
      ...(url.startsWith('https://') ? (['upgrade-insecure-requests'] as const) : []),
    ],
    scriptDirective: { resources: ["'self'"] },
  };
}
