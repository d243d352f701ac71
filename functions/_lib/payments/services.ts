import { openDatabase } from '../database/database.ts';
import { ordersRepository } from './orders.ts';
import { createProvider } from './razorpay.ts';

/**
 * What a payment function needs: the environment, the orders and the provider. `deadline` ends every call to the
 * database and the provider. Throws ConfigurationError if variables are missing or wrong.
 */
export function services(deadline?: AbortSignal) {
  const { env, client } = openDatabase(deadline);
  return {
    env,
    client,
    orders: ordersRepository(client),
    provider: createProvider(env.razorpay, deadline),
  };
}
