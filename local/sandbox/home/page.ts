import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Sandbox } from '../context.ts';
import { testVpas } from '../test-addresses.ts';

/** How many rows each table shows, newest first. */
const mostRows = 50;

/** `GET /`: a page that shows what the sandbox holds, with buttons to act on it. */
export function homeRoutes(sandbox: Sandbox) {
  const app = new Hono();
  app.get('/', (c) => {
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    c.header('Cache-Control', 'no-store');
    return c.html(homePage(sandbox));
  });
  return app;
}

function homePage(sandbox: Sandbox) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Payment sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/v1/checkout/assets/home.css" />
        <script type="module" src="/v1/checkout/assets/home.js"></script>
      </head>
      <body>
        <main>
          <h1>Payment sandbox</h1>
          <p>
            This stands in for the payment provider while you develop. No money moves. Its key id is
            <code>${sandbox.keyId}</code>.
          </p>
          <p id="message" role="alert"></p>
          ${orderTable(sandbox)} ${paymentTable(sandbox)} ${webhookTable(sandbox)} ${addresses}
        </main>
      </body>
    </html>`;
}

function orderTable({ store }: Sandbox) {
  const rows = newest(store.orders).map(
    (order) =>
      html`<tr>
        <td><code>${order.id}</code></td>
        <td>${rupees(order.amount)}</td>
        <td>${order.status}</td>
        <td>${order.attempts}</td>
        <td>${order.receipt ?? ''}</td>
        <td>${time(order.created_at)}</td>
      </tr>`,
  );
  return table('Orders', ['Order', 'Amount', 'State', 'Attempts', 'Receipt', 'Made'], rows);
}

function paymentTable({ store }: Sandbox) {
  const rows = newest(store.payments).map((payment) => {
    const path = `/_sandbox/payments/${payment.id}`;
    return html`<tr>
      <td><code>${payment.id}</code></td>
      <td><code>${payment.order_id}</code></td>
      <td>${rupees(payment.amount)}</td>
      <td>
        ${payment.status}${payment.error_reason === null ? '' : `: ${payment.error_reason}`}
        ${payment.refund_status === 'partial' ? `, ${rupees(payment.amount_refunded)} refunded` : ''}
      </td>
      <td>
        ${payment.status === 'failed' ? button(`${path}/authorise-late`, 'Authorise late') : ''}
        ${payment.status === 'captured' ? button(`${path}/refund`, 'Refund') : ''}
      </td>
    </tr>`;
  });
  return table('Payments', ['Payment', 'Order', 'Amount', 'State', 'Do'], rows);
}

function webhookTable({ store }: Sandbox) {
  const rows = newest(store.webhooks).map(
    (webhook) =>
      html`<tr>
        <td><code>${webhook.event_id}</code></td>
        <td>${webhook.event}</td>
        <td><code>${webhook.order_id}</code></td>
        <td>${webhook.status}</td>
        <td>${webhook.attempts.map(({ status, error }) => status ?? error).join(', ')}</td>
        <td>${button(`/_sandbox/webhooks/${webhook.event_id}/replay`, 'Replay')}</td>
      </tr>`,
  );
  return table('Webhooks', ['Event id', 'Event', 'Order', 'State', 'Answers', 'Do'], rows);
}

const addresses = html`<section aria-labelledby="addresses">
  <h2 id="addresses">Test UPI addresses</h2>
  <ul>
    ${testVpas.map(
      ({ vpa, failure }) =>
        html`<li><code>${vpa}</code>: ${failure === null ? 'succeeds' : 'fails'}</li>`,
    )}
  </ul>
</section>`;

function table(title: string, columns: string[], rows: ReturnType<typeof html>[]) {
  const id = title.toLowerCase();
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${
      rows.length === 0
        ? html`<p>None yet.</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">
            <table>
              <thead>
                <tr>
                  ${columns.map((column) => html`<th scope="col">${column}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>`
    }
  </section>`;
}

/** A button that posts to the control API and then reloads the page. */
function button(path: string, label: string) {
  return html`<button type="button" data-post="${path}">${label}</button>`;
}

function newest<Item>(items: Map<string, Item>): Item[] {
  return [...items.values()].slice(-mostRows).reverse();
}

function rupees(paise: number): string {
  return `₹${(paise / 100).toFixed(2)}`;
}

function time(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString('en-IN');
}
