import { site } from '../prerender/site.ts';

/** robots.txt: allows all pages; those that must not be listed have `noindex` (§13.13). */
export function GET(): Response {
  return new Response(
    `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${site.url}/sitemap-index.xml\n`,
  );
}
