import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../runs.ts';
import {
  isPaymentSignature,
  isWebhookSignature,
} from '../../functions/_lib/payments/signatures.ts';

// These are the payment provider’s two published examples.
const published = {
  payment: {
    orderId: 'order_IEIaMR65cu6nz3',
    paymentId: 'pay_IH4NVgf4Dreq1l',
    secret: 'EnLs21M47BllR3X8PSFtjtbd',
    signature: '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
  },
  webhook: {
    body: Buffer.from('{"a":1,"b":2,"c":{"d":3}}'),
    secret: '123456',
    signature: '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
  },
};

test('the published signatures of a payment and of a webhook are accepted', () => {
  expect(isPaymentSignature(published.payment, published.payment.secret)).toBe(true);
  const { body, secret, signature } = published.webhook;
  expect(isWebhookSignature(body, signature, [secret])).toBe(true);
});

test('M1 P13 a signature with one character changed is rejected', () => {
  fc.assert(
    fc.property(
      fc.nat(63),
      fc.constantFrom(...'0123456789abcdefABCDEFg |\0é'),
      (position, character) => {
        const { signature, ...payment } = published.payment;
        fc.pre(signature[position] !== character);
        const changed = signature.slice(0, position) + character + signature.slice(position + 1);
        expect(isPaymentSignature({ ...payment, signature: changed }, payment.secret)).toBe(false);
      },
    ),
    runs(2000),
  );
});

test.for([
  ['empty', () => ''],
  ['truncated', (signature: string) => signature.slice(0, 63)],
  ['upper-case', (signature: string) => signature.toUpperCase()],
  ['padded', (signature: string) => ` ${signature}\n`],
  ['doubled', (signature: string) => signature + signature],
  ['a megabyte long', () => 'a'.repeat(2 ** 20)],
] as const)('P13 a signature that is %s is rejected', ([, change]) => {
  const signature = change(published.payment.signature);
  const changed = { ...published.payment, signature };
  expect(isPaymentSignature(changed, published.payment.secret)).toBe(false);
});

test('P12 a signature for a different order, payment or secret is rejected', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9]{14}$/);
  const text = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(id, id, text, id, id, text, (order, payment, secret, order2, payment2, secret2) => {
      fc.pre(`${order}${payment}${secret}` !== `${order2}${payment2}${secret2}`);
      const signature = createHmac('sha256', secret).update(`${order}|${payment}`).digest('hex');
      const claim = { orderId: order2, paymentId: payment2, signature };
      expect(isPaymentSignature(claim, secret2)).toBe(false);
    }),
    runs(2000),
  );
});

test('P34 a body with one byte changed is rejected', () => {
  const { body, secret, signature } = published.webhook;
  fc.assert(
    fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
      const changed = Buffer.from(body);
      changed.writeUInt8(changed.readUInt8(position) ^ change, position);
      expect(isWebhookSignature(changed, signature, [secret])).toBe(false);
    }),
    runs(2000),
  );
});

test('P36 either secret is accepted during a rotation, but no third secret', () => {
  const { body, secret, signature } = published.webhook;
  expect(isWebhookSignature(body, signature, ['new', secret])).toBe(true);
  expect(isWebhookSignature(body, signature, ['new', 'other'])).toBe(false);
  expect(isWebhookSignature(body, signature, [])).toBe(false);
});
