import { html, raw } from 'hono/html';
import { htmlPage } from '../../html-page.ts';

/** The frame's page, for an order of this many paise. The options are passed to its script in the frame's name. */
export function checkoutPage(amount: number) {
  const price = `₹${(amount / 100).toLocaleString('en-IN')}`;
  return htmlPage(
    'Test payment',
    html`<link rel="stylesheet" href="/v1/checkout/assets/frame.css" />
      <main aria-labelledby="merchant">
        <p class="ribbon">Test Mode — no money moves</p>
        <button type="button" id="close" aria-label="Close payment">×</button>
        <img id="logo" alt="" width="48" height="48" />
        <h1 id="merchant">Test payment</h1>
        <p id="description"></p>
        <form id="form" hidden>
          <label for="contact">Phone number</label>
          <input id="contact" type="tel" autocomplete="tel" required />
          <div id="email-field">
            <label for="email">Email (optional)</label>
            <input id="email" type="email" autocomplete="email" />
          </div>
          <label for="vpa">UPI ID</label>
          <input id="vpa" aria-describedby="addresses" autocomplete="off" required />
          <p id="addresses">success@razorpay pays, failure@razorpay fails.</p>
          <button id="pay">Pay ${price}</button>
        </form>
        <section id="notice" hidden>
          <h2 id="notice-title" tabindex="-1"></h2>
          <p id="notice-text" role="alert"></p>
          <button type="button" id="retry">Try again</button>
        </section>
      </main>
      <script type="module" src="/v1/checkout/assets/frame.js"></script>`,
  );
}

/**
 * The page that opens the checkout with these options, for browsers that cannot show the checkout over the merchant's
 * page.
 */
export function hostedPage(options: unknown) {
  const json = JSON.stringify(options).replaceAll('<', '\\u003c');
  return htmlPage(
    'Test payment',
    html`<script src="/v1/checkout.js"></script>
      <script>
        new Razorpay(${raw(json)}).open();
      </script>`,
  );
}
