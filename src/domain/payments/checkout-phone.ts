/**
 * A typed phone number as the payment provider takes it: digits, after a + if it has a country code. Undefined for a
 * text that is no such number.
 */
export function phoneForCheckout(typed: string): string | undefined {
  const number = typed
    .replaceAll(/[^\d+]/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '');
  return /^(?:\d{10}|\+\d{10,15})$/.test(number) ? number : undefined;
}
