import { readFile } from 'node:fs/promises';
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { attemptPayment } from '../attempts.ts';
import type { Sandbox } from '../context.ts';
import type { OrderEntity } from '../entities.ts';
import { refusal } from '../errors.ts';
import { jsonBody, parseBody } from '../input.ts';
import { payableOrder } from '../orders.ts';
import { checkoutPage } from './page.ts';

const browserFolder = new URL('../browser/', import.meta.url);

/** The files a browser may request. */
const assets = new Map([
  ['checkout.js', 'text/javascript'],
  ['helper.js', 'text/javascript'],
  ['overlay.css', 'text/css'],
  ['picture.svg', 'image/svg+xml'],
  ['frame.js', 'text/javascript'],
  ['view.js', 'text/javascript'],
  ['frame.css', 'text/css'],
]);

const withKey = v.object({ key_id: v.string(), order_id: v.string() });

/**
 * The payer's side of the provider: the script for the merchant's page, the checkout page in a frame
 * or hosted, and the calls that page makes. All of it needs only the public key id.
 */
export function checkoutRoutes(sandbox: Sandbox) {
  const app = new Hono();

  app.get('/checkout.js', (c) => asset(c, 'checkout.js'));
  app.get('/checkout/assets/:file', (c) => asset(c, c.req.param('file')));
  app.post('/checkout/track', (c) => c.body(null, 204));
  app.get('/checkout/public', (c) => checkoutPage(c, null));
  app.post('/checkout/embedded', async (c) =>
    checkoutPage(c, hostedOptions(await c.req.parseBody())),
  );

  app.get('/checkout/preferences', (c) => {
    const order = orderOf(sandbox, c.req.query());
    return c.json({ amount: order.amount_due, currency: order.currency });
  });

  app.post('/payments/create/ajax', async (c) => {
    const body = await jsonBody(c);
    return c.json(attemptPayment(sandbox, orderOf(sandbox, body), body));
  });

  return app;
}

/** The order of a checkout; throws for a wrong key, an unknown order and a paid one. */
function orderOf(sandbox: Sandbox, input: unknown): OrderEntity {
  const { key_id: keyId, order_id: orderId } = parseBody(withKey, input);
  if (keyId !== sandbox.keyId) throw refusal('Authentication failed', { status: 401 });
  return payableOrder(sandbox, orderId);
}

/**
 * Reads the hosted page's options from its form: `prefill[email]` becomes `prefill: { email }`, and
 * the texts `true` and `false` become booleans.
 */
function hostedOptions(fields: Record<string, unknown>): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(fields)) {
    const value = text === 'true' || text === 'false' ? text === 'true' : text;
    const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined)
      options[name === 'key_id' ? 'key' : name] = value;
    else options[outer] = { ...Object(options[outer]), [inner]: value };
  }
  return options;
}

async function asset(c: Context, file: string): Promise<Response> {
  const type = assets.get(file);
  if (type === undefined) return c.notFound();
  return c.body(await readFile(new URL(file, browserFolder), 'utf8'), 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-cache',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
  });
}
