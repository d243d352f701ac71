import { site } from '../prerender/site.ts';

/** Every page may be read; those that are not to be listed say so themselves with `noindex`. */
export function GET(): Response {
  return new Response(
    `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${site.url}/sitemap-index.xml\n`,
  );
}
