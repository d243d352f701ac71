import type { Config } from '@netlify/functions';
import type * as v from 'valibot';
import type { verifyReply } from '../src/domain/api.ts';
import { handle, report } from './_lib/http/handle.ts';
import { json, seeOther } from './_lib/http/replies.ts';
import { decode, readBytes, requireMediaType, wantsJson } from './_lib/http/request.ts';
import { services } from './_lib/payments/services.ts';
import { parseCallback, verifyPayment } from './_lib/payments/verification.ts';

const bodyLimit = 16 * 1024;

/** The callback's fields, from the form (POST) or the query (GET) (§11.22). */
async function sentFields(req: Request): Promise<URLSearchParams> {
  if (req.method === 'GET') return new URL(req.url).searchParams;
  requireMediaType(req, 'application/x-www-form-urlencoded');
  return new URLSearchParams(decode(await readBytes(req, bodyLimit)));
}

async function verify(req: Request) {
  const { env, orders, provider } = services();
  const callback = parseCallback(await sentFields(req));
  return verifyPayment(callback, env.razorpay.keySecrets, orders, provider);
}

/**
 * `GET|POST /api/paymentVerify` (§11.18): where the provider sends payers after a payment. Redirects browsers to
 * /success if the money arrived, and otherwise to /buy with the outcome. An unknown outcome counts as 'pending',
 * because money may have moved. Ignores any user id or names in the query (§11.23).
 */
export default handle('paymentVerify', ['GET', 'POST'], async (req, { requestId }) => {
  if (wantsJson(req)) {
    const { status, reference } = await verify(req);
    const reply: v.InferInput<typeof verifyReply> = { success: true, status, reference };
    return json(reply);
  }
  try {
    const { status, reference } = await verify(req);
    return seeOther(
      status === 'pending'
        ? '/buy?payment=pending'
        : `/success?reference=${encodeURIComponent(reference)}`,
    );
  } catch (error) {
    const { status } = report('paymentVerify', requestId, error);
    return seeOther(status < 500 ? '/buy?payment=failed' : '/buy?payment=pending');
  }
});

export const config: Config = { path: ['/api/paymentVerify', '/api/paymentverify'], region: 'sin' };
