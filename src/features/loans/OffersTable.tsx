import type { CostedOffer } from '../../domain/loans/loan-offer.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { Table } from '../ui/Table.tsx';
import { LenderMark } from './LenderMark.tsx';
import type { ShownOffer } from './loan-schema.ts';
import { sayApr } from './loan-words.ts';

type Costed = CostedOffer<ShownOffer>;

const beforeEmis = ({ offer, cost }: Costed) =>
  offer.interest === 'paid' ? `${formatWholePaise(cost.wait.monthly)} a month` : 'Nothing';

const rows: readonly (readonly [string, (costed: Costed) => string])[] = [
  ['EMI', ({ cost }) => formatWholePaise(cost.emiInRupees * 100)],
  ['Before the EMIs', beforeEmis],
  ['In total', ({ cost }) => formatWholePaise(cost.total)],
  ['APR', ({ cost }) => sayApr(cost.apr)],
];

/** All offers side by side, in the four figures that tell them apart (§16.75). */
export function OffersTable({ offers }: { offers: readonly Costed[] }) {
  return (
    <Table
      className="loan-compare mt-5"
      caption="The offers in short"
      head={[
        '',
        ...offers.map(({ offer }) => (
          <a key={offer.id} className="link wrap-anywhere text-ink" href={`#offer-${offer.id}`}>
            <LenderMark lender={offer.lender} />
          </a>
        )),
      ]}
      rows={rows.map(([name, say]) => [name, ...offers.map(say)])}
    />
  );
}
