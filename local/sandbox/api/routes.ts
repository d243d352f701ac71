import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import type { Sandbox } from '../context.ts';
import { jsonBody } from '../input.ts';
import { createOrder } from '../orders.ts';
import { refundPayment } from '../refunds.ts';
import { found } from '../store.ts';
import { withFaults } from './fault-middleware.ts';

/** The provider's REST API under `/v1`, for the merchant's server. */
export function apiRoutes(sandbox: Sandbox) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const { orders, payments, refunds } = sandbox.store;
  const error = { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' };
  app.use(
    basicAuth({
      username: sandbox.keyId,
      password: sandbox.keySecret,
      invalidUserMessage: { error },
    }),
  );

  app.post('/orders', withFaults(sandbox, 'orders.create'), async (c) =>
    c.json(createOrder(sandbox, await jsonBody(c))),
  );

  app.get('/orders', withFaults(sandbox, 'orders.list'), (c) => {
    const receipt = c.req.query('receipt');
    return c.json(
      collection(
        pageOf(
          orders.filter((order) => receipt === undefined || order.receipt === receipt),
          c.req.query(),
        ),
      ),
    );
  });

  app.get('/orders/:id', (c) => c.json(found(orders, c.req.param('id'))));

  app.get('/orders/:id/payments', withFaults(sandbox, 'orders.payments'), (c) => {
    const { id } = found(orders, c.req.param('id'));
    return c.json(collection(payments.filter((payment) => payment.order_id === id).reverse()));
  });

  app.get('/payments/:id', withFaults(sandbox, 'payments.get'), (c) =>
    c.json(found(payments, c.req.param('id'))),
  );

  app.post('/payments/:id/refund', withFaults(sandbox, 'payments.refund'), async (c) => {
    const key = c.req.header('x-refund-idempotency');
    return c.json(refundPayment(sandbox, c.req.param('id'), await jsonBody(c), key));
  });

  app.get('/payments/:id/refunds', withFaults(sandbox, 'payments.refunds'), (c) => {
    const { id } = found(payments, c.req.param('id'));
    return c.json(collection(refunds.filter((refund) => refund.payment_id === id).reverse()));
  });

  app.get('/refunds', (c) => c.json(collection(pageOf(refunds, c.req.query()))));

  return app;
}

/**
 * A page of a list, newest first: skips `skip` entries and takes the next `count`, created between `from` and `to` in
 * Unix seconds.
 */
function pageOf<Item extends { created_at: number }>(
  list: readonly Item[],
  { from = '0', to = 'Infinity', skip = '0', count = '10' }: Record<string, string>,
): Item[] {
  return list
    .filter(({ created_at: made }) => made >= Number(from) && made <= Number(to))
    .toReversed()
    .slice(Number(skip), Number(skip) + Number(count));
}

function collection<Item>(items: Item[]) {
  return { count: items.length, items };
}
