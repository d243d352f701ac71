/** Attacks over HTTP by someone who has only the public key and their own token. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, expect, test } from 'vitest';
import { startTestBackend } from './support/backend.ts';
import { runs } from '../runs.ts';
import { ordersOn } from '../samples/orders.ts';

const backend = await startTestBackend();
afterAll(() => backend.stop());
const { url, anonymous, ask } = backend;

test.each([
  'https://evil.example/',
  'https://localhost.evil.example/',
  'http://localhost:4321@evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  '/\\evil.example',
])('A3 the link in an email cannot redirect to %s', async (target) => {
  const query = new URLSearchParams({
    token: 'x'.repeat(40),
    type: 'recovery',
    redirect_to: target,
  });
  const location = (await ask(`/auth/v1/verify?${query}`)).headers.get('location');
  if (location !== null) expect(new URL(location, url).origin).toBe('http://localhost:4321');
});

test('D5 a member cannot overwrite another profile by inserting a row with its id', async () => {
  const [attacker, victim] = [await backend.newMember(), await backend.newMember()];
  for (const prefer of ['resolution=merge-duplicates', 'resolution=ignore-duplicates', '']) {
    const response = await ask('/rest/v1/profiles?on_conflict=id', attacker.token, {
      method: 'POST',
      headers: { prefer: `${prefer},return=representation` },
      body: JSON.stringify({ id: victim.id, email: attacker.email, firstname: 'Overwritten' }),
    });
    expect(response.status).toBe(403);
  }
  const { data } = await backend.service
    .from('profiles')
    .select('email, firstname')
    .eq('id', victim.id)
    .single()
    .throwOnError();
  expect(data).toEqual({ email: victim.email, firstname: '' });
});

test('D19 no one can read the schema’s description with the public key', async () => {
  const response = await ask('/rest/v1/');
  expect(response.ok).toBe(false);
});

test.each([
  ['a query of 6 KB', `/rest/v1/home?imagename=in.(${'x,'.repeat(3000)}x)`],
  ['an enormous limit', '/rest/v1/home?limit=1000000000&offset=0'],
  ['a nested embedding', '/rest/v1/orders?select=*,payments(*,orders(*,payments(*)))'],
  ['a filter that never matches', `/rest/v1/home?imagename=like.${'%25a'.repeat(500)}`],
  ['nested conditions', `/rest/v1/home?or=(${'and('.repeat(50)}imagename.eq.a${')'.repeat(50)})`],
  ['an unknown operator', '/rest/v1/home?imagename=xyz.1'],
  ['a call to a Postgres function', '/rest/v1/rpc/pg_sleep?seconds=5'],
  ['a query for the accounts', '/rest/v1/users?select=*'],
])('D20 the API answers %s within 4 s', async (_name, path) => {
  const { token } = await backend.newMember();
  const started = performance.now();
  const response = await ask(path, token);
  await response.text();
  expect(performance.now() - started).toBeLessThan(4000);
});

const anyRows = v.array(v.object({ id: v.optional(v.string()) }));

test('D-2 no combination of filters shows another member’s row', async () => {
  const owner = await backend.newMember();
  const orders = ordersOn(backend.here);
  const { order } = await orders.newOrder(owner.id);
  const receipt = await orders.one<string>('select receipt from public.orders where id = $1', [
    order,
  ]);
  const stranger = await backend.newMember();
  const columns = ['id', 'user_id', 'status', 'pack', 'email', 'firstname', 'created_at'];
  const operator = fc.constantFrom(
    ...['eq', 'neq', 'gt', 'lt', 'like', 'ilike', 'is', 'not.is', 'not.eq'],
  );
  const value = fc.constantFrom('null', '*', '%25', owner.id, order, owner.email, 'created', '0');
  const filter = fc.tuple(fc.constantFrom(...columns), operator, value);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('orders', 'profiles', 'payments', 'payment_events', 'page_views'),
      fc.array(filter, { maxLength: 3 }),
      fc.boolean(),
      fc.constantFrom('', 'count=exact', 'count=planned'),
      async (table, filters, any, prefer) => {
        const conditions = filters.map(([column, by, what]) => [column, `${by}.${what}`]);
        const query = any
          ? `or=(${conditions.map(([column, condition]) => `${column}.${condition}`).join(',') || 'id.not.is.null'})`
          : new URLSearchParams(conditions).toString();
        const response = await ask(`/rest/v1/${table}?${query}`, stranger.token, {
          headers: { prefer },
        });
        const text = await response.text();
        for (const secret of [owner.id, owner.email, order, receipt]) {
          // A refusal may quote the query, so only answers count.
          if (response.ok) expect(text).not.toContain(secret);
        }
        if (!response.ok) return;
        const rows = v.parse(anyRows, JSON.parse(text));
        for (const { id } of rows) expect(id).toBe(stranger.id);
      },
    ),
    runs(100),
  );
});

test('A10 a forged token gives access to neither rows nor accounts', async () => {
  const { id, token } = await backend.newMember();
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims = v.parse(
    v.looseObject({}),
    JSON.parse(Buffer.from(body, 'base64url').toString('utf8')),
  );
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = [
    `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
    `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
    `${head}.${encode({ ...claims, role: 'postgres' })}.${signature}`,
    `${head}.${encode({ ...claims, sub: randomUUID() })}.${signature}`,
    `${head}.${encode({ ...claims, exp: 4_102_444_800 })}.${signature}`,
    `${head}.${body}.${'A'.repeat(43)}`,
  ];
  for (const bad of forged) {
    const response = await ask('/rest/v1/orders', bad);
    expect([401, 403]).toContain(response.status);
    expect((await ask('/auth/v1/user', bad)).status).toBeGreaterThanOrEqual(400);
  }
  const { data } = await anonymous.from('profiles').select().eq('id', id);
  expect(data ?? []).toEqual([]);
});
