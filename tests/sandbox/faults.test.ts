import { expect, test } from 'vitest';
import { single } from '../samples/packs.ts';
import { authorization, startTestSandbox, type TestSandbox } from './support.ts';

function createRaw(sandbox: TestSandbox, receipt: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${sandbox.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ amount: single.paise, currency: 'INR', receipt }),
    ...(signal && { signal }),
  });
}

test('answers 429 and 500 with an error body, as often as armed', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.arm({ kind: '429', on: 'orders.create' });
  await sandbox.arm({ kind: '500', on: 'orders.create', times: 2 });
  const statuses = [];
  for (const receipt of ['a', 'b', 'c', 'd']) {
    const response = await createRaw(sandbox, receipt);
    statuses.push(response.status);
    const body: unknown = await response.json();
    if (response.status === 500) expect(body).toMatchObject({ error: { code: 'SERVER_ERROR' } });
  }
  expect(statuses).toEqual([429, 500, 500, 200]);
  expect((await sandbox.api('/orders')).body).toMatchObject({ count: 1 });
});

test('never answers a hanging request, and makes no order', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.arm({ kind: 'hang', on: 'orders.create' });
  await expect(createRaw(sandbox, 'hung', AbortSignal.timeout(200))).rejects.toThrow();
  expect((await sandbox.api('/orders')).body).toMatchObject({ count: 0 });
});

test('stops in spite of a hanging request', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.arm({ kind: 'hang', on: 'orders.list' });
  const hanging = sandbox.api('/orders');
  hanging.catch(() => undefined);
  await expect.poll(async () => (await sandbox.state()).faults).toEqual([]);
  await sandbox.stop();
  await expect(hanging).rejects.toThrow();
});

test('delays a slow reply', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.arm({ kind: 'slow', on: 'orders.create', delay_ms: 300 });
  const started = performance.now();
  expect((await createRaw(sandbox, 'slow')).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(295);
});

test.each<[kind: string, body: RegExp, status?: number]>([
  ['html', /^<!doctype html>/],
  ['empty', /^\{\}$/],
  ['truncated', /^\{"id":"order_[^}]*$/],
  ['wrong_amount', new RegExp(`"amount":${single.paise + 100}`)],
  ['wrong_currency', /"currency":"USD"/],
  ['no_id', /^\{"amount"/],
  ['html502', /<html>/, 502],
])('P41 %s is no reply of the API', async (kind, body, status = 200) => {
  const sandbox = await startTestSandbox();
  const fault = status === 200 ? { kind: 'garbage', variant: kind } : { kind };
  await sandbox.arm({ ...fault, on: 'orders.create' });
  const response = await createRaw(sandbox, 'g');
  expect(response.status).toBe(status);
  expect(await response.text()).toMatch(body);
});

test('matches a fault to its order in requests about payments too', async () => {
  const sandbox = await startTestSandbox();
  const other = await sandbox.paid();
  const payment = await sandbox.paid();
  const match = { order_id: payment.order_id };
  for (const on of ['orders.payments', 'payments.get']) {
    await sandbox.arm({ kind: '500', on, match });
  }
  expect((await sandbox.api(`/payments/${other.id}`)).status).toBe(200);
  expect((await sandbox.api(`/payments/${payment.id}`)).status).toBe(500);
  expect((await sandbox.api(`/orders/${payment.order_id}/payments`)).status).toBe(500);
  expect((await sandbox.api(`/payments/${payment.id}`)).status).toBe(200);
});

test('lists faults', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.arm({ kind: '429', on: 'orders.list', times: 3 });
  expect((await sandbox.state()).faults).toEqual([{ kind: '429', times: 3 }]);
});

test.each([
  { kind: 'sloww', on: 'orders.create' },
  { kind: 'slow' },
  { kind: 'slow', on: 'orders.nothing' },
  { kind: 'webhook_lost', on: 'orders.create' },
  { kind: 'webhook_lost', match: { reciept: 'x' } },
  { kind: 'webhook_lost', times: 0 },
])('refuses the fault %j', async (fault) => {
  const sandbox = await startTestSandbox();
  expect((await sandbox.arm(fault)).status).toBe(400);
});
