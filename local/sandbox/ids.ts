import { randomInt } from 'node:crypto';

type IdPrefix = 'order' | 'pay' | 'rfnd' | 'acc' | 'evt' | 'disp';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const suffixLength = 14;

/** A new id in the provider's format: the prefix, an underscore and 14 alphanumerics. */
export function newId(prefix: IdPrefix): string {
  const suffix = Array.from({ length: suffixLength }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}_${suffix.join('')}`;
}

/** Whether `text` has the format of an id with this prefix; such an id need not exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return new RegExp(`^${prefix}_[0-9A-Za-z]{${suffixLength}}$`).test(text);
}

/** `count` random digits, as in bank references. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => String(randomInt(10))).join('');
}
