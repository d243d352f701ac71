import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { deadUrl } from './servers.ts';
import { type Call, captureLog, expectRefusal, loadFunctions, service } from './support.ts';

let pageview: Call;

beforeEach(async () => {
  captureLog();
  ({ pageview } = await loadFunctions());
});

/** Sends a page view as `navigator.sendBeacon` does. */
function beacon(path: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return pageview('/api/pageview', {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    body: JSON.stringify({ path }),
  });
}

async function views(path: string): Promise<number> {
  const { data } = await service.from('page_views').select().eq('path', path).throwOnError();
  return data.reduce((sum, row) => sum + row.views, 0);
}

/** The path of a page that no other test counts. */
const newPage = () => `/${randomUUID()}`;

test('counts each view of a page once', async () => {
  const page = newPage();
  for (const type of ['text/plain;charset=UTF-8', 'application/json']) {
    const reply = await beacon(page, { 'content-type': type });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  }
  expect(await views(page)).toBe(2);
});

test('Y1 Y3 counts the path without its query and fragment', async () => {
  const page = newPage();
  await beacon(`${page}?reference=pay_Canary#token_hash=canary`);
  expect(await views(page)).toBe(1);
  const { data } = await service
    .from('page_views')
    .select()
    .ilike('path', '%canary%')
    .throwOnError();
  expect(data).toEqual([]);
});

test.for([{ dnt: '1' }, { 'sec-gpc': '1' }] as Record<string, string>[])(
  'Y4 does not count a visitor who sends %j',
  async (headers) => {
    const page = newPage();
    expect((await beacon(page, headers)).status).toBe(204);
    expect(await views(page)).toBe(0);
  },
);

test.for(['', 'buy', '//evil.example/a', null, 7, { $gt: '' }])(
  'answers 204 to %j, which is not a page',
  async (path) => {
    expect((await beacon(path)).status).toBe(204);
  },
);

test('rejects a view sent by a page of another site', async () => {
  const page = newPage();
  const reply = await beacon(page, { 'sec-fetch-site': 'cross-site' });
  await expectRefusal(reply, 403, 'forbidden_origin');
  expect(await views(page)).toBe(0);
});

test('rejects requests that are not beacons', async () => {
  const send = (headers: Record<string, string>, body: string) =>
    pageview('/api/pageview', { method: 'POST', headers, body });
  const text = { 'content-type': 'text/plain' };
  await expectRefusal(
    await send({ 'content-type': 'text/html' }, ''),
    415,
    'unsupported_media_type',
  );
  await expectRefusal(await send(text, '{'), 400, 'invalid_json');
  await expectRefusal(await send(text, 'x'.repeat(2000)), 413, 'payload_too_large');
});

test('P43 answers 204 while the database is down', async () => {
  ({ pageview } = await loadFunctions({ PUBLIC_SUPABASE_URL: await deadUrl() }));
  expect((await beacon('/buy')).status).toBe(204);
});
