import { randomInt } from 'node:crypto';

type IdPrefix = 'order' | 'pay' | 'rfnd' | 'acc' | 'evt' | 'disp';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id in the provider's format: the prefix, an underscore and 14 alphanumerics. */
export function newId(prefix: IdPrefix): string {
  const suffix = Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}_${suffix.join('')}`;
}

/** `count` random digits, as in bank references. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => String(randomInt(10))).join('');
}
