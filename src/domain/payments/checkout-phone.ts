import { readPhone } from '../words/typed-text.ts';

/**
 * A typed phone number in the provider's format: digits, with a + before a country code. Undefined if the text is not a
 * phone number.
 */
export function phoneForCheckout(typed: string): string | undefined {
  const number = (readPhone(typed) ?? '')
    // As in '+91 (0) 98765 43210', where the 0 is dialled only without the country code.
    .replace('(0)', '')
    .replaceAll(/[^\d+]/g, '')
    // An Indian number, however its country code is written.
    .replace(/^(?:\+|00)?910?(?=[6-9]\d{9}$)/, '+91')
    .replace(/^00/, '+')
    .replace(/^0/, '');
  return /^(?:\d{10}|\+\d{10,15})$/.test(number) ? number : undefined;
}
