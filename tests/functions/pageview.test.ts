import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { routes } from '../../src/content/routes.ts';
import { deadUrl, fakeService } from './servers.ts';
import { functions, reload } from './fresh.ts';
import { expectRefusal, jsonRequest, service } from './support.ts';

/** Sends a page view as `navigator.sendBeacon` does. */
function beacon(
  path: unknown,
  headers: Record<string, string> = {},
  ip?: string,
): Promise<Response> {
  const type = { 'content-type': 'text/plain;charset=UTF-8' };
  return functions.pageview(jsonRequest({ path }, { ...type, ...headers }), '', ip);
}

async function views(path: string): Promise<number> {
  const { data } = await service.from('page_views').select().eq('path', path).throwOnError();
  return data.reduce((sum, row) => sum + row.views, 0);
}

test('every view of a page is counted once', async () => {
  const before = await views('/pay');
  for (const type of ['text/plain;charset=UTF-8', 'application/json']) {
    const reply = await beacon('/pay', { 'content-type': type });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  }
  expect(await views('/pay')).toBe(before + 2);
});

test('a view of a page that sends no referrer is counted in Safari and Firefox too', async () => {
  const before = await views('/login');
  const reply = await beacon('/login', { origin: 'null', 'sec-fetch-site': 'same-origin' });
  expect(reply.status).toBe(204);
  expect(await views('/login')).toBe(before + 1);
});

test('Y1 Y3 a page view is counted under its path, without the query and the fragment', async () => {
  const before = await views('/success');
  await beacon('/success?reference=pay_Canary#token_hash=canary');
  expect(await views('/success')).toBe(before + 1);
});

test('Y3 views of a missing page are not counted', async () => {
  for (const path of [`/${randomUUID()}`, '', 'buy', '//evil.example/a', null, 7, { $gt: '' }]) {
    expect((await beacon(path)).status).toBe(204);
  }
  const { data } = await service.from('page_views').select('path').throwOnError();
  const foreign = data.filter(({ path }) => !Object.hasOwn(routes, path));
  expect(foreign).toEqual([]);
});

test.for([{ dnt: '1' }, { 'sec-gpc': '1' }] as Record<string, string>[])(
  'Y4 a visitor who sends %j is not counted',
  async (headers) => {
    const before = await views('/contact');
    expect((await beacon('/contact', headers)).status).toBe(204);
    expect(await views('/contact')).toBe(before);
  },
);

test('P49 the database identifies a caller by a keyed hash, never by the address', async () => {
  const { url, sent } = await fakeService(() => ({ status: 204, body: '' }));
  await reload({ PUBLIC_SUPABASE_URL: url });
  await beacon('/buy', {}, '198.51.100.7');
  await beacon('/buy', {}, '');
  expect(sent).toEqual([
    { p_path: '/buy', p_caller: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { p_path: '/buy' },
  ]);
});

test('a view sent by another site’s page is rejected', async () => {
  const before = await views('/forgotpassword');
  const foreign = beacon('/forgotpassword', { 'sec-fetch-site': 'cross-site' });
  await expectRefusal(foreign, 403, 'forbidden_origin');
  expect(await views('/forgotpassword')).toBe(before);
});

test('a request that is not a beacon is rejected', async () => {
  const send = (headers: Record<string, string>, body: string) =>
    functions.pageview({ method: 'POST', headers, body });
  const beaconType = { 'content-type': 'text/plain' };
  await expectRefusal(send({ 'content-type': 'text/html' }, ''), 415, 'unsupported_media_type');
  await expectRefusal(send(beaconType, '{'), 400, 'invalid_json');
  await expectRefusal(send(beaconType, 'x'.repeat(2000)), 413, 'payload_too_large');
});

test('P43 the page-view function returns 204 even while the database is down', async () => {
  await reload({ PUBLIC_SUPABASE_URL: await deadUrl() });
  expect((await beacon('/buy')).status).toBe(204);
});
