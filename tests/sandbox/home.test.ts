import { expect, test } from 'vitest';
import { startTestSandbox, startWithReceiver } from './support.ts';

test('the home page lists what there is, and runs no script', async () => {
  const { receiver, sandbox } = await startWithReceiver();
  const captured = await sandbox.paid();
  await sandbox.order({ receipt: '<script>alert(1)</script>' });
  const failed = await sandbox.failed();
  await receiver.until(4);

  const response = await fetch(sandbox.url);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  for (const id of [captured.id, captured.order_id, failed.id]) expect(page).toContain(id);
  for (const words of ['payment_failed', 'order.paid', '<td>200</td>']) {
    expect(page).toContain(words);
  }
  expect(page).not.toContain('<script');
});

test('serves what the checkout loads, and no other file', async () => {
  const sandbox = await startTestSandbox();
  for (const file of ['checkout.js', 'checkout/assets/frame.js', 'checkout/assets/frame.css']) {
    const response = await fetch(`${sandbox.url}/v1/${file}`);
    expect(response.status, file).toBe(200);
    expect(response.headers.get('x-content-type-options'), file).toBe('nosniff');
  }
  for (const file of ['messages.ts', '..%2Fstart.ts', 'nothing.js']) {
    const response = await fetch(`${sandbox.url}/v1/checkout/assets/${file}`);
    expect(response.status, file).toBe(400);
  }
});

test('refuses a wrong key id, and a second payment of an order', async () => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order();
  const form = {
    order_id: order.id,
    method: 'upi',
    vpa: 'success@razorpay',
    contact: '9000090000',
  };
  const post = (body: object) =>
    fetch(`${sandbox.url}/v1/payments/create/ajax`, { method: 'POST', body: JSON.stringify(body) });
  expect((await post({ ...form, key_id: 'rzp_test_other' })).status).toBe(401);
  expect(await sandbox.payments(order.id)).toHaveLength(0);
  expect((await post({ ...form, key_id: 'rzp_test_sandboxtests' })).status).toBe(200);
  expect((await post({ ...form, key_id: 'rzp_test_sandboxtests' })).status).toBe(400);
  expect(await sandbox.payments(order.id)).toMatchObject([{ status: 'captured' }]);
});
