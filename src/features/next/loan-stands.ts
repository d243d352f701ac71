import { requestFormHash } from '../../domain/loans/request-form-hash.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { indiaDay, indiaParts } from '../../domain/words/dates.ts';
import { unbroken } from '../../domain/words/money.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';

type Waiting = MySessions['waiting'];

/** The link to a request that has not been sent. */
export const finishRequest = {
  label: 'Finish your request',
  href: `${memberPages.loan}${requestFormHash}`,
};

/** Where the loan page shows the better offer that the member sent us. */
export const betterHref = `${memberPages.loan}#better-offer`;

type Stands = {
  /** A few words without the lender's name, which may be long. */
  short: string;
  /** True if the sentence begins with 'Your request for Rs 25 lakh '. */
  namesRequest?: true;
  /** A sentence, interrupted by the lender's name if there is an `after`; `loan` is as in `sayLoanSum`. */
  before: string;
  after?: (loan: string) => string;
};

/** Where the member's loan stands (§15.106). Before a request, what is said of one that has not been sent (§16.11). */
export const loanStands: Record<Waiting['loan'], Stands> = {
  none: {
    short: 'Join the group',
    before: 'Your request has not been sent yet. We kept your answers on this device.',
  },
  'not counted': {
    short: 'Not counted yet',
    namesRequest: true,
    before: 'is saved. It counts once your email is verified.',
  },
  'in group': {
    short: 'In the group',
    namesRequest: true,
    before: 'is in the group. As soon as an offer fits it, we email you.',
  },
  'none fits': {
    short: 'None fits yet',
    namesRequest: true,
    before: 'does not fit any offer yet. Changing the amount or the term may help.',
  },
  'one offer': {
    short: 'One offer',
    before: 'A loan offer fits your amount and term. See what it costs.',
  },
  'to choose': {
    short: 'Offers to compare',
    before: 'You have loan offers to choose from. Compare what each costs.',
  },
  chosen: {
    short: 'Step 1 of 4: chosen',
    before: 'Step 1 of 4: we send your request to ',
    after: () => ', usually within two working days. Have your papers ready.',
  },
  with_lender: {
    short: 'Step 2 of 4: with the lender',
    before: 'Step 2 of 4: ',
    after: () => ' has your request, and will call or write to you.',
  },
  sanctioned: {
    short: 'Step 3 of 4: sanctioned',
    before: 'Step 3 of 4: ',
    after: (loan) => ` has sanctioned ${loan}. Read its sanction letter before you sign.`,
  },
  disbursed: { short: 'Paid out', before: '', after: (loan) => ` has paid out ${loan}.` },
};

/** Where the loan stands in a few words. After a lender's decline or withdrawal, only the other lenders' offers count. */
function loanInShort({ loan, declined }: Waiting): string {
  if (!declined || (loan !== 'one offer' && loan !== 'to choose')) return loanStands[loan].short;
  if (declined.others === 0) {
    return { offer: 'Offer withdrawn', loan: 'Loan withdrawn', none: 'Declined' }[
      declined.withdrew ?? 'none'
    ];
  }
  return loan === 'one offer' ? 'Another offer' : 'Other offers';
}

/** The season's loan step and its link: when our answer to a better offer is due, or where the loan stands. */
export function loanTile(waiting: Waiting, now: number) {
  const { better } = waiting;
  if (!better || better.answer) return { state: loanInShort(waiting), href: memberPages.loan };
  const { day, month } = indiaParts(better.answer_by);
  const is = better.answer_by < indiaDay(now) ? 'is late' : `by ${unbroken(`${day} ${month}`)}`;
  return { state: `Better offer: our answer ${is}`, href: betterHref };
}

function linkLabel({ loan, declined }: Waiting): string {
  if (loan === 'none fits' && !declined) return 'See why';
  if (loanStands[loan].namesRequest) return 'See your request';
  if (loan === 'one offer') return declined ? 'See the other offer' : 'See the offer';
  return loan === 'to choose' && declined?.others !== 0 ? 'Compare offers' : 'See your loan';
}

/** The link to the loan page, which shows the open offers first. */
export const loanLink = (waiting: Waiting) =>
  waiting.loan === 'none' ? finishRequest : { label: linkLabel(waiting), href: memberPages.loan };
