import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox, type SandboxOptions } from '../../local/sandbox/start.ts';
import { temporaryFolder } from '../samples/folder.ts';
import { keys, startTestSandbox } from './support.ts';

test('orders, payments and refunds survive a restart', async () => {
  const dataDir = temporaryFolder();
  const before = await startTestSandbox({ dataDir });
  const payment = await before.paid();
  const refund = await before.refund(payment.id, { amount: 100 });
  await before.stop();

  const after = await startTestSandbox({ dataDir });
  expect(await after.getOrder(payment.order_id)).toMatchObject({ status: 'paid' });
  expect(await after.payments(payment.order_id)).toMatchObject([
    { id: payment.id, amount_refunded: 100 },
  ]);
  expect((await after.api(`/payments/${payment.id}/refunds`)).body).toMatchObject({
    items: [refund],
  });
});

test('P48 the sandbox refuses a taken port, a broken state file or a live key, and reports each in one line', async () => {
  const start = (options: Partial<SandboxOptions>) =>
    startSandbox({ port: 0, dataDir: temporaryFolder(), ...keys, ...options });
  const port = Number(new URL((await startTestSandbox()).url).port);
  await expect(start({ port })).rejects.toThrow(`Port ${port} is already in use.`);
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'sandbox.json'), '{"version":1');
  await expect(start({ dataDir })).rejects.toThrow(
    /cannot read .*sandbox\.json; delete it to start over/,
  );
  await expect(start({ keyId: 'rzp_live_x' })).rejects.toThrow('rzp_test_');
});
