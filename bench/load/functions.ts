/** Serves the functions on a plain Node server in a child process, and sends its URL to the parent. */
import { createAdaptorServer } from '@hono/node-server';
import checkout from '../../functions/checkout.ts';
import paymentWebhook from '../../functions/paymentWebhook.ts';
import { addressOf } from './rest-api.ts';

const handlers = new Map([
  ['/api/checkout', checkout],
  ['/api/paymentWebhook', paymentWebhook],
]);

const server = createAdaptorServer({
  fetch(request: Request) {
    const handler = handlers.get(new URL(request.url).pathname);
    return handler
      ? handler(request, { requestId: crypto.randomUUID(), ip: '' })
      : new Response(null, { status: 404 });
  },
}).listen(0, '127.0.0.1');

process.send?.(await addressOf(server));
process.once('disconnect', () => process.exit());
