import { createHash } from 'node:crypto';
import type { AstroUserConfig } from 'astro';
import { headScripts } from '../src/lib/head-scripts.ts';

type Csp = NonNullable<AstroUserConfig['security']>['csp'];

const sha256 = (script: string) =>
  `sha256-${createHash('sha256').update(script).digest('base64')}` as const;

/** The origin of a URL variable, or an empty string when it is a path or not set. */
function origin(value: string | undefined): string {
  return value && URL.canParse(value) ? new URL(value).origin : '';
}

/**
 * The Content-Security-Policy every page starts from: nothing but our own files and our backend.
 * Pages that need more (checkout, video) add it in their own frontmatter; Astro adds the hashes of
 * the scripts and styles it inlines.
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
      // The local stack has no certificate.
      ...(isEncrypted ? (['upgrade-insecure-requests'] as const) : []),
    ],
    scriptDirective: { resources: ["'self'"], hashes: Object.values(headScripts).map(sha256) },
    styleDirective: { resources: ["'self'"] },
  };
}
