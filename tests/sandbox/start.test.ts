import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox, type SandboxOptions } from '../../local/sandbox/start.ts';
import { keys, startReceiver, startTestSandbox, temporaryFolder } from './support.ts';

test('orders, payments, refunds and webhooks survive a restart', async () => {
  const dataDir = temporaryFolder();
  const before = await startTestSandbox({ dataDir });
  const payment = await before.paid();
  const refund = await before.refund(payment.id, { amount: 100 });
  const { body: webhooks } = await before.control('/webhooks');
  await before.stop();

  const after = await startTestSandbox({ dataDir });
  expect(await after.getOrder(payment.order_id)).toMatchObject({ status: 'paid' });
  expect(await after.payments(payment.order_id)).toMatchObject([
    { id: payment.id, amount_refunded: 100 },
  ]);
  expect((await after.api(`/payments/${payment.id}/refunds`)).body).toMatchObject({
    items: [refund],
  });
  expect((await after.control('/webhooks')).body).toEqual(webhooks);
});

test('continues a pending delivery after a restart', async () => {
  const dataDir = temporaryFolder();
  const receiver = await startReceiver([500]);
  const options = { dataDir, webhookUrl: receiver.url };
  const before = await startTestSandbox({ ...options, webhookRetryMs: [3_600_000] });
  await before.failed();
  await receiver.until(1);
  await before.stop();
  await startTestSandbox(options);
  const [first, second] = await receiver.until(2);
  expect(second?.raw).toBe(first?.raw);
});

test('P48 refuses a taken port, a broken state file and a live key in one line', async () => {
  const start = (options: Partial<SandboxOptions>) =>
    startSandbox({ port: 0, dataDir: temporaryFolder(), ...keys, ...options });
  const port = Number(new URL((await startTestSandbox()).url).port);
  await expect(start({ port })).rejects.toThrow(`Port ${port} is already in use.`);
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'sandbox.json'), '{"version":1');
  await expect(start({ dataDir })).rejects.toThrow(
    /cannot read .*sandbox\.json; delete the folder \.local/,
  );
  await expect(start({ keyId: 'rzp_live_x' })).rejects.toThrow('rzp_test_');
});
