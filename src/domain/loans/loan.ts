/**
 * The arithmetic of a loan. Amounts are in whole paise, rates in percent per year with up to two decimals, and
 * durations in months (§16.41).
 *
 * - EMI: the annuity formula P·i / (1 − (1 + i)⁻ⁿ) with i = rate / 12, as Indian lenders publish it. The Reserve Bank
 *   of India calls it an equated periodic instalment (circular RBI/2024-25/18).
 * - Study and grace: simple interest from the day of payout until EMIs start, then added once, as in the Indian Banks'
 *   Association's Model Education Loan Scheme (Press Information Bureau, 1 July 2019). Alternatively, the member pays
 *   the interest every month, and nothing is added.
 */

/** The terms of a loan. The whole amount is paid out on the first day (§16.40). */
export type LoanTerms = {
  /** In whole paise, more than 0. */
  amount: number;
  /** Percent per year on the outstanding debt, from 0 to 100, with up to two decimals. */
  rate: number;
  /** The number of EMIs, 1 or more. */
  months: number;
  /** Months before the first EMI: the study period, followed by the grace period. */
  study: number;
  grace: number;
  /** Whether the interest for the study and grace periods is paid every month, or added once when EMIs start. */
  interest: 'paid' | 'added';
};

/**
 * An example loan: a two-year course, then a year's grace, with simple interest until the EMIs start, as in the Indian
 * Banks' Association's model scheme.
 */
export const exampleLoan: LoanTerms = {
  amount: 20_00_000_00,
  rate: 10.5,
  months: 120,
  study: 24,
  grace: 12,
  interest: 'added',
};

/** Which part of the loan a month belongs to. */
export type LoanStage = 'study' | 'grace' | 'emi';

/** One month of the schedule, in paise. */
export type LoanMonth = {
  /** Counts from 1, the first month after the payout. */
  month: number;
  stage: LoanStage;
  /** The payment at the end of the month. */
  payment: number;
  /** The month's interest, paid or not. */
  interest: number;
  /** The debt after that month's payment, including unpaid interest. */
  owed: number;
};

/** A loan with its schedule, in paise. */
export type Loan = {
  /** The amount of every EMI except the last, which absorbs the rounding. */
  emi: number;
  /** The EMI in whole rupees, as shown to readers. Rounded from the exact EMI, not from the one in paise. */
  emiInRupees: number;
  /** The debt when EMIs start. */
  atStart: number;
  /** All interest, including that for the study and grace periods. */
  interest: number;
  /** The sum of all payments. */
  total: number;
  schedule: LoanMonth[];
};

/** Throws a RangeError unless the value is a whole number from `least` to `most`. */
function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`);
}

// Within these limits, amount × rate in hundredths of a percent × months is still an exact integer.
const mostPaise = 1e12;
const mostMonths = 600;

/** Converts a rate to hundredths of a percent. Throws a RangeError if the result is not a whole number. */
function hundredths(rate: number): number {
  const whole = Math.round(rate * 100);
  if (!(rate >= 0 && rate <= 100) || whole / 100 !== rate) {
    throw new RangeError(`The rate must be from 0 to 100 with two decimals, not ${rate}.`);
  }
  return whole;
}

/** Simple interest on `principal` for a number of months, in paise, with half a paisa rounded up. */
function simpleInterest(principal: number, rate: number, months: number): number {
  return Math.round((principal * hundredths(rate) * months) / 120_000);
}

/**
 * The EMI before rounding: repays `principal` in `months` equal instalments at `rate` percent per year, charged on the
 * reducing balance. In the same unit as `principal`.
 */
export function exactEmi(principal: number, rate: number, months: number): number {
  const monthly = rate / 1200;
  if (monthly === 0) return principal / months;
  // `log1p` and `expm1` stay accurate for rates near 0.
  return (principal * monthly) / -Math.expm1(-months * Math.log1p(monthly));
}

/** The schedule for the study and grace periods. */
function monthsBeforeEmis({ amount, rate, study, grace, interest }: LoanTerms): LoanMonth[] {
  return Array.from({ length: study + grace }, (_, index) => {
    const month = index + 1;
    const stage = month <= study ? 'study' : 'grace';
    if (interest === 'paid') {
      const due = simpleInterest(amount, rate, 1);
      return { month, stage, payment: due, interest: due, owed: amount };
    }
    // The difference of two running totals, so that the months add up exactly to the interest of the whole period.
    const until = simpleInterest(amount, rate, month);
    const added = until - simpleInterest(amount, rate, month - 1);
    return { month, stage, payment: 0, interest: added, owed: amount + until };
  });
}

/** The schedule of EMIs. The last payment takes whatever is left, so that the debt ends at 0. */
function monthsOfEmis(
  principal: number,
  emi: number,
  { rate, months, study, grace }: LoanTerms,
): LoanMonth[] {
  const rows: LoanMonth[] = [];
  let owed = principal;
  for (let number = 1; number <= months; number += 1) {
    const interest = simpleInterest(owed, rate, 1);
    const rest = owed + interest;
    // Tiny loans are repaid before the last month, because an EMI is never less than one paisa.
    const payment = number === months ? rest : Math.min(emi, rest);
    owed = rest - payment;
    rows.push({ month: study + grace + number, stage: 'emi', payment, interest, owed });
  }
  return rows;
}

/** The sum of one column of a schedule, in paise. */
export const sumOf = (rows: readonly LoanMonth[], column: 'payment' | 'interest') =>
  rows.reduce((sum, row) => sum + row[column], 0);

/**
 * Calculates a loan to the paisa, month by month. Throws a RangeError unless amounts are whole paise, durations are
 * whole months and the rate has up to two decimals.
 */
export function workOut(terms: LoanTerms): Loan {
  checkWhole('The amount', terms.amount, 1, mostPaise);
  checkWhole('The number of EMIs', terms.months, 1, mostMonths);
  checkWhole('The course length in months', terms.study, 0, mostMonths);
  checkWhole('The grace period in months', terms.grace, 0, mostMonths);

  const before = monthsBeforeEmis(terms);
  const atStart = before.at(-1)?.owed ?? terms.amount;
  const exact = exactEmi(atStart, terms.rate, terms.months);
  const emi = Math.round(exact);
  const schedule = [...before, ...monthsOfEmis(atStart, emi, terms)];
  return {
    emi,
    emiInRupees: Math.round(exact / 100),
    atStart,
    interest: sumOf(schedule, 'interest'),
    total: sumOf(schedule, 'payment'),
    schedule,
  };
}

/** The same loan at a lower rate. */
export type LowerRate = {
  /** Percentage points below the loan's own rate. */
  points: number;
  rate: number;
  /** In whole rupees. */
  emiInRupees: number;
  /** How much less the member pays in total, in paise. */
  saved: number;
};

/**
 * The same loan at rates one, two and so on up to `most` points lower, as long as the rate is not below 0 (§16.37).
 */
export function lowerRates(terms: LoanTerms, most: number): LowerRate[] {
  const { total } = workOut(terms);
  return Array.from({ length: most }, (_, index) => index + 1)
    .filter((points) => points <= terms.rate)
    .map((points) => {
      const rate = (hundredths(terms.rate) - points * 100) / 100;
      const lower = workOut({ ...terms, rate });
      return { points, rate, emiInRupees: lower.emiInRupees, saved: total - lower.total };
    });
}

/** The value, on the first day, of payments at the ends of successive months, at a monthly rate. */
function presentValue(payments: readonly number[], monthly: number): number {
  return payments.reduceRight((sum, payment) => (sum + payment) / (1 + monthly), 0);
}

/**
 * The annual percentage rate in percent, not rounded: twelve times the monthly rate at which the present value of the
 * payments equals `received`. Both are in the same unit, and each payment is at the end of a month.
 *
 * Source: the Reserve Bank of India's circular on the Key Facts Statement of 15 April 2024 (RBI/2024-25/18, annex B:
 * 'computed on net disbursed amount using IRR approach and reducing balance method').
 *
 * Throws a RangeError if less is paid back than was received, because the rate would be negative.
 */
export function annualPercentageRate(received: number, payments: readonly number[]): number {
  const total = presentValue(payments, 0);
  if (!(received > 0) || total < received) {
    throw new RangeError(`Payments of ${total} are too small to repay ${received}.`);
  }
  if (total === received) return 0;

  let low = 0;
  let high = 1;
  while (presentValue(payments, high) > received) high *= 2;
  // The present value falls as the rate rises, so bisection works; it stops at neighbouring floating-point numbers.
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle * 1200;
    if (presentValue(payments, middle) > received) low = middle;
    else high = middle;
  }
}
