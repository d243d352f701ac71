import type { AstroUserConfig } from 'astro';

type Csp = NonNullable<AstroUserConfig['security']>['csp'];

/** The origin of a URL variable, or an empty string when it is a path or unset. */
function origin(value: string | undefined): string {
  return value && URL.canParse(value) ? new URL(value).origin : '';
}

/**
 * The Content-Security-Policy every page starts from (§12.20): only our own files, our backend and the
 * analytics address. Astro adds the hashes of what it inlines. Pages that need more (checkout, video) add
 * it in their frontmatter.
 */
export function contentSecurityPolicy(env: NodeJS.ProcessEnv): Csp {
  const backend = origin(env['PUBLIC_SUPABASE_URL']);
  const analytics = origin(env['PUBLIC_ANALYTICS_URL']);
  const isEncrypted = env['PUBLIC_SITE_URL']?.startsWith('https://');
  return {
    directives: [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "font-src 'self'",
      "manifest-src 'self'",
      `img-src 'self' data: ${backend}`,
      `connect-src 'self' ${backend} ${analytics}`,
      // The local stack serves plain http.
      ...(isEncrypted ? (['upgrade-insecure-requests'] as const) : []),
    ],
    scriptDirective: { resources: ["'self'"] },
  };
}
