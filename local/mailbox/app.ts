import { Hono } from 'hono';
import { html } from 'hono/html';
import { gulmohar, line, paper, text } from '../../src/domain/colours.ts';
import { htmlPage } from '../html-page.ts';
import type { Message } from './message.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:${text};background:${paper}}
a{color:${gulmohar}}li{margin:.75rem 0}iframe{width:100%;min-height:70vh;border:1px solid ${line};background:#fff}`;

const page = (title: string, body: unknown) =>
  htmlPage(
    title,
    html`<style>
        ${style}
      </style>
      <h1>${title}</h1>
      ${body}`,
  );

/** The site does not allow itself to be framed, so links in emails replace the whole page. */
const linksToTop = '<base target="_top">';

/** The mailbox as a web page and as JSON. `/api/messages?to=` lists one address's emails, newest first. */
export function mailboxApp(messages: readonly Message[]) {
  const app = new Hono();

  app.get('/api/messages', (context) => {
    const to = context.req.query('to');
    return context.json(messages.filter((message) => !to || message.to.includes(to)));
  });

  app.get('/', (context) =>
    context.html(
      page(
        'Mailbox',
        messages.length === 0
          ? html`<p>
              Nothing yet. Ask for a new password on the login page, and the email appears here.
            </p>`
          : html`<ul>
              ${messages.map(
                ({ id, subject, to, receivedAt }) =>
                  html`<li>
                    <a href="/messages/${id}">${subject}</a> to ${to.join(', ')} at ${receivedAt}
                  </li>`,
              )}
            </ul>`,
      ),
    ),
  );

  app.get('/messages/:id', (context) => {
    const message = messages.find(({ id }) => id === context.req.param('id'));
    if (!message) return context.notFound();
    return context.html(
      page(
        message.subject,
        html`<p>To ${message.to.join(', ')} at ${message.receivedAt}. <a href="/">All mail</a></p>
          <iframe
            title="The message"
            sandbox="allow-top-navigation-by-user-activation"
            srcdoc="${linksToTop + message.html}"
          ></iframe>
          ${message.attachments.map(
            ({ name, type }, index) =>
              html`<p>
                <a href="/messages/${message.id}/${index}" download="${name}">${name}</a> (${type})
              </p>`,
          )}`,
      ),
    );
  });

  app.get('/messages/:id/:attachment', (context) => {
    const { id, attachment } = context.req.param();
    const found = messages.find((message) => message.id === id)?.attachments[Number(attachment)];
    if (!found) return context.notFound();
    return context.body(found.text, 200, { 'content-type': 'application/octet-stream' });
  });

  return app;
}
