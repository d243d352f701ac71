import type { Config } from '@netlify/functions';
import type * as v from 'valibot';
import type { keyReply } from '../src/domain/api.ts';
import { readEnv } from './_lib/env/env.ts';
import { handle } from './_lib/http/handle.ts';
import { json } from './_lib/http/replies.ts';

/** `GET /api/getkey` (§11.15): the provider's public key id, which opens the checkout. */
export default handle('getkey', ['GET'], () => {
  const { razorpay } = readEnv();
  return json({ key: razorpay.keyId } satisfies v.InferInput<typeof keyReply>);
});

export const config: Config = {
  path: '/api/getkey',
  // The same limit as /api/checkout, because every purchase calls both (§11.43).
  rateLimit: { windowLimit: 600, windowSize: 60, aggregateBy: ['ip', 'domain'] },
  region: 'sin',
};
