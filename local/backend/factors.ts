import { Hono, type Context } from 'hono';
import { decode, sign } from 'hono/jwt';
import QRCode from 'qrcode';
import * as v from 'valibot';
import { factorStore, type Query } from './factor-store.ts';
import { newSecret, totp, TOTP_STEP_MS } from './totp.ts';

/** Passed to lite with each request. */
type Bindings = { peerAddress: string | null };

/** Handles a request to the backend. */
export type Backend = (request: Request, bindings: Bindings) => Promise<Response>;

type Call = Context<{ Bindings: Bindings }>;

/** Ends a call early with this response. */
class Refusal extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super(`refused with ${response.status}`);
    this.response = response;
  }
}

/** A refusal in the account service's own format. */
function refusal(status: number, code: string, msg: string): Refusal {
  return new Refusal(Response.json({ code: status, error_code: code, msg }, { status }));
}

const account = v.looseObject({ id: v.string(), email: v.string() });
const session = v.looseObject({ access_token: v.string(), user: account });
const claims = v.looseObject({ session_id: v.string() });
const enrolment = v.object({
  factor_type: v.literal('totp'),
  friendly_name: v.optional(v.string(), ''),
  issuer: v.optional(v.string(), 'AdmitCircle'),
});
const attempt = v.object({ challenge_id: v.string(), code: v.pipe(v.string(), v.nonEmpty()) });
const accountChange = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ password: v.optional(v.string()), email: v.optional(v.string()) }),
);

const MAX_FACTORS = 10;

const isVerified = ({ status }: { status: string }) => status === 'verified';

/** A message's headers without those that describe its body, for use with a different body. */
function headersOf(message: Request | Response): Headers {
  const headers = new Headers(message.headers);
  headers.delete('content-length');
  return headers;
}

/** The address that authenticator apps scan, with its QR code as an SVG. */
async function shown(secret: string, issuer: string, email: string) {
  const [by, whose] = [issuer, email].map(encodeURIComponent);
  const uri = `otpauth://totp/${by}:${whose}?algorithm=SHA1&digits=6&issuer=${by}&period=30&secret=${secret}`;
  const svg = await QRCode.toString(uri, { type: 'svg' });
  // supabase-js puts the SVG into a data URL without escaping it, and a # would end the URL.
  const qr_code = svg.replaceAll('#000000', 'black').replaceAll('#ffffff', 'white');
  return { qr_code, secret, uri };
}

/** Whether the code is valid now, or one step earlier or later. */
function isCodeOf(secret: string, code: string): boolean {
  const now = Date.now();
  return [-1, 0, 1].some((step) => totp(secret, new Date(now + step * TOTP_STEP_MS)) === code);
}

/**
 * Adds a second factor (TOTP) to lite, because lite does not support any (§20.38). Handles `/auth/v1/factors` like
 * hosted Supabase, lists an account's factors with the account, and adds `aal` and `amr` to every access token.
 */
export function withFactors(lite: Backend, query: Query, jwtSecret: string): Backend {
  const store = factorStore(query);
  const app = new Hono<{ Bindings: Bindings }>();

  /** The caller. lite checks that the token is signed, has not expired, and comes from a login that still exists. */
  async function caller(c: Call) {
    const url = new URL('/auth/v1/user', c.req.url);
    const response = await lite(new Request(url, { headers: headersOf(c.req.raw) }), c.env);
    if (!response.ok) throw new Refusal(response);
    const { id, email } = v.parse(account, await response.json());
    const token = c.req.header('authorization')?.slice('Bearer '.length) ?? '';
    const sessionId = v.parse(claims, decode(token).payload).session_id;
    return { id, email, sessionId, isProven: await store.isProven(sessionId) };
  }

  /** The factor in the URL, if it belongs to the caller. */
  async function ownFactor(userId: string, id: string) {
    const factor = (await store.list(userId)).find((one) => one.id === id);
    if (!factor) throw refusal(404, 'mfa_factor_not_found', 'Factor not found');
    return factor;
  }

  /** The access token, with the level of its login. */
  async function withLevel(token: string, first: string): Promise<string> {
    const payload = v.parse(claims, decode(token).payload);
    const amr = await store.methods(payload.session_id, first);
    const aal = amr.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1';
    return sign({ ...payload, aal, amr }, jwtSecret);
  }

  async function listed(user: v.InferOutput<typeof account>) {
    const factors = (await store.list(user.id)).map(({ secret: _, ...factor }) => factor);
    return factors.length > 0 ? { ...user, factors } : user;
  }

  /** lite's response, with the account's factors and the token's level. `first` is the method of a new login. */
  async function answer(c: Call, request: Request, first = 'password'): Promise<Response> {
    const response = await lite(request, c.env);
    if (!response.ok) return response;
    const headers = headersOf(response);
    const given: unknown = await response.json();
    if (v.is(session, given)) {
      const access_token = await withLevel(given.access_token, first);
      return Response.json({ ...given, access_token, user: await listed(given.user) }, { headers });
    }
    return Response.json(v.is(account, given) ? await listed(given) : given, { headers });
  }

  app.post('/auth/v1/factors', async (c) => {
    const { id: userId, email, isProven } = await caller(c);
    const wanted = v.safeParse(enrolment, await c.req.json());
    if (!wanted.success) {
      const needed = 'factor_type needs to be totp, phone, or webauthn';
      throw refusal(400, 'validation_failed', needed);
    }
    const { friendly_name, issuer } = wanted.output;
    await store.forgetUntried();
    const factors = await store.list(userId);
    if (factors.some((factor) => factor.friendly_name === friendly_name)) {
      const taken = `A factor with the friendly name "${friendly_name}" for this user already exists`;
      throw refusal(422, 'mfa_factor_name_conflict', taken);
    }
    if (factors.length >= MAX_FACTORS) {
      const full = 'Maximum number of verified factors reached, unenroll to continue';
      throw refusal(422, 'too_many_enrolled_mfa_factors', full);
    }
    if (factors.some(isVerified) && !isProven) {
      throw refusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    }
    const secret = newSecret();
    const { id } = await store.add(userId, friendly_name, secret);
    return c.json({ id, type: 'totp', friendly_name, totp: await shown(secret, issuer, email) });
  });

  app.post('/auth/v1/factors/:id/challenge', async (c) => {
    const { id } = await ownFactor((await caller(c)).id, c.req.param('id'));
    return c.json({ ...(await store.ask(id, c.env.peerAddress)), type: 'totp' });
  });

  app.post('/auth/v1/factors/:id/verify', async (c) => {
    const { id: userId, sessionId } = await caller(c);
    const factor = await ownFactor(userId, c.req.param('id'));
    const given = v.safeParse(attempt, await c.req.json());
    if (!given.success) throw refusal(400, 'validation_failed', 'Code needs to be non-empty');
    const { challenge_id: challengeId, code } = given.output;
    const challenge = await store.findChallenge(factor.id, challengeId, code);
    if (!challenge) {
      const unknown = 'MFA factor with the provided challenge ID not found';
      throw refusal(422, 'mfa_factor_not_found', unknown);
    }
    if (challenge.answered) {
      // The same words as in hosted Supabase.
      const mismatch = 'Challenge and verify IP addresses mismatch.';
      throw refusal(422, 'mfa_ip_address_mismatch', mismatch);
    }
    if (challenge.expired) {
      await store.forgetChallenge(challenge.id);
      const expired = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
      throw refusal(422, 'mfa_challenge_expired', expired);
    }
    if (!isCodeOf(factor.secret, code) || challenge.used) {
      throw refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    await store.prove(challenge.id, code, factor.id, userId, sessionId);
    const refresh = new Request(new URL('/auth/v1/token?grant_type=refresh_token', c.req.url), {
      method: 'POST',
      headers: headersOf(c.req.raw),
      body: JSON.stringify({ refresh_token: await store.refreshToken(sessionId) }),
    });
    return answer(c, refresh);
  });

  app.delete('/auth/v1/factors/:id', async (c) => {
    const { id: userId, isProven } = await caller(c);
    const factor = await ownFactor(userId, c.req.param('id'));
    if (isVerified(factor) && !isProven) {
      throw refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await store.remove(factor.id);
    return c.json({ id: factor.id });
  });

  app.put('/auth/v1/user', async (c) => {
    const { id, email, isProven } = await caller(c);
    const change = v.safeParse(accountChange, await c.req.raw.clone().text());
    const wanted = change.success ? change.output : {};
    const isSensitive = Boolean(wanted.password) || (wanted.email ?? email) !== email;
    if (isSensitive && !isProven && (await store.list(id)).some(isVerified)) {
      const needed = 'AAL2 session is required to update email or password when MFA is enabled.';
      throw refusal(401, 'insufficient_aal', needed);
    }
    return answer(c, c.req.raw);
  });

  app.get('/auth/v1/user', (c) => answer(c, c.req.raw));
  app.post('/auth/v1/signup', (c) => answer(c, c.req.raw));
  app.post('/auth/v1/token', (c) => answer(c, c.req.raw));
  app.post('/auth/v1/verify', (c) => answer(c, c.req.raw, 'otp'));
  app.all('*', (c) => lite(c.req.raw, c.env));

  app.onError((error) => {
    if (error instanceof Refusal) return error.response;
    console.error(error);
    return refusal(500, 'unexpected_failure', 'Unexpected failure').response;
  });

  return async (request, bindings) => app.fetch(request, bindings);
}
