import { expect, test } from 'vitest';
import { callerOf } from '../../functions/_lib/http/caller.ts';

const envWith = (secretKey: string) => ({ supabase: { secretKey } });

const env = envWith('sb_secret_one');
const hash = (ip: string) => callerOf(ip, env);

test('a caller’s hash is the same for the same address and does not contain the address', () => {
  const caller = hash('203.0.113.7');
  expect(caller).toMatch(/^[0-9a-f]{64}$/);
  expect(hash('203.0.113.7')).toBe(caller);
  expect(hash('203.0.113.8')).not.toBe(caller);
});

test('a caller’s hash differs with a different key', () => {
  expect(callerOf('203.0.113.7', envWith('sb_secret_two'))).not.toBe(hash('203.0.113.7'));
});

test.for([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
  ['2001:db8:1:2::1', '2001:0DB8:0001:0002::', true],
  ['2001:db8::1', '2001:db8:0:0:a:b:c:d', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['2001:db8::1', '2001:db9::1', false],
  ['::1', '1::', false],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['2001::1:2:3:4:5:6', '2001:0:1:2::', true],
  ['2001:db8:1:f1::', '2001:db8:1:f2::', false],
  ['2001:1:17::', '2001:c:3::', false],
  ['::ffff:203.0.113.7', '203.0.113.7', true],
  ['::FFFF:203.0.113.7', '203.0.113.7', true],
  ['1::ffff:1.2.3.4', '11.2.3.4', false],
] as const)('%s and %s count as the same caller: %s', ([one, other, same]) => {
  expect(hash(one) === hash(other)).toBe(same);
});

test.for(['', 'unknown', '203.0.113', '203.0.113.7, 198.51.100.1'])(
  'the address %j does not identify a caller',
  (address) => {
    expect(hash(address)).toBeNull();
  },
);
