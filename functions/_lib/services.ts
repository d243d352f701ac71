import { database } from './database.ts';
import { readEnv } from './env.ts';
import { ordersRepository } from './orders.ts';
import { createProvider } from './razorpay.ts';

/** What the functions work with. Throws ConfigurationError where the environment is not complete. */
export function services(deadline?: AbortSignal) {
  const env = readEnv();
  const client = database(env);
  return {
    env,
    client,
    orders: ordersRepository(client),
    provider: createProvider(env.razorpay, deadline),
  };
}
