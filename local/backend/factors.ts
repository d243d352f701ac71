import { Hono, type Context } from 'hono';
import { decode, sign } from 'hono/jwt';
import QRCode from 'qrcode';
import * as v from 'valibot';
import { newSecret, totp, TOTP_STEP_MS } from './totp.ts';

/** What lite is told beside the request. */
type Bindings = { peerAddress: string | null };
/** Answers requests to the account service, and hands on all others. */
export type Accounts = (request: Request, bindings: Bindings) => Promise<Response>;

type Call = Context<{ Bindings: Bindings }>;

type Options = {
  /** Answers what is not about factors. */
  lite: Accounts;
  /** Runs a statement as the owner of the database. */
  query: (sql: string, ...parameters: unknown[]) => Promise<unknown[]>;
  jwtSecret: string;
};

/** An answer that ends a call early. */
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

/** A time as Postgres writes it, turned into that of JSON. */
const time = v.pipe(
  v.string(),
  v.transform((text) => new Date(text).toISOString()),
);
const factor = v.object({
  id: v.string(),
  friendly_name: v.string(),
  factor_type: v.string(),
  status: v.string(),
  created_at: time,
  updated_at: time,
});
const ownedFactor = v.object({ id: v.string(), status: v.string(), secret: v.string() });
const challenge = v.object({ id: v.string(), verified: v.boolean(), expired: v.boolean() });
const account = v.looseObject({ id: v.string(), email: v.string() });
const session = v.looseObject({ access_token: v.string(), user: account });
const claims = v.looseObject({ session_id: v.string() });
const amr = v.array(v.object({ method: v.string(), timestamp: v.number() }));

const enrolment = v.object({
  factor_type: v.literal('totp'),
  friendly_name: v.optional(v.string(), ''),
  issuer: v.optional(v.string(), 'AdmitCircle'),
});
const attempt = v.object({ challenge_id: v.string(), code: v.pipe(v.string(), v.nonEmpty()) });
const accountChange = v.object({ password: v.optional(v.string()), email: v.optional(v.string()) });

const MAX_FACTORS = 10;

const isVerified = ({ status }: { status: string }) => status === 'verified';

/** The headers of a request for another one with another body. */
function headersOf(request: Request): Headers {
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  return headers;
}

/** The code of the otpauth address as an SVG, which supabase-js puts into a data address as it is. */
async function draw(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: 'svg' });
  // A # would end the data address.
  return svg.replaceAll('#000000', 'black').replaceAll('#ffffff', 'white');
}

/**
 * Puts the account service's second factor (TOTP), which lite lacks, in front of lite (§20.38). It answers
 * `/auth/v1/factors` as hosted Supabase does, lists an account's factors with it, and adds `aal` and `amr` to
 * every access token. Stricter than hosted: no code works twice.
 */
export function withFactors({ lite, query, jwtSecret }: Options): Accounts {
  const app = new Hono<{ Bindings: Bindings }>();

  async function factorsOf(userId: string) {
    const rows = await query(
      `select id, coalesce(friendly_name, '') as friendly_name, factor_type::text, status::text, created_at, updated_at
      from auth.mfa_factors where user_id = $1 order by created_at`,
      userId,
    );
    return v.parse(v.array(factor), rows);
  }

  /** Who calls, by a token that lite accepts: signed, not expired, of a session that still exists. */
  async function caller(c: Call) {
    const url = new URL('/auth/v1/user', c.req.url);
    const response = await lite(new Request(url, { headers: headersOf(c.req.raw) }), c.env);
    if (!response.ok) throw new Refusal(response);
    const { id, email } = v.parse(account, await response.json());
    const token = c.req.header('authorization')?.slice('Bearer '.length) ?? '';
    const { session_id: sessionId } = v.parse(claims, decode(token).payload);
    const proven = "select from auth.sessions where id = $1 and aal = 'aal2'";
    return { id, email, sessionId, isProven: (await query(proven, sessionId)).length > 0 };
  }

  async function ownFactor(userId: string, id: string) {
    const rows = await query(
      'select id, status::text, secret from auth.mfa_factors where id::text = $1 and user_id = $2',
      id,
      userId,
    );
    const [found] = v.parse(v.array(ownedFactor), rows);
    if (!found) throw refusal(404, 'mfa_factor_not_found', 'Factor not found');
    return found;
  }

  /** The token with how the session was proven. The first token of a session says so by `method`. */
  async function withLevel(token: string, method: string): Promise<string> {
    const payload = v.parse(claims, decode(token).payload);
    await query(
      `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
      select gen_random_uuid(), $1, $2, now(), now()
      where not exists (select from auth.mfa_amr_claims where session_id = $1)`,
      payload.session_id,
      method,
    );
    const rows = await query(
      `select authentication_method as method, extract(epoch from updated_at)::integer as timestamp
      from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
      payload.session_id,
    );
    const methods = v.parse(amr, rows);
    const aal = methods.some((entry) => entry.method === 'totp') ? 'aal2' : 'aal1';
    return sign({ ...payload, aal, amr: methods }, jwtSecret);
  }

  /** Adds to an answer of lite what it does not know: the account's factors, and the token's level. */
  async function complete(response: Response, method = 'password'): Promise<Response> {
    if (!response.ok) return response;
    const answer: unknown = await response.clone().json();
    const withFactorsOf = async (user: v.InferOutput<typeof account>) => {
      const factors = await factorsOf(user.id);
      return factors.length > 0 ? { ...user, factors } : user;
    };
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    if (v.is(session, answer)) {
      const access_token = await withLevel(answer.access_token, method);
      const user = await withFactorsOf(answer.user);
      return Response.json({ ...answer, access_token, user }, { headers });
    }
    if (v.is(account, answer)) return Response.json(await withFactorsOf(answer), { headers });
    return response;
  }

  app.post('/auth/v1/factors', async (c) => {
    const { id: userId, email, isProven } = await caller(c);
    const wanted = v.safeParse(enrolment, await c.req.json());
    if (!wanted.success) {
      const needed = 'factor_type needs to be totp, phone, or webauthn';
      throw refusal(400, 'validation_failed', needed);
    }
    const { friendly_name: name, issuer } = wanted.output;
    // As hosted: who began to enrol and gave up can begin again under the same name.
    await query(
      `delete from auth.mfa_factors
      where status = 'unverified' and created_at < now() - interval '5 minutes'
        and not exists (select from auth.mfa_challenges where factor_id = mfa_factors.id)`,
    );
    const factors = await factorsOf(userId);
    if (factors.some(({ friendly_name }) => friendly_name === name)) {
      const taken = `A factor with the friendly name "${name}" for this user already exists`;
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
    const rows = await query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (gen_random_uuid(), $1, $2, 'totp', 'unverified', $3, now(), now())
      returning id`,
      userId,
      name,
      secret,
    );
    const [created] = v.parse(v.tuple([v.object({ id: v.string() })]), rows);
    const label = [issuer, email].map(encodeURIComponent).join(':');
    const uri = `otpauth://totp/${label}?algorithm=SHA1&digits=6&issuer=${encodeURIComponent(issuer)}&period=30&secret=${secret}`;
    const shown = { qr_code: await draw(uri), secret, uri };
    return c.json({ ...created, type: 'totp', friendly_name: name, totp: shown });
  });

  app.post('/auth/v1/factors/:id/challenge', async (c) => {
    const { id } = await ownFactor((await caller(c)).id, c.req.param('id'));
    const rows = await query(
      `with challenged as (
        update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1
      )
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (gen_random_uuid(), $1, now(), $2)
      returning id, extract(epoch from created_at + interval '5 minutes')::integer as expires_at`,
      id,
      c.env.peerAddress,
    );
    const created = v.object({ id: v.string(), expires_at: v.number() });
    return c.json({ ...v.parse(v.tuple([created]), rows)[0], type: 'totp' });
  });

  /** The id of the factor's challenge, if it was not answered yet and is younger than five minutes. */
  async function openChallenge(factorId: string, id: string): Promise<string> {
    const rows = await query(
      `select id, verified_at is not null as verified, created_at < now() - interval '5 minutes' as expired
      from auth.mfa_challenges where id::text = $1 and factor_id = $2`,
      id,
      factorId,
    );
    const [found] = v.parse(v.array(challenge), rows);
    if (!found) {
      const unknown = 'MFA factor with the provided challenge ID not found';
      throw refusal(422, 'mfa_factor_not_found', unknown);
    }
    // Hosted says the same of a challenge that was answered before.
    if (found.verified) {
      const mismatch = 'Challenge and verify IP addresses mismatch.';
      throw refusal(422, 'mfa_ip_address_mismatch', mismatch);
    }
    if (found.expired) {
      await query('delete from auth.mfa_challenges where id = $1', found.id);
      const expired = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
      throw refusal(422, 'mfa_challenge_expired', expired);
    }
    return found.id;
  }

  /** Whether the code is one of now, of the step before or of the one after, and was not used yet. */
  async function isRight({ id, secret }: v.InferOutput<typeof ownedFactor>, code: string) {
    const now = Date.now();
    const steps = [-1, 0, 1].map((step) => new Date(now + step * TOTP_STEP_MS));
    if (!steps.some((at) => totp(secret, at) === code)) return false;
    const used = await query(
      `select from auth.mfa_challenges
      where factor_id = $1 and otp_code = $2 and verified_at > now() - interval '90 seconds'`,
      id,
      code,
    );
    return used.length === 0;
  }

  app.post('/auth/v1/factors/:id/verify', async (c) => {
    const { id: userId, sessionId } = await caller(c);
    const owned = await ownFactor(userId, c.req.param('id'));
    const given = v.safeParse(attempt, await c.req.json());
    if (!given.success) throw refusal(400, 'validation_failed', 'Code needs to be non-empty');
    const { challenge_id, code } = given.output;
    const challengeId = await openChallenge(owned.id, challenge_id);
    if (!(await isRight(owned, code))) {
      throw refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    // As hosted: the account's sessions without the factor end, and so do its other attempts to enrol.
    await query(
      `with answered as (
        update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1
      ), verified as (
        update auth.mfa_factors set status = 'verified', updated_at = now()
        where id = $3 and status = 'unverified'
      ), abandoned as (
        delete from auth.mfa_factors where user_id = $4 and status = 'unverified' and id <> $3
      ), proven as (
        update auth.sessions set aal = 'aal2', factor_id = $3 where id = $5
      ), ended as (
        delete from auth.sessions where user_id = $4 and aal is distinct from 'aal2' and id <> $5
      )
      insert into auth.mfa_amr_claims as amr (id, session_id, authentication_method, created_at, updated_at)
      values (gen_random_uuid(), $5, 'totp', now(), now())
      on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
      challengeId,
      code,
      owned.id,
      userId,
      sessionId,
    );
    const rows = await query(
      `select token from auth.refresh_tokens where session_id = $1 and not revoked
      order by created_at desc limit 1`,
      sessionId,
    );
    const [active] = v.parse(v.tuple([v.object({ token: v.string() })]), rows);
    const refresh = new Request(new URL('/auth/v1/token?grant_type=refresh_token', c.req.url), {
      method: 'POST',
      headers: headersOf(c.req.raw),
      body: JSON.stringify({ refresh_token: active.token }),
    });
    return complete(await lite(refresh, c.env));
  });

  app.delete('/auth/v1/factors/:id', async (c) => {
    const { id: userId, isProven } = await caller(c);
    const owned = await ownFactor(userId, c.req.param('id'));
    if (isVerified(owned) && !isProven) {
      throw refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await query(
      `with sessions as (
        update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id
      ), claims as (
        delete from auth.mfa_amr_claims using sessions
        where session_id = sessions.id and authentication_method = 'totp'
      )
      delete from auth.mfa_factors where id = $1`,
      owned.id,
    );
    return c.json({ id: owned.id });
  });

  app.get('/auth/v1/user', async (c) => complete(await lite(c.req.raw, c.env)));

  app.put('/auth/v1/user', async (c) => {
    const { id, email, isProven } = await caller(c);
    const body = await c.req.raw.clone().text();
    const change = v.safeParse(v.pipe(v.string(), v.parseJson(), accountChange), body);
    const wanted = change.success ? change.output : {};
    const isSensitive = Boolean(wanted.password) || (wanted.email ?? email) !== email;
    if (isSensitive && !isProven && (await factorsOf(id)).some(isVerified)) {
      const needed = 'AAL2 session is required to update email or password when MFA is enabled.';
      throw refusal(401, 'insufficient_aal', needed);
    }
    return complete(await lite(c.req.raw, c.env));
  });

  app.post('/auth/v1/signup', async (c) => complete(await lite(c.req.raw, c.env)));
  app.post('/auth/v1/token', async (c) => complete(await lite(c.req.raw, c.env)));
  app.post('/auth/v1/verify', async (c) => complete(await lite(c.req.raw, c.env), 'otp'));
  app.all('*', (c) => lite(c.req.raw, c.env));

  app.onError((error) => {
    if (error instanceof Refusal) return error.response;
    console.error(error);
    return refusal(500, 'unexpected_failure', 'Unexpected failure').response;
  });

  return async (request, bindings) => app.fetch(request, bindings);
}
