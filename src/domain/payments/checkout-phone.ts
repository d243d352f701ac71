import { readPhone } from '../words/typed-text.ts';

/**
 * A typed phone number in the provider's format: digits, with a + before a country code. Undefined for anything that is
 * not a phone number.
 */
export function phoneForCheckout(typed: string): string | undefined {
  const number = (readPhone(typed) ?? '')
    .replaceAll(/[^\d+]/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '');
  return /^(?:\d{10}|\+\d{10,15})$/.test(number) ? number : undefined;
}
