import { site } from '../prerender/site.ts';

/** Name and icons for a home screen. */
export function GET(): Response {
  return Response.json({
    name: site.name,
    short_name: site.name,
    description: site.tagline,
    start_url: '/',
    display: 'browser',
    background_color: '#fbf5e9',
    theme_color: '#fbf5e9',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  });
}
