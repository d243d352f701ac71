import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Sandbox } from '../context.ts';
import { inputError, plainError } from '../errors.ts';
import { createOrder, getOrder, listOrders } from '../orders.ts';
import { getPayment, paymentsOfOrder } from '../payments.ts';
import { refundPayment, refundsOfPayment } from '../refunds.ts';
import { requireKeys } from './auth.ts';
import { withFaults } from './fault-middleware.ts';
import { jsonBody } from './request.ts';

/** The provider's REST API under `/v1`, for the merchant's server. */
export function apiRoutes(sandbox: Sandbox) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(requireKeys(sandbox));

  app.post('/orders', withFaults(sandbox, 'orders.create'), async (c) =>
    c.json(createOrder(sandbox, await jsonBody(c))),
  );

  app.get('/orders', withFaults(sandbox, 'orders.list'), (c) =>
    c.json(collection(listOrders(sandbox, countOf(c), c.req.query('receipt')))),
  );

  app.get('/orders/:id', withFaults(sandbox, 'orders.get'), (c) =>
    c.json(getOrder(sandbox, c.req.param('id'))),
  );

  app.get('/orders/:id/payments', withFaults(sandbox, 'orders.payments'), (c) => {
    const { id } = getOrder(sandbox, c.req.param('id'));
    return c.json(collection(paymentsOfOrder(sandbox, id)));
  });

  app.get('/payments/:id', withFaults(sandbox, 'payments.get'), (c) =>
    c.json(getPayment(sandbox, c.req.param('id'))),
  );

  app.post(
    '/payments/:id/refund',
    oneRefundPerKey(),
    withFaults(sandbox, 'payments.refund'),
    async (c) => {
      const key = c.req.header('x-refund-idempotency');
      const refund = refundPayment(sandbox, c.req.param('id'), await jsonBody(c), key);
      return c.json(refund.entity);
    },
  );

  app.get('/payments/:id/refunds', withFaults(sandbox, 'payments.refunds'), (c) => {
    const { id } = getPayment(sandbox, c.req.param('id'));
    return c.json(collection(refundsOfPayment(sandbox, id).map(({ entity }) => entity)));
  });

  return app;
}

/** Refuses a second refund request while one with the same key is still being answered. */
function oneRefundPerKey() {
  const underWay = new Set<string>();
  return createMiddleware(async (c, next) => {
    const key = c.req.header('x-refund-idempotency');
    if (key === undefined) return next();
    if (underWay.has(key)) throw plainError(409, 'Request is being processed');
    underWay.add(key);
    try {
      await next();
    } finally {
      underWay.delete(key);
    }
  });
}

function collection<Item>(items: Item[]) {
  return { entity: 'collection', count: items.length, items };
}

/** How many items a list may have. */
function countOf(c: Context): number {
  const text = c.req.query('count') ?? '10';
  if (!/^\d+$/.test(text)) throw inputError('The count must be an integer.', { field: 'count' });
  const count = Number(text);
  if (count >= 1 && count <= 100) return count;
  throw inputError('The count must be between 1 and 100.', { field: 'count' });
}
