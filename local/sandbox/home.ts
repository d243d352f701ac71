import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Sandbox } from './context.ts';

/** How many rows each table shows, newest first. */
const mostRows = 50;

type Cell = string | number | null;

/** The tables of the home page: title, columns and rows. */
const tablesOf = ({ store }: Sandbox): [string, string[], Cell[][]][] => [
  [
    'Orders',
    ['Order', 'Amount', 'State', 'Attempts', 'Receipt', 'Made'],
    newest(store.orders, (order) => [
      ...[order.id, rupees(order.amount), order.status, order.attempts, order.receipt],
      new Date(order.created_at * 1000).toLocaleString('en-IN'),
    ]),
  ],
  [
    'Payments',
    ['Payment', 'Order', 'Amount', 'State', 'Reason', 'Refunded'],
    newest(store.payments, (payment) => [
      ...[payment.id, payment.order_id, rupees(payment.amount), payment.status],
      ...[payment.error_reason, rupees(payment.amount_refunded)],
    ]),
  ],
  [
    'Webhooks',
    ['Event id', 'Event', 'Order', 'State', 'Answers'],
    newest(store.webhooks, (webhook) => [
      ...[webhook.event_id, webhook.event, webhook.order_id, webhook.status],
      webhook.attempts.map(({ status, error }) => status ?? error).join(', '),
    ]),
  ],
];

/** The home page: what the sandbox holds. */
export async function homePage(c: Context, sandbox: Sandbox): Promise<Response> {
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Payment sandbox</title>
        <style>
          body {
            color: #1d2733;
            font:
              15px/1.5 system-ui,
              sans-serif;
          }
          section {
            overflow-x: auto;
          }
          table {
            border-collapse: collapse;
          }
          th,
          td {
            padding: 6px 12px 6px 0;
            border-bottom: 1px solid #c9d1da;
            text-align: left;
            white-space: nowrap;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>Payment sandbox</h1>
          <p>
            This stands in for the payment provider while you develop. No money moves. Its key id is
            <code>${sandbox.keyId}</code>.
          </p>
          ${tablesOf(sandbox).map(
            ([title, columns, rows]) =>
              // The keyboard can scroll a wide table only where it can take the focus.
              html`<section tabindex="0" aria-labelledby="${title}">
                <h2 id="${title}">${title}</h2>
                <table>
                  <tr>
                    ${columns.map((column) => html`<th scope="col">${column}</th>`)}
                  </tr>
                  ${rows.map(
                    (row) =>
                      html`<tr>
                        ${row.map((cell) => html`<td>${cell ?? ''}</td>`)}
                      </tr>`,
                  )}
                </table>
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  return c.html(page);
}

function newest<Item>(items: Map<string, Item>, cells: (item: Item) => Cell[]): Cell[][] {
  return [...items.values()].slice(-mostRows).reverse().map(cells);
}

function rupees(paise: number): string {
  return `₹${(paise / 100).toFixed(2)}`;
}
