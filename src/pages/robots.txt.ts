import { site } from '../prerender/site.ts';

/** robots.txt: allows all pages. Those that must not be listed in search results have `noindex` instead (§13.13). */
export function GET(): Response {
  return new Response(
    `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${site.url}/sitemap-index.xml\n`,
  );
}
