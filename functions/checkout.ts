import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import type { checkoutReply } from '../src/domain/api.ts';
import { uuid } from '../src/domain/schema.ts';
import { ApiError } from './_lib/http/api-error.ts';
import { callerOf } from './_lib/http/caller.ts';
import { handle } from './_lib/http/handle.ts';
import { openOrder, requestedPurchase } from './_lib/payments/purchase.ts';
import { json } from './_lib/http/replies.ts';
import { refuseCrossSite } from './_lib/http/request.ts';
import { services } from './_lib/payments/services.ts';
import { signedInUser } from './_lib/account/signed-in.ts';

function idempotencyKey(req: Request): string {
  const key = req.headers.get('idempotency-key') ?? crypto.randomUUID();
  if (v.is(uuid, key)) return key;
  throw new ApiError(400, 'invalid_key', 'Idempotency-Key must be a UUID.');
}

/**
 * `POST /api/checkout` (§11.16): opens an order for the pack with this price, less a code's discount (§8.33). The buyer
 * is the owner of the bearer token, or anonymous without one; nothing else in the request identifies the buyer (§8.9).
 */
export default handle('checkout', ['POST'], async (req, { ip }) => {
  const { env, client, orders, provider } = services();
  refuseCrossSite(req, env.siteUrl);
  const key = idempotencyKey(req);
  // Both calls wait for the network, so they run in parallel.
  const [wanted, userId] = await Promise.all([requestedPurchase(req), signedInUser(req, client)]);
  const asked = { ...wanted, userId, idempotencyKey: key };
  const [caller, secret] = [callerOf(ip, env), env.freeInterviewSecret];
  // The code is checked before the order is opened, because a refusal while opening it would roll back the count of
  // wrong codes.
  const priced =
    wanted.code === null ? null : await orders.priceWithCode({ ...asked, caller, secret });
  const personHash = priced?.personHash ?? null;
  const order = await openOrder({ ...asked, personHash }, orders, provider);
  return json({ success: true, order } satisfies v.InferInput<typeof checkoutReply>);
});

export const config: Config = {
  path: '/api/checkout',
  // Everyone in a lecture hall may share one network address: the limit lets 300 people each press 'Buy Now' twice in a
  // minute (§11.43).
  rateLimit: { windowLimit: 600, windowSize: 60, aggregateBy: ['ip', 'domain'] },
  region: 'sin',
};
