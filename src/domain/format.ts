/** Converts rupees to paise, the unit of the payment provider and of the table `orders`. */
export function toPaise(rupees: number): number {
  return rupees * 100;
}

let indianDigits: Intl.NumberFormat | undefined;

/** A price in rupees as the site prints it (§14.11): 2399 gives 'Rs 2399', 1500000 'Rs 15,00,000'. */
export function formatRupees(rupees: number): string {
  // Created on first use, because the first formatter of a page costs a slow phone 50 ms.
  indianDigits ??= new Intl.NumberFormat('en-IN', {
    maximumFractionDigits: 2,
    useGrouping: 'min2',
  });
  return `Rs ${indianDigits.format(rupees)}`;
}

/** An amount in paise as the site prints it: 239900 gives 'Rs 2399'. */
export function formatPaise(paise: number): string {
  return formatRupees(paise / 100);
}

const indianDay = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

/** The day of an ISO timestamp in India, as the site prints it: '20 November 2026'. */
export function formatDay(timestamp: string): string {
  return indianDay.format(new Date(timestamp));
}
