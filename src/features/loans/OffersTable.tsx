import { formatWholePaise } from '../../domain/words/money.ts';
import { Table } from '../ui/Table.tsx';
import { LenderMark } from './LenderMark.tsx';
import { sayApr, type Costed, type Lowest } from './loan-words.ts';

const beforeEmis = ({ offer, cost }: Costed) =>
  offer.interest === 'paid' ? `${formatWholePaise(cost.wait.monthly)} a month` : 'Nothing';

type Row = { name: string; say: (costed: Costed) => string; mark?: keyof Lowest };

const rows: readonly Row[] = [
  { name: 'EMI', say: ({ cost }) => formatWholePaise(cost.emiInRupees * 100) },
  { name: 'Before the EMIs', say: beforeEmis },
  { name: 'In total', say: ({ cost }) => formatWholePaise(cost.total), mark: 'total' },
  { name: 'APR', say: ({ cost }) => sayApr(cost.apr), mark: 'apr' },
];

type OffersTableProps = {
  offers: readonly Costed[];
  /** The offers whose lowest figure is set in bold; undefined as long as the offers are not ranked. */
  lowest?: Lowest | undefined;
  /** True if each name links to its offer below. */
  linked?: boolean;
};

/** All offers side by side, with the four figures that set them apart (§16.75). */
export function OffersTable({ offers, lowest, linked }: OffersTableProps) {
  return (
    <Table
      className="loan-compare mt-4"
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
      rows={rows.map(({ name, say, mark }) => [
        name,
        ...offers.map((costed) =>
          mark && costed === lowest?.[mark] ? (
            <strong key={costed.offer.id} className="bold">
              {say(costed)}
            </strong>
          ) : (
            say(costed)
          ),
        ),
      ])}
    />
  );
}
