import * as v from 'valibot';
import { annualPercentageRate, workOut } from './loan.ts';
import { paise } from '../schema.ts';

/** Parses the terms that determine what an offer costs and which requests it fits. Amounts are in whole paise. */
export const offerTerms = v.object({
  /** Percent per year. */
  rate: v.number(),
  /** The lender's standard rate when the offer was made. */
  standard_rate: v.number(),
  /** The fee: a percentage of the amount, kept between a minimum and a maximum, plus a fixed part. */
  fee_percent: v.number(),
  fee_fixed: paise,
  fee_least: v.nullable(paise),
  fee_most: v.nullable(paise),
  /** In percent of the whole fee. */
  tax_percent: v.number(),
  least_amount: paise,
  most_amount: paise,
  /** The shortest term, in months; each month has one EMI. */
  least_months: v.number(),
  most_months: v.number(),
  /** Months without EMIs after the course. */
  grace_months: v.number(),
  interest: v.picklist(['paid', 'added']),
});

/** The terms that determine what an offer costs. */
export type OfferTerms = v.InferOutput<typeof offerTerms>;

/** The loan that a member asks for: the amount in whole paise, the course in months, and the number of EMIs. */
export type AskedLoan = { amount: number; course_months: number; term_months: number };

/** A percentage of a whole amount, with half a unit rounded up. The percentage has up to three decimals. */
function percentOf(amount: number, percent: number): number {
  return Math.round((amount * Math.round(percent * 1000)) / 100_000);
}

/** An offer's charges on an amount, with tax, in paise (§16.20). */
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
 * The cost of an offer for the member's amount, course length and term, as if the whole amount were paid out on the
 * first day (§16.40). Amounts are in paise. Undefined if the charges would use up the amount.
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
    /** Rounded to whole rupees, as lenders print it. */
    emiInRupees,
    emis: asked.term_months,
    /** All interest, including that for the study and grace periods. */
    interest,
    /** Charges including tax, due when the loan is paid out. */
    charges,
    /** Everything the member pays: all payments and the charges. */
    total: total + charges,
    /** Percent per year including the charges, not rounded (§16.20). */
    apr: annualPercentageRate(asked.amount - charges, payments),
    /**
     * The interest for the months before the first EMI: what the member pays in each of these months, or what these
     * months add to the loan in total.
     */
    wait: {
      months: asked.course_months + offer.grace_months,
      monthly: payments[0] ?? 0,
      added: atStart - asked.amount,
    },
  };
}

/** What an offer costs with one member's figures. */
export type OfferCost = NonNullable<ReturnType<typeof costOf>>;

/**
 * How far the rate is below the lender's standard rate, in percentage points per year; negative if it is above
 * (§16.20).
 */
export function pointsBelowStandard({
  rate,
  standard_rate,
}: Pick<OfferTerms, 'rate' | 'standard_rate'>): number {
  return Math.round((standard_rate - rate) * 100) / 100;
}

/** One reason why an offer does not fit. */
export type Misfit =
  'amount_too_small' | 'amount_too_large' | 'term_too_short' | 'term_too_long' | 'charges_too_high';

/** Every reason why an offer does not fit the requested loan; empty if it fits (§16.19). */
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

/** An offer, with its cost for one member. */
export type CostedOffer<Offer> = { offer: Offer; cost: OfferCost };

/**
 * Adds each offer's cost and sorts by the total paid, cheapest first (§16.19). For a member who cannot pay interest
 * while studying, offers that require it come last (§16.91). Ties are broken by APR, then by the lender's name, so that
 * every member sees the same order. Nothing else counts.
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
