import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import * as v from 'valibot';
import type { Sandbox } from '../context.ts';
import { refusal } from '../errors.ts';
import { jsonBody, parseBody } from '../input.ts';
import { payableOrder } from '../orders.ts';
import { attemptPayment } from '../payments.ts';
import { checkoutPage, hostedPage } from './page.ts';

const root = fileURLToPath(new URL('../browser/', import.meta.url));

const withKey = v.object({ key_id: v.string(), order_id: v.string() });
const hostedForm = v.object({ options: v.pipe(v.string(), v.parseJson()) });

/**
 * The payer's side of the provider: the script for the merchant's page, the checkout page in its frame, the hosted page
 * for other browsers, and the payment. All of them need only the public key id.
 */
export function checkoutRoutes(sandbox: Sandbox) {
  const app = new Hono();

  app.get('/checkout.js', serveStatic({ root, rewriteRequestPath: () => 'checkout.js' }));
  app.get(
    '/checkout/assets/:file',
    cors(),
    serveStatic({ root, rewriteRequestPath: (path) => path.slice(path.lastIndexOf('/')) }),
  );
  app.post('/checkout/track', (c) => c.body(null, 204));

  // An unknown order is refused only when the payer pays, because at that point the payer can read why and close the
  // page.
  app.get('/checkout/public', (c) => {
    const order = sandbox.store.orders.find(({ id }) => id === c.req.query('order_id'));
    return c.html(checkoutPage(order?.amount ?? 0));
  });
  app.post('/checkout/embedded', async (c) =>
    c.html(hostedPage(parseBody(hostedForm, await c.req.parseBody()).options)),
  );

  app.post('/payments/create/ajax', async (c) => {
    const body = await jsonBody(c);
    const { key_id: keyId, order_id: orderId } = parseBody(withKey, body);
    if (keyId !== sandbox.keyId) throw refusal('Authentication failed', { status: 401 });
    return c.json(attemptPayment(sandbox, payableOrder(sandbox, orderId), body));
  });

  return app;
}
