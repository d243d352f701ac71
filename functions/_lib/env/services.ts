import { database } from '../database/database.ts';
import { readEnv } from './env.ts';
import { ordersRepository } from '../payments/orders.ts';
import { createProvider } from '../payments/razorpay.ts';

/**
 * The environment and the clients of a function; `deadline` ends every call to the database and the provider. Throws
 * ConfigurationError if variables are missing or wrong.
 */
export function services(deadline?: AbortSignal) {
  const env = readEnv();
  const client = database(env, deadline);
  return {
    env,
    client,
    orders: ordersRepository(client),
    provider: createProvider(env.razorpay, deadline),
  };
}
