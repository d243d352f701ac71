import type { Config } from '@netlify/functions';
import type * as v from 'valibot';
import type { verifyReply } from '../src/domain/api.ts';
import { handle, report } from './_lib/handle.ts';
import { json, seeOther } from './_lib/replies.ts';
import { decode, readBytes, requireMediaType, wantsJson } from './_lib/request.ts';
import { services } from './_lib/services.ts';
import { parseCallback, verifyPayment } from './_lib/verification.ts';

const bodyLimit = 16 * 1024;

/** The provider posts a form; the fields of a GET are in its query (§11.22). */
async function sentFields(req: Request): Promise<URLSearchParams> {
  if (req.method === 'GET') return new URL(req.url).searchParams;
  requireMediaType(req, 'application/x-www-form-urlencoded');
  return new URLSearchParams(decode(await readBytes(req, bodyLimit)));
}

async function verify(req: Request) {
  const { env, orders, provider } = services();
  const callback = parseCallback(await sentFields(req));
  const status = await verifyPayment(callback, env.razorpay.keySecrets, orders, provider);
  return { status, reference: callback.paymentId };
}

/**
 * `GET|POST /api/paymentVerify`: where the provider sends a payer after the payment. A browser is
 * led on to a page: to /success, or to /buy with what to say there. When we cannot find out what
 * happened the page says 'pending', because money may have moved. The user's id and names in the
 * query are part of the address (§8.7) and are never read.
 */
export default handle('paymentVerify', ['GET', 'POST'], async (req, requestId) => {
  if (wantsJson(req)) {
    const { status, reference } = await verify(req);
    const reply: v.InferInput<typeof verifyReply> = { success: true, status, reference };
    return json(reply);
  }
  try {
    const { status, reference } = await verify(req);
    return seeOther(
      status === 'paid'
        ? `/success?reference=${encodeURIComponent(reference)}`
        : '/buy?payment=pending',
    );
  } catch (error) {
    const { status } = report('paymentVerify', requestId, error);
    return seeOther(status < 500 ? '/buy?payment=failed' : '/buy?payment=pending');
  }
});

export const config: Config = {
  // Netlify compares the address in lower case with what stands here.
  path: ['/api/paymentVerify', '/api/paymentverify'],
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
