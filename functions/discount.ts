import type { Config } from '@netlify/functions';
import type * as v from 'valibot';
import type { discountReply } from '../src/domain/api.ts';
import { callerOf } from './_lib/http/caller.ts';
import { handle } from './_lib/http/handle.ts';
import { json } from './_lib/http/replies.ts';
import { refuseCrossSite } from './_lib/http/request.ts';
import { requestedPurchase } from './_lib/payments/purchase.ts';
import { services } from './_lib/payments/services.ts';
import { signedInUser } from './_lib/account/signed-in.ts';

/** `POST /api/discount` (§8.34): what a pack costs this buyer with a code. Does not buy or reserve anything. */
export default handle('discount', ['POST'], async (req, { ip }) => {
  const { env, client, orders } = services();
  refuseCrossSite(req, env.siteUrl);
  const [wanted, userId] = await Promise.all([requestedPurchase(req), signedInUser(req, client)]);
  const [caller, secret] = [callerOf(ip, env), env.freeInterviewSecret];
  const { amount } = await orders.priceWithCode({ ...wanted, userId, caller, secret });
  return json({ success: true, amount } satisfies v.InferInput<typeof discountReply>);
});

export const config: Config = { path: '/api/discount', region: 'sin' };
