import { expect, test } from 'vitest';
import { parsePackLink } from './pack-link.ts';

const token = '0123456789abcdef'.repeat(4);

test('§15.75 the link to a pack contains the payment’s reference, and may contain a token', () => {
  const to = 'asha@example.com';
  expect(parsePackLink(`#pack=${token}&reference=pay_1&to=${to}`)).toEqual({
    token,
    reference: 'pay_1',
    to,
  });
  expect(parsePackLink('#pack=&reference=pay_1')).toEqual({ reference: 'pay_1', to: '' });
  for (const wrong of [`#pack=${token}`, '#pack=&reference=<b>', '#verify=&reference=pay_1']) {
    expect(parsePackLink(wrong), wrong).toBeUndefined();
  }
});
