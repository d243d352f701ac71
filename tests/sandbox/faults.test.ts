import { expect, test } from 'vitest';
import { startTestSandbox } from './support.ts';

test('a hanging request does not get a reply or create an order, and the sandbox can still stop', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.arm({ kind: 'hang', on: 'orders.create' });
  const hanging = sandbox.ask();
  hanging.catch(() => undefined);
  await expect.poll(async () => (await sandbox.state()).faults).toEqual([]);
  expect((await sandbox.api('/orders')).body).toMatchObject({ count: 0 });
  await sandbox.stop();
  await expect(hanging).rejects.toThrow();
});

test('a reply set to be slow arrives after the chosen delay', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.arm({ kind: 'slow', on: 'orders.create', delay_ms: 300 });
  const started = performance.now();
  expect((await sandbox.ask()).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(295);
});

test.each([
  { kind: 'sloww', on: 'orders.create' },
  { kind: 'slow' },
  { kind: 'slow', on: 'orders.nothing' },
  { kind: 'webhook_lost', on: 'orders.create' },
  { kind: 'webhook_lost', match: { reciept: 'x' } },
  { kind: 'webhook_lost', times: 0 },
])('the fault %j is refused', async (fault) => {
  const sandbox = await startTestSandbox();
  expect((await sandbox.arm(fault)).status).toBe(400);
});
