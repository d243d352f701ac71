import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import type { Sandbox } from '../context.ts';
import { refusal } from '../errors.ts';
import type { Endpoint, EndpointFault, FaultSubject } from '../faults.ts';
import { subjectOf } from '../payments.ts';

type Env = { Bindings: HttpBindings };

/**
 * Applies an armed fault to a request. `hang`, `429`, `500` and `html502` act before the request takes effect. `slow`,
 * `drop_reply` and `garbage` act afterwards, so these are the dangerous ones.
 */
export function withFaults(sandbox: Sandbox, endpoint: Endpoint) {
  return createMiddleware<Env>(async (c, next) => {
    const fault = sandbox.faults.takeEndpointFault(endpoint, await subjectOfRequest(sandbox, c));
    switch (fault?.kind) {
      case undefined:
        return next();
      case 'hang':
        await closed(c);
        return RESPONSE_ALREADY_SENT;
      case '429':
        throw refusal('Request failed. Please try after sometime.', { status: 429 });
      case '500':
        throw refusal(
          'We are facing some trouble completing your request at the moment. Please try again shortly.',
          { status: 500, code: 'SERVER_ERROR' },
        );
      case 'html502':
        return c.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502);
      case 'slow':
        await next();
        await Promise.race([delay(fault.delay_ms), closed(c)]);
        return;
      case 'drop_reply':
        await next();
        c.env.incoming.socket.destroy();
        return;
      case 'garbage':
        await next();
        c.res = await garbled(c.res, fault);
        return;
    }
  });
}

/** Resolves once the connection is closed, either by the caller or by the sandbox when it stops. */
function closed(c: Context<Env>): Promise<void> {
  return new Promise((resolve) => c.env.outgoing.once('close', () => resolve()));
}

async function subjectOfRequest(sandbox: Sandbox, c: Context<Env>): Promise<FaultSubject> {
  const id = c.req.param('id') ?? '';
  const { orders, payments } = sandbox.store;
  const order = orders.find((one) => one.id === id);
  if (order !== undefined) return { receipt: order.receipt, order_id: id };
  const payment = payments.find((one) => one.id === id);
  if (payment !== undefined) return subjectOf(sandbox, payment);
  if (c.req.method === 'GET') return { receipt: c.req.query('receipt') };
  return v.parse(subjectOfBody, await c.req.text());
}

const subjectOfBody = v.fallback(
  v.pipe(v.string(), v.parseJson(), v.object({ receipt: v.nullish(v.string()) })),
  {},
);

/** The reply with a garbled body. */
async function garbled(response: Response, { variant }: EndpointFault): Promise<Response> {
  const text = await response.text();
  // Only replies from our own handlers get here.
  const entity = JSON.parse(text) as { amount?: number };
  switch (variant) {
    case 'html':
      return new Response('<!doctype html><title>Welcome</title><p>Please sign in.</p>', {
        headers: { 'Content-Type': 'text/html' },
      });
    case 'empty':
      return Response.json({});
    case 'truncated':
      return new Response(text.slice(0, Math.floor(text.length / 2)), {
        headers: { 'Content-Type': 'application/json' },
      });
    case 'wrong_amount':
      return Response.json({ ...entity, amount: (entity.amount ?? 0) + 100 });
    case 'wrong_currency':
      return Response.json({ ...entity, currency: 'USD' });
    case 'no_id':
      // JSON.stringify leaves undefined out.
      return Response.json({ ...entity, id: undefined });
  }
}
