import { paper } from '../domain/colours.ts';
import { site } from '../prerender/site.ts';

/** The web app manifest: name, colours and icons. */
export function GET(): Response {
  return Response.json({
    name: site.name,
    short_name: site.name,
    description: site.tagline,
    start_url: '/',
    display: 'browser',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  });
}
