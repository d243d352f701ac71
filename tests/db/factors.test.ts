/** The local account service's second factor (§20.38), used through supabase-js. */
import { randomUUID } from 'node:crypto';
import { decode, verify } from 'hono/jwt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { type SqlEditor, sqlEditor } from '../../local/backend/sql-editor.ts';
import { newSecret, totp } from '../../local/backend/totp.ts';
import {
  type Client,
  newClient,
  PASSWORD,
  startTestBackend,
  type TestBackend,
} from './support/backend.ts';

let backend: TestBackend;
let sql: SqlEditor;

beforeAll(async () => {
  backend = await startTestBackend();
  sql = sqlEditor(backend.url, backend.keys.secretKey);
});
afterAll(() => backend.stop());

/** The code for now, or for some steps of 30 seconds later. */
const codeOf = (secret: string, steps = 0) => totp(secret, new Date(Date.now() + steps * 30_000));

async function enrol({ auth }: Client, friendlyName: string) {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, ...data.totp };
}

/** Enters a code; returns the refusal's error code, if any. */
async function enter({ auth }: Client, factorId: string, code: string) {
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  return error?.code;
}

/** A new member with a verified authenticator. */
async function memberWithFactor() {
  const member = await backend.newMember();
  const factor = await enrol(member.client, 'Phone');
  expect(await enter(member.client, factor.id, codeOf(factor.secret))).toBeUndefined();
  return { ...member, factor };
}

async function signIn(email: string): Promise<Client> {
  const client = newClient(backend.url, backend.keys.publishableKey);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

const claims = v.object({
  aal: v.string(),
  amr: v.array(v.object({ method: v.string(), timestamp: v.number() })),
  session_id: v.pipe(v.string(), v.uuid()),
  iat: v.number(),
  exp: v.number(),
});

/** The claims of the client's own token, once the service has accepted the token. */
async function tokenOf({ auth }: Client) {
  const { data } = await auth.getSession();
  const token = data.session?.access_token ?? '';
  expect((await auth.getUser(token)).error).toBeNull();
  await verify(token, backend.keys.jwtSecret, 'HS256');
  return v.parse(claims, decode(token).payload);
}

const methods = ({ amr }: v.InferOutput<typeof claims>) => amr.map(({ method }) => method).sort();

/** The vectors of RFC 6238 for SHA-1, cut to six digits. Their secret is '12345678901234567890'. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the RFC 6238 code at second %i is %s', (second, code) => {
  expect(totp('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', new Date(second * 1000))).toBe(code);
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test('a login without an authenticator is at the first level', async () => {
  const { client } = await backend.newMember();
  const token = await tokenOf(client);
  expect(token).toMatchObject({ aal: 'aal1' });
  expect(methods(token)).toEqual(['password']);
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);
});

test('a member adds an authenticator, and its code raises the login to the second level', async () => {
  const { client, email } = await backend.newMember();
  const { session_id: before } = await tokenOf(client);
  const { id, secret, uri, qr_code } = await enrol(client, 'Phone');
  expect(decodeURIComponent(uri)).toMatch(`otpauth://totp/AdmitCircle:${email}?`);
  expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({ secret, period: '30' });
  expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]*<\/svg>\s*$/);

  const { data: unproven } = await client.auth.mfa.listFactors();
  expect(unproven).toMatchObject({ all: [{ id, status: 'unverified' }], totp: [] });

  const { data: asked } = await client.auth.mfa.challenge({ factorId: id });
  const inFiveMinutes = Date.now() / 1000 + 300;
  expect(Math.abs((asked?.expires_at ?? 0) - inFiveMinutes)).toBeLessThan(5);
  const { data: session, error } = await client.auth.mfa.verify({
    factorId: id,
    challengeId: asked?.id ?? '',
    code: codeOf(secret),
  });
  expect(error).toBeNull();
  expect(session?.user.factors).toMatchObject([{ id, status: 'verified' }]);

  const token = await tokenOf(client);
  expect(token).toMatchObject({ aal: 'aal2', session_id: before });
  expect(methods(token)).toEqual(['password', 'totp']);
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  const { data: listed } = await client.auth.mfa.listFactors();
  expect(listed?.totp).toMatchObject([{ id, friendly_name: 'Phone', factor_type: 'totp' }]);
  expect(JSON.stringify([session, listed])).not.toContain(secret);
  expect(await sql('select aal, factor_id from auth.sessions where id = $1', before)).toEqual([
    { aal: 'aal2', factor_id: id },
  ]);
});

test('a renewed token keeps the login’s level and the time at which the code was entered', async () => {
  const { client } = await memberWithFactor();
  const { session_id, amr } = await tokenOf(client);
  await sql(
    `update auth.mfa_amr_claims set updated_at = updated_at - interval '20 minutes' where session_id = $1`,
    session_id,
  );
  const { data, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.user?.factors).toHaveLength(1);
  const after = await tokenOf(client);
  expect(after).toMatchObject({ aal: 'aal2', session_id });
  expect(after.amr).toEqual(amr.map((entry) => ({ ...entry, timestamp: entry.timestamp - 1200 })));
});

test('SQL functions can read the token’s level and methods', async () => {
  const { client } = await memberWithFactor();
  const { amr } = await tokenOf(client);
  // The API knows only names from its start, so the test borrows one of them.
  await sql(`create or replace function public.my_loan() returns jsonb language sql security definer as
    $$ select jsonb_build_object('aal', auth.jwt() -> 'aal', 'amr', auth.jwt() -> 'amr') $$`);
  expect((await client.rpc('my_loan')).data).toEqual({ aal: 'aal2', amr });
});

describe('refused codes', () => {
  test('a wrong code or a code from a different time is refused', async () => {
    const { client } = await backend.newMember();
    const { id, secret } = await enrol(client, 'Phone');
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    for (const code of [wrong, codeOf(secret, -3), codeOf(secret, 3)]) {
      expect(await enter(client, id, code)).toBe('mfa_verification_failed');
    }
    expect(await tokenOf(client)).toMatchObject({ aal: 'aal1' });
    // A phone's clock may be a step ahead.
    expect(await enter(client, id, codeOf(secret, 1))).toBeUndefined();
  });

  test('a used code is refused, even at another login', async () => {
    const { client, email, factor } = await memberWithFactor();
    const [used] = await sql(
      'select otp_code from auth.mfa_challenges where factor_id = $1',
      factor.id,
    );
    const code = v.parse(v.string(), used?.['otp_code']);
    const other = await signIn(email);
    for (const device of [client, other]) {
      expect(await enter(device, factor.id, code)).toBe('mfa_verification_failed');
    }
    expect(await enter(other, factor.id, codeOf(factor.secret, 1))).toBeUndefined();
  });

  test('a code is refused if its challenge has expired, was answered or belongs to another authenticator', async () => {
    const { client, factor } = await memberWithFactor();
    const verify = async (challengeId: string, steps: number) => {
      const code = codeOf(factor.secret, steps);
      return (await client.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error?.code;
    };
    const { data } = await client.auth.mfa.challenge({ factorId: factor.id });
    const challengeId = data?.id ?? '';
    await sql(
      "update auth.mfa_challenges set created_at = created_at - interval '6 minutes' where id = $1",
      challengeId,
    );
    expect(await verify(challengeId, 1)).toBe('mfa_challenge_expired');
    const [answered] = await sql(
      'select id from auth.mfa_challenges where factor_id = $1 and verified_at is not null',
      factor.id,
    );
    expect(await verify(v.parse(v.string(), answered?.['id']), 1)).toBe('mfa_ip_address_mismatch');
    expect(await verify(randomUUID(), 1)).toBe('mfa_factor_not_found');
  });
});

test('a request for another account’s authenticator gets the reply ‘not found’', async () => {
  const { factor } = await memberWithFactor();
  const { client } = await backend.newMember();
  expect(await enter(client, factor.id, codeOf(factor.secret, 1))).toBe('mfa_factor_not_found');
  const { error } = await client.auth.mfa.unenroll({ factorId: factor.id });
  expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  expect(await sql('select from auth.mfa_factors where id = $1', factor.id)).toHaveLength(1);
});

test('another device stays at the first level and is logged out once a code is entered elsewhere', async () => {
  const { client, email, factor } = await memberWithFactor();
  const other = await signIn(email);
  expect(await tokenOf(other)).toMatchObject({ aal: 'aal1' });
  const { data } = await other.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });

  expect(await enter(client, factor.id, codeOf(factor.secret, 1))).toBeUndefined();
  expect((await other.auth.getUser()).error).toMatchObject({
    name: 'AuthSessionMissingError',
  });
  expect((await other.auth.refreshSession()).error).not.toBeNull();
  expect(await tokenOf(client)).toMatchObject({ aal: 'aal2' });
});

test('only a login at the second level can add or remove an authenticator or change the password', async () => {
  const { email, client, factor } = await memberWithFactor();
  const other = await signIn(email);
  const second = { factorType: 'totp', friendlyName: 'Tablet' } as const;
  const refused = [
    (await other.auth.mfa.enroll(second)).error,
    (await other.auth.mfa.unenroll({ factorId: factor.id })).error,
    (await other.auth.updateUser({ password: 'another long password' })).error,
    (await other.auth.updateUser({ email: `new-${email}` })).error,
  ];
  expect(refused.map((error) => [error?.code, error?.status])).toEqual([
    ['insufficient_aal', 403],
    ['insufficient_aal', 422],
    ['insufficient_aal', 401],
    ['insufficient_aal', 401],
  ]);
  expect((await other.auth.updateUser({ data: { firstname: 'Asha' } })).error).toBeNull();

  const tablet = await enrol(client, 'Tablet');
  expect(await enter(client, tablet.id, codeOf(tablet.secret))).toBeUndefined();
  expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(2);
  const { data } = await client.auth.mfa.unenroll({ factorId: factor.id });
  expect(data).toEqual({ id: factor.id });
  // The tablet's code raised the login last, so the login keeps its level until the tablet goes too.
  await client.auth.refreshSession();
  expect(await tokenOf(client)).toMatchObject({ aal: 'aal2' });
  expect((await client.auth.updateUser({ password: 'another long password' })).error).toBeNull();
  await client.auth.mfa.unenroll({ factorId: tablet.id });
  await client.auth.refreshSession();
  const token = await tokenOf(client);
  expect(token).toMatchObject({ aal: 'aal1' });
  expect(methods(token)).toEqual(['password']);
});

describe('resetting a password', () => {
  /** Opens the link of an email on a new device. */
  async function recover(id: string): Promise<Client> {
    const token_hash = randomUUID();
    await sql(
      'update auth.users set recovery_token = $1, recovery_sent_at = now() where id = $2',
      token_hash,
      id,
    );
    const client = newClient(backend.url, backend.keys.publishableKey);
    const { error } = await client.auth.verifyOtp({ type: 'recovery', token_hash });
    if (error) throw error;
    return client;
  }
  const password = 'another long password';

  test('a password reset link does not replace the code', async () => {
    const { id, email, factor } = await memberWithFactor();
    await sql('select private.verify_address($1, $2)', id, email);
    const client = await recover(id);
    const token = await tokenOf(client);
    expect(token).toMatchObject({ aal: 'aal1' });
    expect(methods(token)).toEqual(['otp']);
    expect((await client.auth.updateUser({ password })).error?.code).toBe('insufficient_aal');
    expect(await enter(client, factor.id, codeOf(factor.secret, 1))).toBeUndefined();
    expect((await client.auth.updateUser({ password })).error).toBeNull();
  });

  test('a password reset link removes the authenticator of a stranger who never verified the address', async () => {
    const { id } = await memberWithFactor();
    const { auth } = await recover(id);
    expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
    expect((await auth.updateUser({ password })).error).toBeNull();
  });
});

test('an account can have ten authenticators, each with its own name', async () => {
  const { client } = await backend.newMember();
  const add = async (friendlyName: string) =>
    (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })).error;
  expect(await add('Phone')).toBeNull();
  expect(await add('Phone')).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  // A member who gave up can begin again.
  await sql("update auth.mfa_factors set created_at = created_at - interval '6 minutes'");
  expect(await add('Phone')).toBeNull();
  for (let number = 2; number <= 10; number += 1) expect(await add(`Phone ${number}`)).toBeNull();
  expect(await add('Phone 11')).toMatchObject({ code: 'too_many_enrolled_mfa_factors' });

  const { data } = await client.auth.mfa.listFactors();
  const last = data?.all.find(({ friendly_name }) => friendly_name === 'Phone 10');
  const [row] = await sql('select secret from auth.mfa_factors where id = $1', last?.id);
  const secret = v.parse(v.string(), row?.['secret']);
  expect(await enter(client, last?.id ?? '', codeOf(secret))).toBeUndefined();
  // Proving one authenticator ends the enrolment of the others.
  expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
});

test('a request without a valid login is refused', async () => {
  const { client, token } = await backend.newMember();
  const ask = (headers: Record<string, string>) =>
    fetch(`${backend.url}/auth/v1/factors`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ factor_type: 'totp' }),
    });
  const apikey = backend.keys.publishableKey;
  expect((await ask({ apikey })).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(401);
  const forged = await ask({ apikey, authorization: `Bearer ${token.slice(0, -4)}AAAA` });
  expect(forged.status).toBe(403);
  await client.auth.signOut();
  const over = await ask({ apikey, authorization: `Bearer ${token}` });
  expect(await over.json()).toMatchObject({ error_code: 'session_not_found' });
});

test('only the database’s owner can read the authenticators’ secrets', async () => {
  const readable = await sql(
    `select role, name from unnest(array['anon', 'authenticated', 'service_role']) as role,
      unnest(array['mfa_factors', 'mfa_challenges', 'mfa_amr_claims']) as name
    where has_table_privilege(role, 'auth.' || name, 'select, insert, update, delete')`,
  );
  expect(readable).toEqual([]);
});
