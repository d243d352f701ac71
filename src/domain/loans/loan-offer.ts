import * as v from 'valibot';
import { annualPercentageRate, workOut } from './loan.ts';
import { paise } from '../schema.ts';

/** Parses the terms of an offer that decide what it costs and which requests it fits. Amounts are whole paise. */
export const offerTerms = v.object({
  /** Percent a year. */
  rate: v.number(),
  /** The lender's standard rate when the offer was made. */
  standard_rate: v.number(),
  /** The fee: a percentage of the amount between a minimum and a maximum, plus a fixed part. */
  fee_percent: v.number(),
  fee_fixed: paise,
  fee_least: v.nullable(paise),
  fee_most: v.nullable(paise),
  /** Percent on the whole fee. */
  tax_percent: v.number(),
  least_amount: paise,
  most_amount: paise,
  /** The possible numbers of EMIs. */
  least_months: v.number(),
  most_months: v.number(),
  /** Months after the course without EMIs. */
  grace_months: v.number(),
  interest: v.picklist(['paid', 'added']),
});

/** The terms of an offer that decide what it costs. */
export type OfferTerms = v.InferOutput<typeof offerTerms>;

/** What a member asks for: whole paise, months of the course, number of EMIs. */
export type AskedLoan = { amount: number; course_months: number; term_months: number };

/** Percent of a whole amount, with half a unit rounded up; percentages have three decimals at most. */
function percentOf(amount: number, percent: number): number {
  return Math.round((amount * Math.round(percent * 1000)) / 100_000);
}

/** The charges of an offer on an amount, with their tax, in paise (§16.20). */
export function chargesOn(
  offer: Pick<OfferTerms, 'fee_percent' | 'fee_fixed' | 'fee_least' | 'fee_most' | 'tax_percent'>,
  amount: number,
): number {
  const share = percentOf(amount, offer.fee_percent);
  const within = Math.max(offer.fee_least ?? 0, Math.min(offer.fee_most ?? share, share));
  const fee = within + offer.fee_fixed;
  return fee + percentOf(fee, offer.tax_percent);
}

/**
 * Computes the cost of an offer for the member's amount, course length and term, as if the whole amount were paid out
 * on the first day (§16.40). Amounts are in paise. Undefined if the charges would use up the amount.
 */
export function costOf(offer: OfferTerms, asked: AskedLoan) {
  const charges = chargesOn(offer, asked.amount);
  if (charges >= asked.amount) return undefined;
  const { emiInRupees, interest, total, atStart, schedule } = workOut({
    amount: asked.amount,
    rate: offer.rate,
    months: asked.term_months,
    study: asked.course_months,
    grace: offer.grace_months,
    interest: offer.interest,
  });
  const payments = schedule.map(({ payment }) => payment);
  return {
    /** In whole rupees, as a lender prints it. */
    emiInRupees,
    /** The number of EMIs. */
    emis: asked.term_months,
    /** All interest, including that of study and grace. */
    interest,
    /** Charges with tax, due when the loan is paid out. */
    charges,
    /** All payments and charges. */
    total: total + charges,
    /** Percent a year including the charges, not rounded (§16.20). */
    apr: annualPercentageRate(asked.amount - charges, payments),
    /** The months before the first EMI, with the interest paid in each, or the interest that all of them add to the loan. */
    wait: {
      months: asked.course_months + offer.grace_months,
      monthly: payments[0] ?? 0,
      added: atStart - asked.amount,
    },
  };
}

/** What an offer costs for the member's own figures. */
export type OfferCost = NonNullable<ReturnType<typeof costOf>>;

/** Percentage points a year below the lender's standard rate; negative for a rate above it (§16.20). */
export function pointsBelowStandard({
  rate,
  standard_rate,
}: Pick<OfferTerms, 'rate' | 'standard_rate'>): number {
  return Math.round((standard_rate - rate) * 100) / 100;
}

/** Why an offer does not fit. */
export type Misfit =
  'amount_too_small' | 'amount_too_large' | 'term_too_short' | 'term_too_long' | 'charges_too_high';

/** Lists all reasons why an offer does not fit the loan asked for; empty if it fits (§16.19). */
export function misfits(offer: OfferTerms, asked: AskedLoan): Misfit[] {
  const reasons: [Misfit, boolean][] = [
    ['amount_too_small', asked.amount < offer.least_amount],
    ['amount_too_large', asked.amount > offer.most_amount],
    ['term_too_short', asked.term_months < offer.least_months],
    ['term_too_long', asked.term_months > offer.most_months],
    ['charges_too_high', chargesOn(offer, asked.amount) >= asked.amount],
  ];
  return reasons.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

/** An offer with its cost for one member. */
export type CostedOffer<Offer> = { offer: Offer; cost: OfferCost };

/**
 * Computes the cost of each offer and orders them by the total paid, the cheapest first (§16.19). For a member who
 * cannot pay interest while studying, offers that require it come last (§16.91). Ties are ordered by APR, then by the
 * lender's name, so that every member sees the same order. Nothing else counts.
 */
export function byTotal<Offer extends OfferTerms & { lender: { name: string } }>(
  offers: readonly Offer[],
  asked: AskedLoan,
  paysInStudy = true,
): CostedOffer<Offer>[] {
  const late = ({ offer }: CostedOffer<Offer>) => Number(!paysInStudy && offer.interest === 'paid');
  return offers
    .flatMap((offer) => {
      const cost = costOf(offer, asked);
      return cost ? [{ offer, cost }] : [];
    })
    .toSorted(
      (a, b) =>
        late(a) - late(b) ||
        a.cost.total - b.cost.total ||
        a.cost.apr - b.cost.apr ||
        (a.offer.lender.name < b.offer.lender.name ? -1 : 1),
    );
}
