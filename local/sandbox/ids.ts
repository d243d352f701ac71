import { randomInt } from 'node:crypto';

type IdPrefix = 'order' | 'pay' | 'rfnd' | 'card' | 'acc' | 'evt';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const suffixLength = 14;

/** A fresh id of the provider's shape: the prefix, an underscore, 14 alphanumerics. */
export function newId(prefix: IdPrefix): string {
  const suffix = Array.from({ length: suffixLength }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}_${suffix.join('')}`;
}

/** Whether `text` has the shape of an id with this prefix; says nothing about its existence. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return new RegExp(`^${prefix}_[0-9A-Za-z]{${suffixLength}}$`).test(text);
}

/** `count` random digits, as bank references have them. */
export function randomDigits(count: number): string {
  return Array.from({ length: count }, () => String(randomInt(10))).join('');
}
