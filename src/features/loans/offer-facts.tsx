import {
  costOf,
  pointsBelowStandard,
  type AskedLoan,
  type OfferCost,
} from '../../domain/loans/loan-offer.ts';
import { formatSum, inShort, unbroken } from '../../domain/words/money.ts';
import { sayMonths } from '../../domain/words/count.ts';
import { Facts } from '../ui/Facts.tsx';
import type { Choice, Offer } from './loan-schema.ts';
import {
  dayOf,
  inFull,
  percent,
  sayApr,
  sayDifference,
  sayFee,
  type Costed,
} from './loan-words.ts';

/** A figure, with details in small print. */
export const figure = (value: string, details: string) => (
  <span>
    <span>{`${value} `}</span>
    <small>{details}</small>
  </span>
);

/** The interest that the member pays before EMIs start, or that is added to the loan. */
const beforeEmis = ({ interest }: Offer, { months, monthly, added }: OfferCost['wait']) =>
  interest === 'paid'
    ? figure(inFull(monthly), `interest a month, ${months} times`)
    : figure(
        `Nothing for ${months} months`,
        `then ${inFull(added)} of interest is added to the loan`,
      );

/**
 * An offer and what it costs for these figures: names and values for `Facts`. If the lender sanctioned less than the
 * member asked for, the figures are for that (§16.24).
 */
export function offerInShort(
  offer: Offer,
  { sanctioned = null, ...asked }: AskedLoan & Partial<Pick<Choice, 'sanctioned'>>,
) {
  const inAll = inShort(asked.amount);
  const amount = sanctioned ?? asked.amount;
  const cost = costOf(offer, { ...asked, amount });
  return [
    [
      'Amount',
      sanctioned === null ? inAll : figure(inShort(amount), `of the ${inAll} you asked for`),
    ],
    ['Rate', figure(percent(offer.rate), offer.rate_type)],
    ['Before the EMIs', cost && beforeEmis(offer, cost.wait)],
    ['EMI', cost && figure(unbroken(formatSum(cost.emiInRupees)), `${cost.emis} times`)],
    ['Interest', cost && inFull(cost.interest)],
    ['Charges', cost && inFull(cost.charges)],
    ['In total', cost && inFull(cost.total)],
    ['APR', cost && sayApr(cost.apr)],
  ] as const;
}

/** All details of an offer, calculated with a request's figures: names and values for `Facts` (§16.20). */
export function offerFacts({ offer, cost }: Costed, request: AskedLoan) {
  const { rate, rate_type: kind, standard_rate: standard } = offer;
  const grace = offer.grace_months > 0 ? ` and ${sayMonths(offer.grace_months)} of grace` : '';
  return [
    ['EMI', figure(unbroken(formatSum(cost.emiInRupees)), `${cost.emis} times`)],
    ['Before the EMIs', beforeEmis(offer, cost.wait)],
    ['Interest', inFull(cost.interest)],
    [
      'Charges',
      figure(
        inFull(cost.charges),
        `${sayFee(offer)}${cost.charges > 0 ? '; included in the APR' : ''}`,
      ),
    ],
    [
      'Rate',
      figure(`${percent(rate)} ${kind}`, sayDifference(pointsBelowStandard(offer), standard)),
    ],
    ['Security', offer.security || 'None'],
    ['Not in these figures', offer.other_charges || 'The lender lists no other charges'],
    ['If you pay late', offer.penal_charges || 'The lender lists no penalty'],
    ['No EMIs during', `${sayMonths(request.course_months)} of study${grace}`],
    // It may break, so that two offers fit a phone.
    ['Valid until', dayOf(offer.valid_until)],
  ] as const;
}
export type FactName = ReturnType<typeof offerFacts>[number][0];

const words = [
  ['Rate', 'A floating rate can rise or fall while the loan is repaid. A fixed rate stays.'],
  ['In total', 'Everything you pay until the loan is repaid, including the sum borrowed.'],
  [
    'APR',
    'The loan’s cost as a yearly rate, with all charges: the fair way to compare long and short loans.',
  ],
  ['EMI', 'The sum paid each month, after the course and any grace period (months without EMIs).'],
  ['Co-applicant', 'Usually a parent, who signs the loan with the student and owes all of it too.'],
  [
    'Key Facts Statement',
    'The lender’s own page with the figures it must keep to. Ask for it before anyone signs.',
  ],
] as const;

/** What the words of an offer mean, for members and for a family member who may also have to sign (§16.97). */
export const LoanWords = () => <Facts lines className="loan-sheet-words" facts={words} />;
