import { formatWholePaise } from '../../domain/words/money.ts';
import { Table } from '../ui/Table.tsx';
import { LenderMark } from './LenderMark.tsx';
import { sayApr, type Costed } from './loan-words.ts';

const beforeEmis = ({ offer, cost }: Costed) =>
  offer.interest === 'paid' ? `${formatWholePaise(cost.wait.monthly)} a month` : 'Nothing';

const rows: readonly (readonly [string, (costed: Costed) => string])[] = [
  ['EMI', ({ cost }) => formatWholePaise(cost.emiInRupees * 100)],
  ['Before the EMIs', beforeEmis],
  ['In total', ({ cost }) => formatWholePaise(cost.total)],
  ['APR', ({ cost }) => sayApr(cost.apr)],
];

type OffersTableProps = {
  offers: readonly Costed[];
  /** True if each name links to its offer's card. */
  linked?: boolean;
};

/** All offers side by side, with the four figures that set them apart (§16.75). */
export function OffersTable({ offers, linked }: OffersTableProps) {
  return (
    <Table
      className="loan-compare mt-5"
      caption="The offers in short"
      head={[
        '',
        ...offers.map(({ offer: { id, lender } }) =>
          linked ? (
            <a key={id} className="link wrap-anywhere text-ink" href={`#offer-${id}`}>
              <LenderMark lender={lender} />
            </a>
          ) : (
            <span key={id} className="wrap-anywhere">
              <LenderMark lender={lender} />
            </span>
          ),
        ),
      ]}
      rows={rows.map(([name, say]) => [name, ...offers.map(say)])}
    />
  );
}
