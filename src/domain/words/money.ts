/** Converts rupees to paise, the unit used by the payment provider and the `orders` table. */
export function toPaise(rupees: number): number {
  return rupees * 100;
}

/** A price in rupees as the site prints it (§14.11): 2399 gives 'Rs 2399', 1439.4 'Rs 1439.40', 1500000 'Rs 15,00,000'. */
export function formatRupees(rupees: number): string {
  const rounded = Math.round(rupees * 100) / 100;
  // Intl.NumberFormat is avoided, because creating the first one takes a slow phone 75 ms.
  const groups = /\d(?=(?:\d\d)+\d(?:\.|$))/g;
  const digits = Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(2);
  return `Rs ${Math.abs(rounded) < 10_000 ? digits : digits.replaceAll(groups, '$&,')}`;
}

/** Adds thousands separators to amounts in a text, for the desk and for loans: 'Rs 2399' becomes 'Rs 2,399'. */
export const withThousands = (text: string) =>
  text.replaceAll(/\bRs \d{4,}/g, (amount) => amount.replaceAll(/\d(?=(?:\d\d)+\d$)/g, '$&,'));

/** An amount in whole paise as the site prints it. */
export const formatPaise = (paise: number) => formatRupees(paise / 100);

/** A loan's sum in whole rupees: 2233 gives 'Rs 2,233'. */
export const formatSum = (rupees: number) => withThousands(formatRupees(rupees));

/** A loan's sum in paise, rounded and printed in whole rupees: 223_300 gives 'Rs 2,233'. */
export const formatWholePaise = (paise: number) => formatSum(Math.round(paise / 100));

/** The text with non-breaking spaces, so that a sum stays on one line. */
export const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

/** An amount the way people say it, exact to the rupee: 2000000 gives 'Rs 20 lakh', 12500000 'Rs 1.25 crore'. */
export function formatShort(rupees: number): string {
  if (rupees < 1_00_000) return formatRupees(rupees);
  const [unit, name] = rupees < 1_00_00_000 ? [1_00_000, 'lakh'] : [1_00_00_000, 'crore'];
  // One rupee is the seventh decimal of a crore; further decimals are noise from the division.
  return `Rs ${Number((rupees / unit).toFixed(7))} ${name}`;
}

/** An amount in paise, the way people say it, on one line: 'Rs 20 lakh'. */
export const inShort = (paise: number) => unbroken(formatShort(paise / 100));
