import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { listening } from '../listening.ts';
import { apiRoutes } from './api/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import type { Sandbox } from './context.ts';
import { controlRoutes } from './control.ts';
import { refusal } from './errors.ts';
import { createFaultRegistry } from './faults.ts';
import { openStore } from './store.ts';
import { createWebhookOutbox } from './webhooks.ts';

export type SandboxOptions = {
  port: number;
  /** The folder for the state file; created if it does not exist. */
  dataDir: string;
  /** Must start with `rzp_test_`, because the sandbox does not accept live keys. */
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Where to post webhooks. Without a URL, they are only recorded. */
  webhookUrl?: string;
};

/**
 * Starts the payment provider's local sandbox (§20.14) on 127.0.0.1. Throws a one-line error if the port is taken, the
 * key is not a test key, or the state file is broken.
 */
export async function startSandbox(
  options: SandboxOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { keyId, keySecret } = options;
  if (!keyId.startsWith('rzp_test_')) {
    throw new Error('The payment sandbox takes only a key id that starts with rzp_test_.');
  }
  const store = openStore(options.dataDir);
  const faults = createFaultRegistry();
  const { webhookUrl: url, webhookSecret: secret } = options;
  const webhooks = createWebhookOutbox({ faults, url, secret });
  const app = sandboxApp({ keyId, keySecret, store, faults, webhooks, refundKeys: new Map() });
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(options.port, '127.0.0.1');
  await listening(server, 'SANDBOX_PORT', options.port);
  return {
    url: `http://127.0.0.1:${options.port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
      webhooks.stop();
      store.close();
    },
  };
}

function sandboxApp(sandbox: Sandbox) {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const { store, faults, webhooks } = sandbox;
  app.use(async (c, next) => {
    await next();
    if (c.req.method === 'POST') store.changed();
  });
  app.get('/', (c) => c.json({ ...store, webhooks: webhooks.records, faults: faults.armed }));
  app.route('/_sandbox', controlRoutes(sandbox));
  app.route('/v1', checkoutRoutes(sandbox));
  app.route('/v1', apiRoutes(sandbox));
  app.notFound(() => {
    throw refusal('The requested URL was not found on the server');
  });
  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error(error);
    return new Response('The payment sandbox failed.', { status: 500 });
  });
  return app;
}
