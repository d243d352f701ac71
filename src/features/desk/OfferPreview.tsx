import * as v from 'valibot';
import { costOf } from '../../domain/loans/loan-offer.ts';
import { sayMonths } from '../../domain/words/count.ts';
import { formatShort } from '../../domain/words/money.ts';
import type { Json } from '../../lib/database.types.ts';
import { OfferCard } from '../loans/OfferCard.tsx';
import { shownOffer } from '../loans/loan-schema.ts';
import { textOf, type PreviewProps } from './desk-screen.ts';
import '../loans/loans.css';

const paise = (rupees: Json | undefined) => (typeof rupees === 'number' ? rupees * 100 : null);

/** Turns the typed terms into the offer that a member would see; undefined while they are incomplete. */
function readOffer({ args, rows }: PreviewProps) {
  const lender = rows('lenders').find((row) => textOf(row['lender']) === args['lender']);
  const read = v.safeParse(shownOffer, {
    fee_percent: 0,
    other_charges: '',
    ...args,
    id: 'preview',
    lender: { ...lender, id: lender?.['lender'] },
    standard_rate: args['standard_rate'] ?? lender?.['standard_rate'],
    fee_fixed: paise(args['fee_fixed']) ?? 0,
    fee_least: paise(args['fee_least']),
    fee_most: paise(args['fee_most']),
    least_amount: paise(args['least_amount']),
    most_amount: paise(args['most_amount']),
    fits: true,
    expired: false,
  });
  return read.success ? read.output : undefined;
}

/** Previews the offer that is being entered, with the figures for a member who asks for up to Rs 20 lakh (§22.13). */
export default function OfferPreview(props: PreviewProps) {
  const offer = readOffer(props);
  const asked = {
    amount: Math.max(offer?.least_amount ?? 0, Math.min(offer?.most_amount ?? 0, 200_000_000)),
    term_months: offer?.most_months ?? 0,
    course_months: 24,
  };
  const cost = offer && costOf(offer, asked);
  if (!cost) return <p>These terms do not make a valid offer. Check the amounts and the link.</p>;
  return (
    <>
      <p className="note mb-3">{`${formatShort(asked.amount / 100)} for a course of ${sayMonths(asked.course_months)}, paid back in ${sayMonths(asked.term_months)}.`}</p>
      <ul className="loan-page">
        <OfferCard
          costed={{ offer, cost }}
          request={asked}
          badges={[]}
          remarks={[]}
          first={false}
          alone
          closed="Members cannot see it yet."
          onChoose={() => undefined}
        />
      </ul>
    </>
  );
}
