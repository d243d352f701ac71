import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { testVpas } from '../test-addresses.ts';

/** The page may load its own files and merchants' logos, and post to merchants' callbacks. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src http: https: data:',
  'form-action http: https:',
  "base-uri 'none'",
].join('; ');

/**
 * The checkout page. In a frame it waits for a message with its options (`options` is null); as a
 * hosted page it contains them.
 */
export async function checkoutPage(c: Context, options: object | null): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Test payment</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/v1/checkout/assets/frame.css" />
        <script type="application/json" id="options">
          ${raw(JSON.stringify(options).replaceAll('<', '\\u003c'))}
        </script>
        <script type="module" src="/v1/checkout/assets/frame.js"></script>
      </head>
      <body>
        <main class="sheet" aria-labelledby="merchant">
          <p class="ribbon">Test Mode — no money moves</p>
          <header>
            <img id="logo" alt="" width="48" height="48" hidden />
            <div class="purchase">
              <h1 id="merchant">Test payment</h1>
              <p id="description"></p>
              <p id="amount" class="amount"></p>
            </div>
            <button type="button" id="close" aria-label="Close payment">
              <span aria-hidden="true">×</span>
            </button>
          </header>
          ${loadingPanel} ${formPanel} ${failedPanel} ${problemPanel} ${lostPanel}
        </main>
      </body>
    </html>`;
  c.header('Content-Security-Policy', contentSecurityPolicy);
  c.header('Cache-Control', 'no-store');
  return c.html(page);
}

const loadingPanel = html`<section id="loading" class="panel">
  <p role="status">Loading the test payment…</p>
</section>`;

const formPanel = html`<form id="form" class="panel" novalidate hidden>
  <p id="form-error" class="error" role="alert" tabindex="-1" hidden></p>
  <div class="field">
    <label for="contact">Phone number</label>
    <input id="contact" type="tel" autocomplete="tel" required />
  </div>
  <div class="field" id="email-field">
    <label for="email">Email (optional)</label>
    <input id="email" type="email" autocomplete="email" />
  </div>
  <div class="field">
    <label for="vpa">UPI ID</label>
    <input id="vpa" autocomplete="off" autocapitalize="off" spellcheck="false" />
  </div>
  <button type="submit" id="pay" class="primary">Pay</button>
  <div class="addresses">
    <p>Test UPI IDs</p>
    <ul>
      ${testVpas.map(
        ({ vpa, failure }) =>
          html`<li>
            <button type="button" data-vpa="${vpa}">${vpa}</button>
            ${failure === null ? 'succeeds' : 'fails'}
          </li>`,
      )}
    </ul>
  </div>
</form>`;

const failedPanel = html`<section id="failed" class="panel" hidden>
  <h2 id="failed-title" tabindex="-1">Payment failed</h2>
  <p id="failed-reason" role="alert"></p>
  <button type="button" id="retry" class="primary">Try again</button>
</section>`;

const problemPanel = html`<section id="problem" class="panel" hidden>
  <h2 id="problem-title" tabindex="-1">This payment cannot be made</h2>
  <p id="problem-reason" role="alert"></p>
</section>`;

const lostPanel = html`<section id="lost" class="panel" hidden>
  <h2 id="lost-title" tabindex="-1">Paid, but the shop was not told</h2>
  <p>
    The switch callback_lost is on: it simulates a payer whose connection broke after the payment.
  </p>
</section>`;
