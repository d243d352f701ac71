/**
 * `npm run catch-up -- <time of the copy>` adds to a restored database the orders, payments and refunds that the
 * payment provider has seen since (docs/hosting.md, 'Restoring'). Reads PUBLIC_SUPABASE_URL, SUPABASE_SECRET_KEY,
 * RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET from the environment or `.env`. Can safely be run again.
 */
import { catchUp } from '../functions/_lib/payments/catch-up.ts';
import { ordersRepository } from '../functions/_lib/payments/orders.ts';
import { createProvider } from '../functions/_lib/payments/razorpay.ts';
import { run } from '../local/run.ts';
import { provider as host } from '../src/domain/environment/environment.ts';
import { readVariable, serviceClient } from './service.ts';

run(async () => {
  const from = new Date(process.argv[2] ?? '');
  if (Number.isNaN(from.getTime()) || from.getTime() > Date.now()) {
    throw new Error(
      'Usage: npm run catch-up -- 2026-11-27T02:00:00Z, the time at which the copy was made',
    );
  }
  const provider = createProvider({
    apiUrl: process.env['RAZORPAY_API_URL'] ?? host.apiUrl,
    keyId: readVariable('RAZORPAY_KEY_ID'),
    keySecrets: [readVariable('RAZORPAY_KEY_SECRET')],
  });
  const done = await catchUp(ordersRepository(serviceClient()), provider, { from, to: new Date() });
  console.log(
    [
      `${done.orders} lost orders were made again. ${done.changed} orders have news of their payments or refunds.`,
      ...done.strangers.map(
        (id) => `${id} fits nothing of ours: look at it in Razorpay's dashboard.`,
      ),
    ].join('\n'),
  );
});
