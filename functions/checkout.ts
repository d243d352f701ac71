import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { type Pack, packByPrice } from '../src/domain/packs/packs.ts';
import { type checkoutReply, checkoutRequest } from '../src/domain/api.ts';
import { ApiError } from './_lib/http/api-error.ts';
import { handle } from './_lib/http/handle.ts';
import { openOrder } from './_lib/payments/purchase.ts';
import { json } from './_lib/http/replies.ts';
import { readBody, refuseCrossSite, requireMediaType } from './_lib/http/request.ts';
import { services } from './_lib/env/services.ts';
import { signedInUser } from './_lib/account/signed-in.ts';

/** Bytes a body may have; the contract needs far fewer. */
const bodyLimit = 1024;

async function requestedPack(req: Request): Promise<Pack> {
  const request = v.safeParse(checkoutRequest, await readBody(req, bodyLimit));
  const pack = request.success ? packByPrice(request.output.amount) : undefined;
  if (pack) return pack;
  throw new ApiError(400, 'invalid_amount', 'The amount is not the price of a pack.');
}

function idempotencyKey(req: Request): string {
  const key = req.headers.get('idempotency-key') ?? crypto.randomUUID();
  if (v.is(v.pipe(v.string(), v.uuid()), key)) return key;
  throw new ApiError(400, 'invalid_key', 'Idempotency-Key must be a UUID.');
}

/**
 * `POST /api/checkout` (§11.16): opens an order for the pack with this price. The buyer is the owner
 * of the bearer token, or anonymous without one; nothing else in the request counts (§8.9).
 */
export default handle('checkout', ['POST'], async (req) => {
  const { env, client, orders, provider } = services();
  refuseCrossSite(req, env.siteUrl);
  requireMediaType(req, 'application/json');
  const key = idempotencyKey(req);
  // Side by side, because both wait for the network.
  const [pack, userId] = await Promise.all([requestedPack(req), signedInUser(req, client)]);
  const order = await openOrder({ userId, pack, idempotencyKey: key }, orders, provider);
  return json({ success: true, order } satisfies v.InferInput<typeof checkoutReply>);
});

export const config: Config = {
  path: '/api/checkout',
  // A lecture hall has one address: 300 people there may press 'Buy Now' twice in a minute (§11.43).
  rateLimit: { windowLimit: 600, windowSize: 60, aggregateBy: ['ip', 'domain'] },
  region: 'sin',
};
