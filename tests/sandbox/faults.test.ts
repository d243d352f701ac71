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
