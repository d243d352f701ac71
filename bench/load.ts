/**
 * `npm run bench:load`: 50 concurrent buyers call the real checkout handler for a minute, with a provider that takes 50
 * ms to reply. The webhook is next, then the checkout again while 5 % of the provider's replies fail and every buyer
 * retries once. Exits with code 1 if a limit is exceeded.
 */
import { fork } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import * as v from 'valibot';
import { runWithoutEnvFile } from '../local/run.ts';
import { startDatabase, type BenchDatabase } from './database.ts';
import { startProvider, type BenchProvider } from './load/provider.ts';
import { startRestApi } from './load/rest-api.ts';

const buyers = 50;
const seconds = 60;
const rupees = 699;
const webhookSecret = randomUUID();
/** The limit for the checkout's p99, in ms. */
const slowestCheckout = 400;

const broken: string[] = [];

function expectThat(holds: boolean, rule: string): void {
  console.log(`  ${holds ? '✓' : '✗'} ${rule}`);
  if (!holds) broken.push(rule);
}

/** Starts the functions in a child process, using this database and provider. */
async function startFunctions(supabaseUrl: string, providerUrl: string) {
  const child = fork(fileURLToPath(new URL('./load/functions.ts', import.meta.url)), {
    // Silent, because the functions log every injected fault.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      ...process.env,
      CONTEXT: 'dev',
      PUBLIC_SITE_URL: 'http://localhost:4321',
      PUBLIC_SUPABASE_URL: supabaseUrl,
      SUPABASE_SECRET_KEY: 'sb_secret_bench',
      RAZORPAY_API_URL: `${providerUrl}/v1`,
      RAZORPAY_KEY_ID: 'rzp_test_bench',
      RAZORPAY_KEY_SECRET: 'bench',
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    },
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The functions did not start. Run `node bench/load/functions.ts` to see why.');
  });
  const message: unknown[] = await Promise.race([once(child, 'message'), ended]);
  return { url: v.parse(v.string(), message[0]), stop: () => child.disconnect() };
}

/** The request sent when someone presses Buy Now. */
function checkoutRequest(key: string) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ amount: rupees }),
  } as const;
}

/** The body of the webhook event that reports an order as paid. */
function capturedEvent(orderId: string): string {
  const entity = {
    id: `pay_${orderId.slice('order_'.length)}`,
    order_id: orderId,
    amount: rupees * 100,
    currency: 'INR',
    status: 'captured',
    amount_refunded: 0,
    created_at: 1_700_000_000,
  };
  return JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
}

/** Makes every buyer send this request repeatedly, and prints the result. */
async function run(name: string, url: string, request: autocannon.Request) {
  const result = await autocannon({
    url,
    connections: buyers,
    duration: seconds,
    requests: [request],
  });
  const { latency, requests } = result;
  console.log(
    `${name}: ${result['2xx']} answered, ${requests.average.toFixed(0)} a second, ` +
      `p50 ${latency.p50} ms, p99 ${latency.p99} ms, ` +
      `${result['5xx']} answers 5xx, ${result.errors} lost`,
  );
  expectThat(result['5xx'] === 0 && result.non2xx === 0, 'every answer is 200');
  return result;
}

async function counts(database: BenchDatabase) {
  const [row] = await database.query(`
    select
      (select count(*)::int from orders) as orders,
      (select count(*)::int from orders where provider_order_id is not null) as offered,
      (select count(*)::int from orders where status = 'paid') as paid,
      (select count(*)::int from payments) as payments`);
  const count = v.number();
  return v.parse(v.object({ orders: count, offered: count, paid: count, payments: count }), row);
}

async function buy(url: string, database: BenchDatabase): Promise<void> {
  const result = await run('checkout', url, {
    path: '/api/checkout',
    setupRequest: (request) => ({ ...request, ...checkoutRequest(randomUUID()) }),
  });
  const { offered } = await counts(database);
  expectThat(result.latency.p99 <= slowestCheckout, `p99 is at most ${slowestCheckout} ms`);
  // At the end of the run, each buyer may still be waiting for one reply.
  const unheard = offered - result['2xx'];
  expectThat(
    unheard >= 0 && unheard <= buyers,
    'each answer has its row, and there are no other rows',
  );
}

async function report(url: string, orderIds: string[], database: BenchDatabase) {
  let sent = 0;
  const result = await run('webhook', url, {
    method: 'POST',
    path: '/api/paymentWebhook',
    setupRequest(request) {
      const turn = sent++;
      const body = capturedEvent(orderIds[turn % orderIds.length] ?? '');
      const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
        // After the first round, every event is a repeat.
        'x-razorpay-event-id': `event_${turn % orderIds.length}`,
      };
      return { ...request, body, headers };
    },
  });
  const { paid, payments } = await counts(database);
  const told = Math.min(orderIds.length, result['2xx']);
  expectThat(paid >= told && paid <= told + buyers, `each reported order is paid (${paid})`);
  expectThat(payments === paid, 'each paid order has one payment');
}

async function buyWithFaults(
  url: string,
  database: BenchDatabase,
  provider: BenchProvider,
): Promise<void> {
  const before = await counts(database);
  provider.fail(0.05);
  const until = Date.now() + seconds * 1000;
  const tally = { keys: 0, served: 0, retried: 0 };
  const buyer = async () => {
    while (Date.now() < until) {
      const request = checkoutRequest(randomUUID());
      tally.keys += 1;
      let reply = await fetch(`${url}/api/checkout`, request);
      if (reply.status >= 500) {
        tally.retried += 1;
        reply = await fetch(`${url}/api/checkout`, request);
      }
      if (reply.ok) tally.served += 1;
      await reply.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
  provider.fail(0);

  const after = await counts(database);
  const share = (100 * tally.served) / tally.keys;
  console.log(
    `checkout with 5 % faults: ${tally.served} of ${tally.keys} served (${share.toFixed(2)} %), ` +
      `${tally.retried} retried by the buyer`,
  );
  expectThat(share >= 95, 'at least 95 % are served');
  expectThat(after.orders - before.orders === tally.keys, 'one row for each press of the button');
  expectThat(
    after.offered - before.offered >= tally.served && provider.orders.size >= after.offered,
    'each answer has an order at the provider',
  );
  expectThat(provider.orders.size <= after.orders, 'no order was made twice at the provider');
}

runWithoutEnvFile(async () => {
  const database = await startDatabase();
  const provider = await startProvider();
  const functions = await startFunctions(await startRestApi(database), provider.url);
  console.log(
    `${buyers} concurrent buyers for ${seconds} s, ${database.description}, ` +
      `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
  );

  await buy(functions.url, database);
  const orderIds = [...provider.orders.values()].map(({ id }) => id);
  await report(functions.url, orderIds, database);
  await buyWithFaults(functions.url, database, provider);

  functions.stop();
  await database.stop();
  console.log(broken.length === 0 ? 'Every limit holds.' : `Broken: ${broken.join('; ')}`);
  process.exit(broken.length === 0 ? 0 : 1);
});
