/**
 * The arithmetic of a loan. Amounts are whole paise, rates are percent a year with at most two decimals,
 * and times are months (§16.41).
 *
 * - EMI: the annuity formula P·i / (1 − (1 + i)⁻ⁿ) with i = rate / 12, as Indian lenders publish it. The Reserve
 *   Bank of India calls it an equated periodic instalment (circular RBI/2024-25/18).
 * - Study and grace: simple interest from the day the loan is paid out until EMIs start, then added once, as
 *   in the Indian Banks' Association's Model Education Loan Scheme (Press Information Bureau, 1 July 2019).
 *   Alternatively it is paid every month, and nothing is added.
 */

/** The terms of a loan. The whole amount is paid out on the first day (§16.40). */
export type LoanTerms = {
  /** Whole paise, above 0. */
  amount: number;
  /** Percent a year on what is owed, from 0 to 100, with at most two decimals. */
  rate: number;
  /** The number of EMIs, at least 1. */
  months: number;
  /** Months without EMIs before the first: study, then grace. */
  study: number;
  grace: number;
  /** Whether the interest of these months is paid every month, or added once when EMIs start. */
  interest: 'paid' | 'added';
};

/** The part of the loan that a month belongs to. */
export type LoanStage = 'study' | 'grace' | 'emi';

/** A month of the schedule, in paise. */
export type LoanMonth = {
  /** 1 for the first month after the loan was paid out. */
  month: number;
  stage: LoanStage;
  /** The payment at the end of the month. */
  payment: number;
  /** The interest of the month, paid or not. */
  interest: number;
  /** The debt after the payment, including unpaid interest. */
  owed: number;
};

/** A loan with its schedule, in paise. */
export type Loan = {
  /** Every EMI but the last, which makes up for rounding. */
  emi: number;
  /** The EMI in whole rupees, for people: rounded from the exact EMI, not from the one in paise. */
  emiInRupees: number;
  /** The debt when EMIs start. */
  atStart: number;
  /** All interest, including that of study and grace. */
  interest: number;
  /** All payments. */
  total: number;
  schedule: LoanMonth[];
};

/** Throws a RangeError unless the value is a whole number from `least` to `most`. */
function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`);
}

// Limits within which amount × rate in hundredths of a percent × months is still an exact integer.
const mostPaise = 1e12;
const mostMonths = 600;

/** A rate in hundredths of a percent, which are whole. Throws a RangeError for one with more decimals. */
function hundredths(rate: number): number {
  const whole = Math.round(rate * 100);
  if (!(rate >= 0 && rate <= 100) || whole / 100 !== rate) {
    throw new RangeError(`The rate must be from 0 to 100 with two decimals, not ${rate}.`);
  }
  return whole;
}

/** Simple interest on `principal` for some months, in paise, with half a paisa rounded up. */
function simpleInterest(principal: number, rate: number, months: number): number {
  return Math.round((principal * hundredths(rate) * months) / 120_000);
}

/**
 * The EMI before rounding: the instalment that repays `principal` in `months` equal parts at `rate` percent a year on
 * the reducing balance, in the unit of `principal`.
 */
export function exactEmi(principal: number, rate: number, months: number): number {
  const monthly = rate / 1200;
  if (monthly === 0) return principal / months;
  // `log1p` and `expm1` stay exact for rates close to 0.
  return (principal * monthly) / -Math.expm1(-months * Math.log1p(monthly));
}

/** The months of study and grace. */
function monthsBeforeEmis({ amount, rate, study, grace, interest }: LoanTerms): LoanMonth[] {
  return Array.from({ length: study + grace }, (_, index) => {
    const month = index + 1;
    const stage = month <= study ? 'study' : 'grace';
    if (interest === 'paid') {
      const due = simpleInterest(amount, rate, 1);
      return { month, stage, payment: due, interest: due, owed: amount };
    }
    // The difference of two totals, so that the months add up exactly to the interest of the whole time.
    const until = simpleInterest(amount, rate, month);
    const added = until - simpleInterest(amount, rate, month - 1);
    return { month, stage, payment: 0, interest: added, owed: amount + until };
  });
}

/** The months with EMIs; the last one takes the rest, so that the debt ends at 0. */
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
    // Tiny loans are repaid before the last month, because an EMI is at least a whole paisa.
    const payment = number === months ? rest : Math.min(emi, rest);
    owed = rest - payment;
    rows.push({ month: study + grace + number, stage: 'emi', payment, interest, owed });
  }
  return rows;
}

/** The sum of one column of the schedule, in paise. */
export const sumOf = (rows: readonly LoanMonth[], column: 'payment' | 'interest') =>
  rows.reduce((sum, row) => sum + row[column], 0);

/**
 * Computes a loan to the paisa, month by month. Throws a RangeError unless amounts are whole paise, times whole months
 * and the rate has at most two decimals.
 */
export function workOut(terms: LoanTerms): Loan {
  checkWhole('The amount', terms.amount, 1, mostPaise);
  checkWhole('The number of EMIs', terms.months, 1, mostMonths);
  checkWhole('The months of study', terms.study, 0, mostMonths);
  checkWhole('The months of grace', terms.grace, 0, mostMonths);

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

/** What the same loan costs at a lower rate. */
export type LowerRate = {
  /** Percentage points below the rate of the terms. */
  points: number;
  rate: number;
  /** Whole rupees. */
  emiInRupees: number;
  /** How much less is paid in total, in paise. */
  saved: number;
};

/** The same loan at one to `most` points less, as long as a rate of at least 0 is left (§16.37). */
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

/** The value on the first day of payments at the ends of successive months, at a monthly rate. */
function presentValue(payments: readonly number[], monthly: number): number {
  return payments.reduceRight((sum, payment) => (sum + payment) / (1 + monthly), 0);
}

/**
 * The annual percentage rate: twelve times the monthly rate at which the present value of the payments equals
 * `received`. Both are in the same unit, and the payments are at the ends of successive months. The result is in
 * percent and not rounded.
 *
 * Source: the Reserve Bank of India's circular on the Key Facts Statement of 15 April 2024 (RBI/2024-25/18,
 * annex B: 'computed on net disbursed amount using IRR approach and reducing balance method').
 *
 * Throws a RangeError if less is paid back than was received, because that would need a negative rate.
 */
export function annualPercentageRate(received: number, payments: readonly number[]): number {
  const total = presentValue(payments, 0);
  if (!(received > 0) || total < received) {
    throw new RangeError(`Payments of ${total} do not repay ${received}.`);
  }
  if (total === received) return 0;

  let low = 0;
  let high = 1;
  while (presentValue(payments, high) > received) high *= 2;
  // Bisected down to neighbouring numbers, because the present value falls as the rate rises.
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle * 1200;
    if (presentValue(payments, middle) > received) low = middle;
    else high = middle;
  }
}
