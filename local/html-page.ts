import { html } from 'hono/html';

/** A local service's page, which makes no requests except those in `body`. */
export const htmlPage = (title: string, body: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
