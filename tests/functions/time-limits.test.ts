import { expect, test } from 'vitest';
import { serve, silentUrl } from './servers.ts';
import {
  callbackRequest,
  checkoutRequest,
  expectRedirect,
  expectRefusal,
  loadFunctions,
  openOrder,
  provider,
  webhookRequest,
} from './support.ts';
import { single } from '../samples/packs.ts';

/** Starts a provider whose replies trickle in and never end; resolves to its address. */
async function drippingUrl(): Promise<string> {
  return serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(timer));
  });
}

/** Resolves to a call’s reply and the milliseconds it took. */
async function timed(call: Promise<Response>): Promise<{ reply: Response; took: number }> {
  const started = performance.now();
  const reply = await call;
  return { reply, took: performance.now() - started };
}

// One test makes all calls, so that the waits run in parallel.
test('P40 P43 every function answers within its time limit while a service does not respond', async () => {
  const healthy = await loadFunctions();
  const callback = await provider.pay((await openOrder(healthy.checkout)).id);
  const silentProvider = await loadFunctions({ RAZORPAY_API_URL: await silentUrl() });
  const drippingProvider = await loadFunctions({ RAZORPAY_API_URL: await drippingUrl() });
  const silentDatabase = await loadFunctions({ PUBLIC_SUPABASE_URL: await silentUrl() });

  const order = checkoutRequest(single);
  const event = webhookRequest('{"event":"ping"}');
  const [hung, dripped, returned, unsaved, undelivered, unchecked] = await Promise.all([
    timed(silentProvider.checkout(order)),
    timed(drippingProvider.checkout(order)),
    timed(silentProvider.paymentVerify(callbackRequest(callback))),
    timed(silentDatabase.checkout(order)),
    timed(silentDatabase.paymentWebhook(event)),
    timed(silentDatabase.paymentStatus({}, '?reference=pay_Invented1')),
  ]);

  for (const { reply, took } of [hung, dripped]) {
    await expectRefusal(reply, 504, 'provider_timeout');
    expect(took).toBeLessThan(8000);
  }
  expectRedirect(returned.reply, '/buy?payment=pending');
  // The provider counts a webhook as failed after five seconds.
  for (const { reply, took } of [unsaved, undelivered, unchecked]) {
    await expectRefusal(reply, 503, 'database_unavailable');
    expect(took).toBeLessThan(5000);
  }
});
