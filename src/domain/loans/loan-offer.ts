import { workOutWithCharges, type LoanTerms } from './loan.ts';

/** The terms of an offer that decide what it costs and whom it fits. Amounts are whole paise. */
export type OfferTerms = {
  /** Percent a year. */
  rate: number;
  /** The lender's standard rate when the offer was made. */
  standard_rate: number;
  /** The fee: percent of the amount, within a least and a most, and a fixed part on top of it. */
  fee_percent: number;
  fee_fixed: number;
  fee_least: number | null;
  fee_most: number | null;
  /** Percent on all of the fee. */
  tax_percent: number;
  least_amount: number;
  most_amount: number;
  /** The numbers of EMIs. */
  least_months: number;
  most_months: number;
  /** Months after the course without EMIs. */
  grace_months: number;
  interest: LoanTerms['interest'];
};

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

/** What an offer costs for the member's own figures; amounts in paise. */
export type OfferCost = {
  /** In whole rupees, as a lender prints it. */
  emiInRupees: number;
  /** The number of EMIs. */
  emis: number;
  /** All interest, that of study and grace included. */
  interest: number;
  /** Charges with tax. */
  charges: number;
  /** All payments and charges. */
  total: number;
  /** Percent a year, with the charges, not rounded. */
  apr: number;
  /** Months before the first EMI, and the interest that each costs, or that they add to the loan. */
  wait: { months: number; monthly: number; added: number };
};

/**
 * Works an offer out on the own amount, course length and term, as if all of it were paid out on the first
 * day (§16.40). Undefined where the charges would take all of the amount.
 */
export function costOf(offer: OfferTerms, asked: AskedLoan): OfferCost | undefined {
  const charges = chargesOn(offer, asked.amount);
  if (charges >= asked.amount) return undefined;
  const loan = workOutWithCharges(
    {
      amount: asked.amount,
      rate: offer.rate,
      months: asked.term_months,
      study: asked.course_months,
      grace: offer.grace_months,
      interest: offer.interest,
    },
    charges,
  );
  return {
    emiInRupees: loan.emiInRupees,
    emis: asked.term_months,
    interest: loan.interest,
    charges,
    total: loan.totalWithCharges,
    apr: loan.apr,
    wait: {
      months: asked.course_months + offer.grace_months,
      monthly: loan.schedule[0]?.payment ?? 0,
      added: loan.atStart - asked.amount,
    },
  };
}

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

/** All reasons why an offer does not fit what somebody asks for; none if it fits (§16.19). */
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

/** An offer with the cost for one member. */
export type CostedOffer<Offer> = { offer: Offer; cost: OfferCost };

/**
 * Works offers out and orders them by what is paid in all, the cheapest first (§16.19). For somebody who
 * cannot pay interest while studying, those that ask for it come last (§16.91). Equal ones keep an order that
 * every member sees alike: by APR, then by the lender's name. Nothing else has a part in it.
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
